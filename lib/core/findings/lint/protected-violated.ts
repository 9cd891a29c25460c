import { fullText } from "../../trace/fold/recording";
import type { Eviction } from "../../trace/session";
import { findingKind } from "../kinds";
import { countedBlocks, casesByCause } from "../evictions/by-cause";
import type { FindingInput, FindingRule } from "../rule/rule";
import { isSaidAt, openingOf } from "../rule/said";
import { namesWithTurns } from "../rule/subject";

const RULES = new Set(["system_rules", "repository_instructions"]);

/**
 * Rules, and the task while the user has said nothing after it: later the task may be done. Leaves out compactions, which
 * may restate them, and what another block of the window says word for word.
 */
export const protectedViolated: FindingRule = {
  ...findingKind("policy.protected_violated"),
  *find(input) {
    const { session } = input;
    yield* casesByCause(
      session,
      (one) =>
        one.how !== "compacted" &&
        one.toMode === null &&
        (RULES.has(session.blocks[one.block]?.kind ?? "") || isOpenTask(input, one)) &&
        isUnsaid(input, one),
      ({ evictions }) => ({
        sentence: `${countedBlocks(evictions.length)} of rules or the task left the window, and no other block says ${evictions.length === 1 ? "it" : "them"}${namesWithTurns(input, evictions)}.`,
      }),
      ({ block, turn }) => [{ is: "absent", value: wordsOf(input, block) ?? "", turn }],
    );
  },
};

function isOpenTask({ session, index }: FindingInput, { block, turn }: Eviction): boolean {
  if (session.blocks[block]?.kind !== "user_goal") return false;
  return !session.blocks.some(
    ({ kind }, no) => no > block && kind === "user_message" && (index.life(no)[0]?.from ?? turn + 1) <= turn,
  );
}

function isUnsaid(input: FindingInput, { block, turn }: Eviction): boolean {
  const words = wordsOf(input, block);
  return words !== null && !isSaidAt(input, words, turn);
}

function wordsOf({ session, recording }: FindingInput, block: number): string | null {
  const facts = session.blocks[block];
  return facts === undefined ? null : openingOf(fullText(recording, facts) ?? "");
}
