import { blockHref, ledgerHref, turnHref, whyHref } from "../questions/links";

/** Where the proof of a finding is. */
export interface ProofPlace {
  readonly view: "overview" | "turn" | "evictions" | "ledger" | "plan" | "why" | "block";
  readonly turn: number | null;
  readonly block: string | null;
}

/** The address of the view that proves a finding. */
export function proofHref(sessionId: string, { view, turn, block }: ProofPlace): string {
  const session = `/sessions/${encodeURIComponent(sessionId)}`;
  const cursor = turn === null ? "" : `?turn=${turn}`;
  switch (view) {
    case "overview":
      return `${session}${cursor}`;
    case "turn":
      return turnHref(sessionId, turn ?? 0);
    case "ledger":
      return ledgerHref(sessionId, turn);
    case "why":
      return whyHref(sessionId, turn, { block: block ?? "" });
    case "block":
      return blockHref(sessionId, block ?? "");
    default:
      return `${session}/${view}${cursor}`;
  }
}

/** The sessions that have findings of a code. */
export function sessionsWithFinding(code: string): string {
  return `/?finding=${encodeURIComponent(code)}`;
}
