import { getFindingKind } from "../kinds";
import type { Block } from "../../trace/session";
import type { FindingRule } from "../rule/rule";
import { subtractSpans } from "../rule/spans";
import { describeEvidence } from "../evidence/uses";
import { findOrphanCases } from "./orphans";

/**
 * Leaves out harnesses that never send calls and describe results in their own words, and calls that a
 * compaction took before any window held them. A result that a file lists before its call was made is one of a file out of order.
 */
export const orphanResult: FindingRule = {
  ...getFindingKind("window.orphan_tool_result"),
  *find(input) {
    const compacted = new Set(input.session.compactions.map(({ turn }) => turn));
    yield* findOrphanCases(
      input,
      ({ call, result }, standing) => {
        if (result < call && isMadeHere(input.session.blocks[call])) return [];
        const [calls, results] = [standing(call), standing(result)];
        const wasSent = calls.length > 0 || results.some(({ from }) => compacted.has(from));
        return wasSent ? subtractSpans(results, calls) : [];
      },
      ({ result }) => result,
      (blocks, turn) => ({
        sentence: `${describeEvidence(input, blocks).replace(/^t/, "T")} stood in the window from turn ${turn} on without the call.`,
      }),
      "tool_call",
    );
  },
};

function isMadeHere(call: Block | undefined): boolean {
  return call !== undefined && call.createdTurn !== null;
}
