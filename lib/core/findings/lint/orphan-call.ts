import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { subtractSpans } from "../rule/spans";
import { describeEvidence } from "../evidence/uses";
import { findOrphanCases } from "./orphans";

/** Counts only where the result exists. */
export const orphanCall: FindingRule = {
  ...getFindingKind("window.orphan_tool_call"),
  *find(input) {
    yield* findOrphanCases(
      input,
      ({ call, result }, standing) => {
        const results = standing(result);
        const first = results[0]?.from;
        return first === undefined
          ? []
          : subtractSpans(standing(call), results).filter(({ from }) => from >= first);
      },
      ({ call }) => call,
      (blocks, turn) => ({
        sentence: `${describeEvidence(input, blocks).replace(/^t/, "T")} stood in the window from turn ${turn} on without the result.`,
      }),
      "tool_result",
    );
  },
};
