"use client";

import { useRouter } from "next/navigation";
import { apiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { useMayWrite } from "../session/may-write";
import { Refusal } from "../ui/refusal";
import { AnnotateButton } from "./annotate-button";

interface Props {
  sessionId: string;
  code: string;
  turn: number;
  quiet?: boolean;
  /** Without the note to an existing incident. */
  only?: boolean;
}

const QUIET = "text-2xs text-ink-2 underline underline-offset-2 hover:text-ink print:hidden";
const LINK = "text-xs text-accent underline-offset-2 hover:underline print:hidden";

/**
 * Turns a finding into an incident in one action, or adds a note about it to an existing one. The new incident takes
 * the finding's sentence, severity and turns. Its first note says what to do. Shows nothing to a reader without write
 * access.
 */
export function PromoteFinding({ sessionId, code, turn, quiet = false, only = false }: Props) {
  const { busy, error, run } = useAction();
  const router = useRouter();
  const promote = () =>
    run(async () => {
      const body = { finding: { code, turn } };
      const { id } = await sendJson(
        apiWrite("POST", "/api/v1/sessions/{id}/incidents", { id: sessionId }, { body }),
      );
      router.push(`/sessions/${sessionId}/incidents/${id}?turn=${turn}`);
    });
  if (!useMayWrite()) return null;
  const look = quiet ? QUIET : LINK;
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-3 ${quiet ? "ml-2" : ""}`}>
      <button type="button" className={look} disabled={busy} onClick={() => void promote()}>
        Make an incident
      </button>
      {!only && (
        <AnnotateButton
          sessionId={sessionId}
          pin={{ pin: "finding", target: code, turn }}
          name={`the finding ${code}`}
          className={look}
        />
      )}
      <Refusal message={error} />
    </span>
  );
}
