import type { FindingRule } from "../rule";
import { blocksWords, casesByCause, turnsWords } from "./by-cause";

/** Nobody reported it and nothing in the window marks it: neither the operator nor the model can know. */
export const silent: FindingRule = {
  code: "eviction.silent",
  family: "evictions",
  title: "Something left without a word",
  severity: "warning",
  advice:
    "Report every edit of the window, and leave a marker that tells the model that something was there.",
  source: "eviction contract: eviction is explicit, parameterised, reported, and visible to the model",
  *find({ session, index }) {
    yield* casesByCause(
      session,
      ({ turn, cause, reference, toMode, how }) =>
        cause.provenance === "derived" &&
        !index.isDecided(turn) &&
        reference === null &&
        toMode === null &&
        how !== "compacted",
      ({ evictions, tokens, turns }) => ({
        sentence: `${blocksWords(evictions.length)} (${tokens} tokens) left the window ${turnsWords(turns)}; no edit was reported and no marker stands in their place.`,
      }),
    );
  },
};
