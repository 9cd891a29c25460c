import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { without } from "../rule/spans";
import { evidenceWords } from "../evidence/uses";
import { orphanCases } from "./orphans";

/**
 * Leaves out harnesses that never send calls and describe results in their own words, and calls that a
 * compaction took before any window held them.
 */
export const orphanResult: FindingRule = {
  ...findingKind("window.orphan_tool_result"),
  *find(input) {
    const compacted = new Set(input.session.compactions.map(({ turn }) => turn));
    yield* orphanCases(
      input,
      ({ call, result }, standing) => {
        const [calls, results] = [standing(call), standing(result)];
        const wasSent = calls.length > 0 || results.some(({ from }) => compacted.has(from));
        return wasSent ? without(results, calls) : [];
      },
      ({ result }) => result,
      (blocks, turn) => ({
        sentence: `${evidenceWords(input, blocks).replace(/^t/, "T")} stood in the window from turn ${turn} on without the call.`,
      }),
      "tool_call",
    );
  },
};
