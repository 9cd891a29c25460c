import { addToGroup } from "../group-by";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { SUMMARY_KINDS } from "../vocabulary";

/**
 * Blocks that were recorded and never stood in a window, by the turn behind which they came. A compaction reads them before any
 * call does.
 */
export function findUnsent({ blocks, residencies }: Session): ReadonlyMap<TurnIndex, readonly number[]> {
  const sentBlocks = new Set(residencies.map(({ block }) => block));
  const unsent = new Map<TurnIndex, number[]>();
  for (const [no, { kind, createdTurn }] of blocks.entries()) {
    if (createdTurn === null || sentBlocks.has(no) || SUMMARY_KINDS.has(kind)) continue;
    addToGroup(unsent, createdTurn, no);
  }
  return unsent;
}
