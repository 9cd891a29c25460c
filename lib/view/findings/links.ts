import type { ProofPlace } from "@/lib/core/findings/rule/finding-facts";
import {
  makeBlockHref,
  makeCheckpointsHref,
  makeEvictionsHref,
  makeLedgerHref,
  planHref,
  turnHref,
  makeWhyHref,
} from "../questions/links";

/** What a link to a proof needs. */
type LinkedProof = Pick<ProofPlace, "view" | "turn" | "block"> & {
  readonly [Name in "compaction" | "value"]?: ProofPlace[Name] | undefined;
};

export function makeProofHref(sessionId: string, place: LinkedProof): string {
  const { view, turn, block, compaction, value = null } = place;
  switch (view) {
    case "overview":
      return `/sessions/${encodeURIComponent(sessionId)}${turn === null ? "" : `?turn=${turn}`}`;
    case "turn":
      return turnHref(sessionId, turn ?? 0, block, value);
    case "plan":
      return planHref(sessionId, turn, block, value);
    case "ledger":
      return makeLedgerHref(sessionId, turn, null, block);
    case "checkpoints":
      return makeCheckpointsHref(sessionId, turn, value);
    case "why":
      return makeWhyHref(sessionId, turn, { block: block ?? "", value });
    case "block":
      return makeBlockHref(sessionId, block ?? "", value);
    case "evictions":
      return makeEvictionsHref(sessionId, turn, { block, compaction, value });
  }
}

export function makeFindingSessionsHref(code: string): string {
  return `/?finding=${encodeURIComponent(code)}`;
}
