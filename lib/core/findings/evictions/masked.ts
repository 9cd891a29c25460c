import { digits } from "../../digits";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { countedBlocks, casesByCause, atTurns } from "./by-cause";
import { namesWithTurns } from "../rule/subject";

export const masked: FindingRule = {
  ...findingKind("eviction.masked"),
  *find(input) {
    const { session, index } = input;
    yield* casesByCause(
      session,
      ({ turn, tokensFreed }) => (tokensFreed ?? 0) > 0 && (index.turn(turn)?.delta.value ?? -1) >= 0,
      ({ evictions, tokens, turns }) => ({
        sentence: `${countedBlocks(evictions.length)} (${digits(tokens)} tokens) left the window ${atTurns(turns)} while its total grew${namesWithTurns(input, evictions)}.`,
      }),
      ({ turn }) => [{ is: "usage", turn, of: "delta", atLeast: 0 }],
    );
  },
};
