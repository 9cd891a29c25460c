import { indexValuePresence } from "../../proof/value-presence";
import { readFullText } from "../../trace/fold/recording";
import type { Eviction } from "../../trace/session";
import { getFindingKind } from "../kinds";
import { countBlocksInWords, buildCasesByCause } from "../evictions/by-cause";
import type { FindingInput, FindingRule } from "../rule/rule";
import { readOpeningWords } from "../rule/opening-words";
import { nameWithTurns } from "../rule/subject";

const RULES = new Set(["system_rules", "repository_instructions"]);

/**
 * Rules, and the task while the user has said nothing after it: later the task may be done. Leaves out compactions, which
 * may restate them, and what another block of the window says word for word.
 */
export const protectedViolated: FindingRule = {
  ...getFindingKind("policy.protected_violated"),
  *find(input) {
    const { session } = input;
    const isOpen = openTasksIn(input);
    const evictions = session.evictions.filter(
      (eviction) =>
        eviction.how !== "compacted" &&
        eviction.toMode === null &&
        (RULES.has(session.blocks[eviction.block]?.kind ?? "") || isOpen(eviction)),
    );
    const saidIndex = indexValuePresence(input.recording);
    yield* saidIndex.prepareInSteps(evictions.flatMap(({ block }) => readOpening(input, block) ?? []));
    const goneEvictions = new Set(
      evictions.filter(({ block, turn }) => {
        const words = readOpening(input, block);
        return words !== null && !saidIndex.isSaid(words, turn);
      }),
    );
    yield* buildCasesByCause(
      session,
      (eviction) => goneEvictions.has(eviction),
      ({ evictions }) => ({
        sentence: `${countBlocksInWords(evictions.length)} of rules or the task left the window, and no other block says ${evictions.length === 1 ? "it" : "them"}${nameWithTurns(input, evictions)}.`,
      }),
      ({ block, turn }) => [{ is: "absent", value: readOpening(input, block) ?? "", turn }],
    );
  },
};

/** Whether a task left before the user said anything that came into the session after it. */
function openTasksIn({ session, index }: FindingInput): (eviction: Eviction) => boolean {
  // By number of the block, the first turn in which a message stood that came into the session after it.
  const answered: number[] = [];
  let first = Infinity;
  for (let no = session.blocks.length - 1; no >= 0; no--) {
    answered[no] = first;
    if (session.blocks[no]?.kind === "user_message")
      first = Math.min(first, index.listResidencies(no)[0]?.from ?? Infinity);
  }
  return ({ block, turn }) =>
    session.blocks[block]?.kind === "user_goal" && (answered[block] ?? Infinity) > turn;
}

function readOpening({ session, recording }: FindingInput, block: number): string | null {
  const facts = session.blocks[block];
  return facts === undefined ? null : readOpeningWords(readFullText(recording, facts) ?? "");
}
