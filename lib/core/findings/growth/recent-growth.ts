import type { Turn } from "../../trace/session";
import type { Tokens, TurnIndex } from "../../units";

const RECENT = 8;
const TURNS_MIN = 2;

export interface RecentGrowth {
  readonly perTurn: Tokens;
  readonly turns: number;
  readonly deltas: readonly { readonly turn: TurnIndex; readonly tokens: Tokens }[];
}

/** `null` where too few turns tell, or nothing grew. */
export function computeRecentGrowth(turns: readonly Turn[]): RecentGrowth | null {
  const deltas = turns
    .slice(-RECENT)
    .flatMap(({ index, delta }) =>
      delta.value === null || delta.modelChanged || delta.causedByTurn === null
        ? []
        : [{ turn: index, tokens: delta.value }],
    );
  const perTurn = deltas.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, deltas.length);
  return deltas.length < TURNS_MIN || perTurn <= 0 ? null : { perTurn, turns: deltas.length, deltas };
}
