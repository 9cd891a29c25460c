import type { Lane } from "./decode";

export interface LaneExit {
  readonly lane: Lane;
  readonly turn: number;
}

/**
 * The nearest exit after a turn (1) or before it (-1); `null` when there is none. Within one turn, the block that was
 * wanted most often afterwards comes first, then the largest.
 */
export function findNearestExit(lanes: readonly Lane[], turn: number, direction: 1 | -1): LaneExit | null {
  let best: LaneExit | null = null;
  for (const lane of lanes) {
    for (const eviction of lane.evictions) {
      const exit = { lane, turn: eviction.turn };
      const ahead = (exit.turn - turn) * direction;
      if (ahead > 0 && (best === null || isNearer(exit, best, direction))) best = exit;
    }
  }
  return best;
}

function isNearer(a: LaneExit, b: LaneExit, direction: 1 | -1): boolean {
  if (a.turn !== b.turn) return (a.turn - b.turn) * direction < 0;
  if (a.lane.missed !== b.lane.missed) return a.lane.missed > b.lane.missed;
  return (a.lane.tokens ?? 0) > (b.lane.tokens ?? 0);
}
