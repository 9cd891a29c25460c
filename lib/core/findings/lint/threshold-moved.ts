import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

export const thresholdMoved: FindingRule = {
  ...getFindingKind("policy.threshold_moved"),
  *find({ session }) {
    const thresholds = new Map<string, { readonly threshold: number; readonly turn: number }>();
    for (const { turn, cause, block } of session.evictions) {
      const threshold = cause.numbers?.threshold;
      if (threshold === undefined || cause.provenance !== "reported") continue;
      const rule = `${cause.policy ?? ""} ${cause.rule ?? ""}`.trim();
      const before = thresholds.get(rule);
      if (before === undefined) thresholds.set(rule, { threshold, turn });
      else if (before.threshold !== threshold) {
        thresholds.set(rule, { threshold, turn });
        yield {
          from: turn,
          to: turn,
          blocks: [session.blocks[block]?.id ?? []].flat(),
          numbers: { before: before.threshold, after: threshold },
          sentence: `${rule === "" ? "The policy" : rule} fired at ${formatDigits(threshold)} at turn ${turn} where it had fired at ${formatDigits(before.threshold)} at turn ${before.turn}.`,
          proof: { view: "evictions", turn },
          claims: [
            { is: "declared", event: "context.edited", turn: before.turn, says: [before.threshold] },
            { is: "declared", event: "context.edited", turn, says: [threshold] },
          ],
        };
      }
    }
  },
};
