import { digits } from "../../digits";
import type { FindingRule } from "../rule";
import { without } from "../spans";
import { orphanCases } from "./orphans";

/**
 * A tool result in a window without the call that it answers: providers refuse it. A harness that never sends calls, but
 * tells of results in words of its own, is not meant.
 */
export const orphanResult: FindingRule = {
  code: "window.orphan_tool_result",
  family: "lint",
  title: "A tool result stood without its call",
  severity: "serious",
  advice: "Let a policy take a call and its result out together, and cut histories only between such pairs.",
  source: "provider rule: a tool result follows the call that it answers",
  *find(input) {
    yield* orphanCases(
      input,
      ({ call, result }, standing) => {
        const calls = standing(call);
        return calls.length === 0 ? [] : without(standing(result), calls);
      },
      ({ result }) => result,
      (count) => ({
        sentence: `${count === 1 ? "A tool result" : `${digits(count)} tool results`} stood in the window without the call.`,
      }),
    );
  },
};
