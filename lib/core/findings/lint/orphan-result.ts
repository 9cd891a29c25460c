import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { without } from "../rule/spans";
import { evidenceWords } from "../evidence/uses";
import { orphanCases } from "./orphans";

/**
 * A tool result in a window without the call that it answers: providers refuse it. A harness that never sends calls, but
 * describes results in words of its own, is not meant; a call that a compaction took before any window held it is.
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
    );
  },
};
