"use client";

import { ViewLink as Link } from "../ui/view-link";
import { useKeptState } from "./use-kept-state";

interface Props {
  sessionId: string;
  turn: number | null;
  label: string;
  glyph: string;
}

/** Keeps how this turn is shown. */
export function TurnLink({ sessionId, turn, label, glyph }: Props) {
  const kept = useKeptState();
  if (turn === null) return <span className="btn btn-quiet opacity-40">{glyph}</span>;
  return (
    <Link
      className="btn"
      href={`/sessions/${sessionId}/turns/${turn}${kept}`}
      aria-label={`${label}: turn ${turn}`}
      title={label}
    >
      {glyph}
    </Link>
  );
}
