import type { FindingRule } from "../rule";
import { blocksWords, casesByTurn, EVIDENCE_KINDS } from "./by-turn";

/** Evidence that left, outside a compaction, without anything by which it can be had again. */
export const unrestorable: FindingRule = {
  code: "eviction.unrestorable",
  family: "evictions",
  title: "Evidence left and nothing says how to get it back",
  severity: "warning",
  advice: "Leave a path, a URL or an artifact in the window when a payload leaves it.",
  source: "restoration contract: whatever leaves the window leaves a reference sufficient to get it back",
  *find({ session }) {
    yield* casesByTurn(
      session,
      ({ block, restorable, how }) =>
        !restorable && how !== "compacted" && EVIDENCE_KINDS.has(session.blocks[block]?.kind ?? "other"),
      (evictions, tokens) => ({
        sentence: `${blocksWords(evictions.length)} of evidence (${tokens} tokens) left the window and no reference was left.`,
      }),
    );
  },
};
