import type { FindingRule } from "../rule/rule";
import { without } from "../rule/spans";
import { evidenceWords } from "../evidence/uses";
import { orphanCases } from "./orphans";

/** A call in a window whose result had been there, or came later, and is missing: providers refuse it. */
export const orphanCall: FindingRule = {
  code: "window.orphan_tool_call",
  family: "lint",
  title: "A tool call stood without its result",
  severity: "serious",
  advice:
    "Let a policy take a call and its result out together, or leave a placeholder where the result was.",
  source: "provider rule: every tool call is answered by a result before the next message",
  *find(input) {
    yield* orphanCases(
      input,
      ({ call, result }, standing) => {
        const results = standing(result);
        const first = results[0]?.from;
        return first === undefined
          ? []
          : without(standing(call), results).filter(({ from }) => from >= first);
      },
      ({ call }) => call,
      (blocks, turn) => ({
        sentence: `${evidenceWords(input, blocks).replace(/^t/, "T")} stood in the window from turn ${turn} on without the result.`,
      }),
    );
  },
};
