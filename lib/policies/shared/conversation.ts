import type { History } from "../contract/history";
import { findLowerBound } from "../contract/positions";

export function findConversationStart(history: History): number {
  const system = history.positions("system");
  let start = 0;
  while (system[start] === start) start++;
  return start;
}

/** At most `limit`; `null` if there is none. Logarithmic. */
export function findLastAtOrBefore(positions: readonly number[], limit: number): number | null {
  return positions[findLowerBound(positions, limit + 1) - 1] ?? null;
}

/** `null` if there are fewer. */
export function findNthNewest(positions: readonly number[], count: number): number | null {
  return positions[positions.length - count] ?? null;
}
