import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { without } from "../rule/spans";
import { evidenceWords } from "../evidence/uses";
import { orphanCases } from "./orphans";

/** Counts only where the result exists. */
export const orphanCall: FindingRule = {
  ...findingKind("window.orphan_tool_call"),
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
      "tool_result",
    );
  },
};
