import { formatCount } from "../../digits";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

export const emptySummary: FindingRule = {
  ...getFindingKind("summary.empty"),
  *find({ session, recording }) {
    for (const { turn, summaryBlock, removed } of session.compactions) {
      const block = summaryBlock === null ? undefined : session.blocks[summaryBlock];
      const text = block === undefined ? null : readFullText(recording, block);
      if (block === undefined || text === null || text.trim() !== "") continue;
      // Only its provider can read the text of a sealed summary.
      if (block.completeness !== "complete") continue;
      yield {
        from: turn,
        to: turn,
        blocks: [block.id],
        numbers: { removed },
        sentence: `The compaction at turn ${turn} took ${formatCount(removed, "block")} away and left a summary without text.`,
        proof: { view: "evictions", turn },
        claims: [{ is: "count", n: 1, of: { in: "window", turn, block: block.id, blank: true } }],
      };
    }
  },
};
