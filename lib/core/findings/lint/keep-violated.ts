import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import { countBlocksInWords, buildCasesByCause } from "../evictions/by-cause";
import { countKeptResults } from "../rule/policy-options";
import type { FindingRule } from "../rule/rule";
import { nameWithTurns } from "../rule/subject";

export const keepViolated: FindingRule = {
  ...getFindingKind("policy.keep_violated"),
  *find(input) {
    const { session, index } = input;
    const keep = countKeptResults(session);
    if (keep === null) return;
    const results = session.blocks.flatMap((block, no) =>
      block.kind === "tool_result" ? [{ no, turn: block.createdTurn ?? -1 }] : [],
    );
    const age = new Map(results.map(({ no }, i) => [no, i]));
    const countMadeBefore = (turn: number) => findUpperBound(results, turn);
    yield* buildCasesByCause(
      session,
      ({ block, turn, how }) => {
        const position = age.get(block);
        return how === "cleared" && position !== undefined && position >= countMadeBefore(turn) - keep;
      },
      ({ evictions }) => ({
        sentence: `${countBlocksInWords(evictions.length)} of the newest ${formatDigits(keep)} results were cleared${nameWithTurns(input, evictions)}.`,
      }),
      ({ block, turn }) => {
        const newer = results.filter(({ no }) => no > block && index.standing.findAt(no, turn) !== undefined);
        const after = session.blocks[block]?.id;
        return [
          { is: "declared", event: "session.started", turn: 0, says: [keep] },
          { is: "count", n: newer.length, of: { in: "window", turn, kind: "tool_result", after } },
        ];
      },
    );
  },
};

function findUpperBound(results: readonly { turn: number }[], turn: number): number {
  let [low, high] = [0, results.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((results[middle]?.turn ?? 0) < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}
