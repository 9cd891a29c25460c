import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { countBlocksInWords, buildCasesByCause, describeTurnCount } from "./by-cause";
import { nameWithTurns } from "../rule/subject";

export const masked: FindingRule = {
  ...getFindingKind("eviction.masked"),
  *find(input) {
    const { session, index } = input;
    yield* buildCasesByCause(
      session,
      ({ turn, tokensFreed }) => (tokensFreed ?? 0) > 0 && (index.turn(turn)?.delta.value ?? -1) >= 0,
      ({ evictions, tokens, turns }) => ({
        sentence: `${countBlocksInWords(evictions.length)} (${formatDigits(tokens)} tokens) left the window ${describeTurnCount(turns)} while its total grew${nameWithTurns(input, evictions)}.`,
      }),
      ({ turn }) => [{ is: "usage", turn, of: "delta", atLeast: 0 }],
    );
  },
};
