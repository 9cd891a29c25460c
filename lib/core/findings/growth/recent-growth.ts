import type { Turn } from "../../trace/session";
import type { Tokens } from "../../units";

const RECENT = 8;
const TURNS_MIN = 2;

export interface RecentGrowth {
  readonly perTurn: Tokens;
  readonly turns: number;
}

/** `null` where too few turns tell, or nothing grew. */
export function recentGrowth(turns: readonly Turn[]): RecentGrowth | null {
  const growth = turns
    .slice(-RECENT)
    .flatMap(({ delta }) =>
      delta.value === null || delta.modelChanged || delta.causedByTurn === null ? [] : [delta.value],
    );
  const perTurn = growth.reduce((sum, value) => sum + value, 0) / Math.max(1, growth.length);
  return growth.length < TURNS_MIN || perTurn <= 0 ? null : { perTurn, turns: growth.length };
}
