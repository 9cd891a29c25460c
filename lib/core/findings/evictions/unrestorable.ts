import { digits } from "../../digits";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { blocksWords, casesByCause, EVIDENCE_KINDS, turnsWords } from "./by-cause";
import { namesWithTurns } from "../rule/subject";

export const unrestorable: FindingRule = {
  ...findingKind("eviction.unrestorable"),
  *find(input) {
    const { session, index } = input;
    yield* casesByCause(
      session,
      ({ turn, block, restorable, how }) =>
        !restorable &&
        !index.isDecided(turn) &&
        how !== "compacted" &&
        EVIDENCE_KINDS.has(session.blocks[block]?.kind ?? "other"),
      ({ evictions, tokens, turns, by }) => ({
        sentence: `${blocksWords(evictions.length)} of evidence (${digits(tokens)} tokens) left the window ${turnsWords(turns)}${by}, and no reference was left${namesWithTurns(input, evictions)}.`,
      }),
    );
  },
};
