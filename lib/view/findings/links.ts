import { blockHref, evictionsHref, ledgerHref, planHref, turnHref, whyHref } from "../questions/links";

export interface ProofPlace {
  readonly view: "overview" | "turn" | "evictions" | "ledger" | "plan" | "checkpoints" | "why" | "block";
  readonly turn: number | null;
  readonly block: string | null;
  readonly compaction?: number | null | undefined;
  readonly value?: string | null | undefined;
}

export function proofHref(sessionId: string, place: ProofPlace): string {
  const { view, turn, block } = place;
  const session = `/sessions/${encodeURIComponent(sessionId)}`;
  const cursor = turn === null ? "" : `?turn=${turn}`;
  switch (view) {
    case "overview":
      return `${session}${cursor}`;
    case "turn":
      return turnHref(sessionId, turn ?? 0, block, place.value);
    case "plan":
      return planHref(sessionId, turn, block);
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

export function sessionsWithFinding(code: string): string {
  return `/?finding=${encodeURIComponent(code)}`;
}
