import { counted } from "../../digits";
import type { BySource, Turn } from "../../trace/session";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

/** One case: the first turn with this share, and the last. */
export const toolResultsDominate: FindingRule = {
  ...findingKind("context.tool_results_dominate"),
  *find({ session, settings: { toolResultsShare, toolResultsFloor } }) {
    const dominated = session.turns.filter(
      (turn) => sumOf(turn.window.bySource) >= toolResultsFloor && shareOf(turn) > toolResultsShare,
    );
    const [first, last] = [dominated[0], dominated.at(-1)];
    if (first === undefined || last === undefined) return;
    const most = dominated.reduce((best, turn) => (shareOf(turn) > shareOf(best) ? turn : best), first);
    const percent = Math.round(shareOf(most) * 100);
    yield {
      from: first.index,
      to: last.index,
      blocks: [],
      numbers: { percent, turns: dominated.length, thresholdPercent: Math.round(toolResultsShare * 100) },
      sentence: `Tool results fill up to ${percent} % of what is itemised in the window (turn ${most.index}), and more than ${Math.round(toolResultsShare * 100)} % in ${counted(dominated.length, "turn")} from turn ${first.index} on.`,
      proof: { view: "overview", turn: most.index },
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
