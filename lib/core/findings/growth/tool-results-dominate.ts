import type { BySource, Turn } from "../../trace/session";
import { SOURCE_KINDS } from "../../vocabulary";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

/** One case: the first turn with this share, and the last. */
export const toolResultsDominate: FindingRule = {
  ...getFindingKind("context.tool_results_dominate"),
  *find({ session, settings: { toolResultsShare, toolResultsFloor } }) {
    const dominated = session.turns.filter(
      (turn) => sumOf(turn.window.bySource) >= toolResultsFloor && shareOf(turn) > toolResultsShare,
    );
    const [first, last] = [dominated[0], dominated.at(-1)];
    if (first === undefined || last === undefined) return;
    const fullestTurn = dominated.reduce(
      (best, turn) => (shareOf(turn) > shareOf(best) ? turn : best),
      first,
    );
    const percent = Math.round(shareOf(fullestTurn) * 100);
    yield {
      from: first.index,
      to: last.index,
      blocks: [],
      numbers: { percent, turns: dominated.length, thresholdPercent: Math.round(toolResultsShare * 100) },
      sentence: `Tool results fill ${percent} % of what is recorded of the window of turn ${fullestTurn.index}.`,
      proof: { view: "overview", turn: fullestTurn.index },
      claims: SOURCE_KINDS.flatMap((kind) => {
        const tokens = fullestTurn.window.bySource[kind];
        return tokens === undefined
          ? []
          : [{ is: "usage" as const, turn: fullestTurn.index, of: kind, atLeast: tokens, atMost: tokens }];
      }),
    };
  },
};

function shareOf({ window: { bySource } }: Turn): number {
  const sum = sumOf(bySource);
  return sum === 0 ? 0 : (bySource.tool_result ?? 0) / sum;
}

function sumOf(bySource: BySource): number {
  return Object.values(bySource).reduce((sum, tokens) => sum + tokens, 0);
}
