import { addToGroup } from "../group-by";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { SUMMARY_KINDS } from "../vocabulary";

/** Recorded and never in a window, by the turn behind which it came: a compaction reads it before any call does. */
export function findUnsent({ blocks, residencies }: Session): ReadonlyMap<TurnIndex, readonly number[]> {
  const sent = new Set(residencies.map(({ block }) => block));
  const unsent = new Map<TurnIndex, number[]>();
  for (const [no, { kind, createdTurn }] of blocks.entries()) {
    if (createdTurn === null || sent.has(no) || SUMMARY_KINDS.has(kind)) continue;
    addToGroup(unsent, createdTurn, no);
  }
  return unsent;
}
