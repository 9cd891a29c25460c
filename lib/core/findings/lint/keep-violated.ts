import { digits } from "../../digits";
import { blocksWords, casesByCause } from "../evictions/by-cause";
import { keptResults } from "../rule/policy-options";
import type { FindingRule } from "../rule/rule";
import { namesWithTurns } from "../rule/subject";

/** One of the newest results, which the policy was told to keep, was cleared. */
export const keepViolated: FindingRule = {
  code: "policy.keep_violated",
  family: "lint",
  title: "One of the newest results was cleared in spite of the policy's keep",
  severity: "serious",
  advice: "Compare the policy's options with its edits: the newest results named by keep must stay.",
  source: "keep of a clearing policy: the newest N tool uses are not eligible",
  *find(input) {
    const { session } = input;
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
        sentence: `${blocksWords(evictions.length)} of the newest ${digits(keep)} results were cleared${namesWithTurns(input, evictions)}.`,
      }),
    );
  },
};

/** How many results had come by a turn; results are in order of their turns. */
function upperBound(results: readonly { turn: number }[], turn: number): number {
  let [low, high] = [0, results.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((results[middle]?.turn ?? 0) < turn) low = middle + 1;
    else high = middle;
  }
  return low;
}
