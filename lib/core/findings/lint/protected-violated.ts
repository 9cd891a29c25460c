import { fullText } from "../../trace/fold/recording";
import type { Eviction } from "../../trace/session";
import { findingKind } from "../kinds";
import { NO_RULES, plainText } from "../integrity/constraints";
import { blocksWords, casesByCause } from "../evictions/by-cause";
import type { FindingInput, FindingRule } from "../rule/rule";
import { namesWithTurns } from "../rule/subject";

const PROTECTED = new Set(["system_rules", "repository_instructions", "user_goal"]);

/** Leaves out compactions, which may restate them. */
export const protectedViolated: FindingRule = {
  ...findingKind("policy.protected_violated"),
  *find(input) {
    const { session } = input;
    yield* casesByCause(
      session,
      (one) =>
        one.how !== "compacted" &&
        one.toMode === null &&
        PROTECTED.has(session.blocks[one.block]?.kind ?? "") &&
        !isRestated(input, one),
      ({ evictions }) => ({
        sentence: `${blocksWords(evictions.length)} of rules or the task left the window${namesWithTurns(input, evictions)}.`,
      }),
    );
  },
};

const CHARS_READ = 200_000;

/** Another text that is not a tool's repeats it: the task in a new frame, the rules in a new prompt. */
function isRestated({ session, recording }: FindingInput, { block, turn }: Eviction): boolean {
  const gone = session.blocks[block];
  const text = gone === undefined ? "" : plainText(fullText(recording, gone) ?? "");
  if (text === "") return false;
  return session.residencies.some(({ block: other, version, from, to, mode }) => {
    const { kind, versions } = session.blocks[other] ?? {};
    if (other === block || mode !== "full" || from > turn || (to ?? turn) < turn) return false;
    if (kind === undefined || NO_RULES.has(kind)) return false;
    return plainText((recording.textOf(versions?.[version]) ?? "").slice(0, CHARS_READ)).includes(text);
  });
}
