import { digits } from "../../digits";
import { findingKind } from "../kinds";
import { countedBlocks, casesByCause } from "../evictions/by-cause";
import { keptResults } from "../rule/policy-options";
import type { FindingRule } from "../rule/rule";
import { namesWithTurns } from "../rule/subject";

export const keepViolated: FindingRule = {
  ...findingKind("policy.keep_violated"),
  *find(input) {
    const { session, index } = input;
    const keep = keptResults(session);
    if (keep === null) return;
    const results = session.blocks.flatMap((block, no) =>
      block.kind === "tool_result" ? [{ no, turn: block.createdTurn ?? -1 }] : [],
    );
    const age = new Map(results.map(({ no }, i) => [no, i]));
    const madeBefore = (turn: number) => upperBound(results, turn);
    yield* casesByCause(
      session,
      ({ block, turn, how }) => {
        const position = age.get(block);
        return how === "cleared" && position !== undefined && position >= madeBefore(turn) - keep;
      },
      ({ evictions }) => ({
        sentence: `${countedBlocks(evictions.length)} of the newest ${digits(keep)} results were cleared${namesWithTurns(input, evictions)}.`,
      }),
      ({ block, turn }) => {
        const newer = results.filter(({ no }) => no > block && index.standing.at(no, turn) !== undefined);
        const after = session.blocks[block]?.id;
        return [
          { is: "declared", event: "session.started", turn: 0, says: [keep] },
          { is: "count", n: newer.length, of: { in: "window", turn, kind: "tool_result", after } },
        ];
      },
    );
  },
};

function upperBound(results: readonly { turn: number }[], turn: number): number {
  let [low, high] = [0, results.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((results[middle]?.turn ?? 0) < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}
