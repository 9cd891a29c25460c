import { digits } from "../../digits";
import type { FindingRule } from "../rule/rule";

/** The same rule fired at different thresholds within one session. */
export const thresholdMoved: FindingRule = {
  code: "policy.threshold_moved",
  family: "lint",
  title: "A rule's threshold changed during the session",
  severity: "note",
  advice: "Fix the policy's options for a session, or report the change with its reason.",
  source: "eviction contract: eviction is parameterised, and its parameters are known",
  *find({ session }) {
    const known = new Map<string, number>();
    for (const { turn, cause, block } of session.evictions) {
      const threshold = cause.numbers?.threshold;
      if (threshold === undefined) continue;
      const rule = `${cause.policy ?? ""} ${cause.rule ?? ""}`.trim();
      const before = known.get(rule);
      if (before === undefined) known.set(rule, threshold);
      else if (before !== threshold) {
        known.set(rule, threshold);
        yield {
          from: turn,
          to: turn,
          blocks: [session.blocks[block]?.id ?? []].flat(),
          numbers: { before, after: threshold },
          sentence: `${rule === "" ? "The policy" : rule} fired at ${digits(threshold)} where it had fired at ${digits(before)}.`,
          proof: { view: "evictions", turn },
        };
      }
    }
  },
};
