import type { History } from "../contract/history";
import { lowerBound } from "../contract/positions";

export function conversationStart(history: History): number {
  const system = history.positions("system");
  let start = 0;
  while (system[start] === start) start++;
  return start;
}

/** At most `limit`; `null` if there is none. Logarithmic. */
export function lastAtOrBefore(positions: readonly number[], limit: number): number | null {
  return positions[lowerBound(positions, limit + 1) - 1] ?? null;
}

/** `null` if there are fewer. */
export function nthNewest(positions: readonly number[], count: number): number | null {
  return positions[positions.length - count] ?? null;
}
