import type { FindingRule } from "../rule";
import { without } from "./call-pairs";
import { orphanCases } from "./orphans";

/** A tool result in a window without the call that it answers: providers refuse it, or the model cannot place it. */
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
      ({ call, result }, standing) => without(standing(result), standing(call)),
      ({ result }) => result,
      (count) => ({
        sentence: `${count === 1 ? "A tool result" : `${count} tool results`} stood in the window without the call.`,
      }),
    );
  },
};
