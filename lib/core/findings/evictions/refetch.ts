import { digits } from "../../digits";
import type { FindingRule } from "../rule";
import { repeatCases, timesWords } from "./repeat-groups";

/** The same call again after its result had left: the window was too small for the work, or the policy forgets too soon. */
export const refetch: FindingRule = {
  code: "refetch.after_eviction",
  family: "evictions",
  title: "A result was fetched again after it had left",
  severity: "warning",
  advice: "Keep more of the newest results, or leave a reference that tells the model what it has seen.",
  source: "eviction contract: silent eviction makes an agent fetch again what it can no longer see",
  *find({ session }) {
    yield* repeatCases(session, "left", (name, times, tokens) => ({
      sentence: `The same call of ${name} was made again ${timesWords(times)} after its result had left the window (${digits(tokens)} tokens fetched anew).`,
    }));
  },
};
