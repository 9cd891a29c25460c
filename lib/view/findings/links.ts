import type { ProofPlace } from "@/lib/core/findings/rule/finding-facts";
import {
  blockHref,
  checkpointsHref,
  evictionsHref,
  ledgerHref,
  planHref,
  turnHref,
  whyHref,
} from "../questions/links";

/** What a link to a proof needs. */
type LinkedProof = Pick<ProofPlace, "view" | "turn" | "block"> & {
  readonly [Name in "compaction" | "value"]?: ProofPlace[Name] | undefined;
};

export function proofHref(sessionId: string, place: LinkedProof): string {
  const { view, turn, block, compaction, value = null } = place;
  switch (view) {
    case "overview":
      return `/sessions/${encodeURIComponent(sessionId)}${turn === null ? "" : `?turn=${turn}`}`;
    case "turn":
      return turnHref(sessionId, turn ?? 0, block, value);
    case "plan":
      return planHref(sessionId, turn, block, value);
    case "ledger":
      return ledgerHref(sessionId, turn, null, block);
    case "checkpoints":
      return checkpointsHref(sessionId, turn, value);
    case "why":
      return whyHref(sessionId, turn, { block: block ?? "", value });
    case "block":
      return blockHref(sessionId, block ?? "", value);
    case "evictions":
      return evictionsHref(sessionId, turn, { block, compaction, value });
  }
}

export function sessionsWithFinding(code: string): string {
  return `/?finding=${encodeURIComponent(code)}`;
}
