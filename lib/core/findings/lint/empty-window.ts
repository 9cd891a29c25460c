import { formatDigits } from "../../digits";
import { CLAIMS_MAX } from "../../proof/claim";
import type { Turn } from "../../trace/session";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { turnRuns } from "../rule/runs";

/** A window of which the provider counted something was not empty: the record lacks what stood in it. */
export const emptyWindow: FindingRule = {
  ...getFindingKind("window.empty"),
  *find({ session }) {
    const isEmpty = ({ window, usage }: Turn) =>
      window.known && window.entries === 0 && (usage?.input ?? 0) === 0;
    for (const run of turnRuns(session.turns, isEmpty)) {
      const [first, last] = [run[0], run.at(-1)];
      if (first === undefined || last === undefined || first.index === session.turns[0]?.index) continue;
      yield {
        from: first.index,
        to: last.index,
        blocks: [],
        numbers: { turns: run.length },
        sentence: `Nothing stood in the window ${run.length === 1 ? `of turn ${first.index}` : `for ${formatDigits(run.length)} calls, from turn ${first.index} to ${last.index}`}.`,
        proof: { view: "turn", turn: first.index },
        claims: run
          .slice(0, CLAIMS_MAX)
          .map(({ index: turn }) => ({ is: "count" as const, n: 0, of: { in: "window" as const, turn } })),
      };
    }
  },
};
