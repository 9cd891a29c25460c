import { digits } from "../../digits";
import type { FindingRule } from "../rule/rule";
import { blocksWords, casesByCause, turnsWords } from "./by-cause";
import { namesWithTurns } from "../rule/subject";

/** The total rose although something left: whoever watches totals cannot see it. */
export const masked: FindingRule = {
  code: "eviction.masked",
  family: "evictions",
  title: "A larger arrival hid what left",
  severity: "note",
  advice: "Watch what leaves item by item; the total of this turn says growth.",
  source: "windows compared item by item: a rise of the total does not exclude an eviction",
  *find(input) {
    const { session, index } = input;
    yield* casesByCause(
      session,
      ({ turn, tokensFreed }) => (tokensFreed ?? 0) > 0 && (index.turn(turn)?.delta.value ?? -1) >= 0,
      ({ evictions, tokens, turns }) => ({
        sentence: `${blocksWords(evictions.length)} (${digits(tokens)} tokens) left the window ${turnsWords(turns)} while its total grew${namesWithTurns(input, evictions)}.`,
      }),
    );
  },
};
