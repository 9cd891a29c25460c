import type { FindingRule } from "../rule";
import { repeatCases, timesWords } from "./repeat-groups";

/** The same call again while its result was in the window: it was there, and was not used. */
export const duplicateCall: FindingRule = {
  code: "call.duplicate",
  family: "evictions",
  title: "A call was repeated while its result was there",
  severity: "warning",
  advice: "Look at where the result stands: deep in a long window, or among many that look like it.",
  source:
    "duplicate work as the first sign of a saturated window: degraded recall over the agent's own calls",
  *find({ session }) {
    yield* repeatCases(session, "in_window", (name, times) => ({
      sentence: `The same call of ${name} was made again ${timesWords(times)} while its result stood in the window.`,
    }));
  },
};
