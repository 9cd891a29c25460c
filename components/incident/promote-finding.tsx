"use client";

import { useMayWrite } from "../session/may-write";
import { AnnotateButton } from "./annotate-button";
import { MakeIncident } from "./make-incident";

interface Props {
  sessionId: string;
  code: string;
  turn: number;
  quiet?: boolean;
}

const QUIET = "text-2xs text-ink-2 underline underline-offset-2 hover:text-ink print:hidden";
const LINK = "text-xs text-accent underline-offset-2 hover:underline print:hidden";

/** Makes a finding an incident, or a note about it in an existing one. */
export function PromoteFinding({ sessionId, code, turn, quiet = false }: Props) {
  if (!useMayWrite()) return null;
  const look = quiet ? QUIET : LINK;
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-3 ${quiet ? "ml-2" : ""}`}>
      <MakeIncident sessionId={sessionId} code={code} turn={turn} className={look} />
      <AnnotateButton
        sessionId={sessionId}
        pin={{ pin: "finding", target: code, turn }}
        name={`the finding ${code}`}
        className={look}
      />
    </span>
  );
}
