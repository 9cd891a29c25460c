import { blocksWords, casesByCause } from "../evictions/by-cause";
import type { FindingRule } from "../rule/rule";
import { namesWithTurns } from "../rule/subject";

const PROTECTED = new Set(["system_rules", "repository_instructions", "user_goal"]);

/** Rules, instructions or the task itself left the window, outside a compaction that may restate them. */
export const protectedViolated: FindingRule = {
  code: "policy.protected_violated",
  family: "lint",
  title: "The task or its rules left the window",
  severity: "serious",
  advice: "Exempt rules and the task from every policy, or re-inject them verbatim.",
  source: "front truncation deletes the framing of the task first, because it is oldest",
  *find(input) {
    const { session } = input;
    yield* casesByCause(
      session,
      ({ block, how, toMode }) =>
        how !== "compacted" && toMode === null && PROTECTED.has(session.blocks[block]?.kind ?? ""),
      ({ evictions }) => ({
        sentence: `${blocksWords(evictions.length)} of rules or the task left the window${namesWithTurns(input, evictions)}.`,
      }),
    );
  },
};
