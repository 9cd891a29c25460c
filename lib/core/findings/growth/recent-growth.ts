import type { Turn } from "../../trace/session";
import type { Tokens } from "../../units";

/** Turns over which growth is averaged. */
const RECENT = 8;
const TURNS_MIN = 2;

/** By how much the window grew in each of the last turns. */
export interface RecentGrowth {
  /** The average, above 0. */
  readonly perTurn: Tokens;
  /** The turns that it is the average of; those without a known cause or after a change of the model are left out. */
  readonly turns: number;
}

/** The growth of the last of these turns; `null` where too few say it, or nothing grew. */
export function recentGrowth(turns: readonly Turn[]): RecentGrowth | null {
  const growth = turns
    .slice(-RECENT)
    .flatMap(({ delta }) =>
      delta.value === null || delta.modelChanged || delta.causedByTurn === null ? [] : [delta.value],
    );
  const perTurn = growth.reduce((sum, value) => sum + value, 0) / Math.max(1, growth.length);
  return growth.length < TURNS_MIN || perTurn <= 0 ? null : { perTurn, turns: growth.length };
}
