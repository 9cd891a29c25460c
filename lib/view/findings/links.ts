import { blockHref, evictionsHref, ledgerHref, turnHref, whyHref } from "../questions/links";

/** Where the proof of a finding is. */
export interface ProofPlace {
  readonly view: "overview" | "turn" | "evictions" | "ledger" | "plan" | "checkpoints" | "why" | "block";
  readonly turn: number | null;
  readonly block: string | null;
  /** The compaction that is unfolded, and the text that is marked, where there are such. */
  readonly compaction?: number | null | undefined;
  readonly value?: string | null | undefined;
}

/** The address of the view that proves a finding. */
export function proofHref(sessionId: string, place: ProofPlace): string {
  const { view, turn, block } = place;
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
      return blockHref(sessionId, block ?? "", place.value);
    case "evictions":
      return evictionsHref(sessionId, turn, block, place.compaction ?? null);
    default:
      return `${session}/${view}${cursor}`;
  }
}

/** The sessions that have findings of a code. */
export function sessionsWithFinding(code: string): string {
  return `/?finding=${encodeURIComponent(code)}`;
}
