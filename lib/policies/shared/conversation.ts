import type { History } from "../contract/history";
import { lowerBound } from "../contract/positions";

/** Where the conversation begins: after the leading system messages. */
export function conversationStart(history: History): number {
  const system = history.positions("system");
  let start = 0;
  while (system[start] === start) start++;
  return start;
}

/** The last of ascending positions that is at most `limit`; `null` if there is none. Logarithmic. */
export function lastAtOrBefore(positions: readonly number[], limit: number): number | null {
  return positions[lowerBound(positions, limit + 1) - 1] ?? null;
}

/** The `count`-th newest of ascending positions; `null` if there are fewer. */
export function nthNewest(positions: readonly number[], count: number): number | null {
  return positions[positions.length - count] ?? null;
}
