import { getFindingKind } from "../kinds";
import { buildGoneClaims, makeNeedClaim } from "./need-claims";
import { readNeedsOverTime } from "./needs-over-time";
import type { FindingRule } from "../rule/rule";
import { shortenWords } from "../rule/subject";
import { describeEvidence } from "./uses";

export const planRevisedOnEvicted: FindingRule = {
  ...getFindingKind("plan.revised_on_evicted"),
  *find(input) {
    const { session, plans } = input;
    for (const plan of plans) {
      yield undefined;
      const needs = readNeedsOverTime(input);
      const first = plan.revisions[0]?.turn;
      for (const [turn, added] of needs.findAdded(plan)) {
        const gone = added.flatMap((one) => {
          const said = needs.hadLeft(one.block, turn)
            ? makeNeedClaim(input, plan, one.step, one.block)
            : null;
          return said === null
            ? []
            : [{ ...one, claims: [said, ...buildGoneClaims(input, one.block, turn)] }];
        });
        if (gone.length === 0) continue;
        const steps = [...new Set(gone.map(({ step }) => `"${shortenWords(step.text)}"`))];
        const blocks = [...new Set(gone.map(({ block }) => block))];
        const left = Math.min(...blocks.map((block) => needs.findLeftTurn(block, turn) ?? turn));
        yield {
          severity: blocks.every((block) => needs.isRestorable(block, turn)) ? "warning" : "serious",
          from: turn,
          to: turn,
          blocks: blocks.slice(0, 20).flatMap((block) => session.blocks[block]?.id ?? []),
          numbers: { evidence: blocks.length, steps: steps.length },
          sentence: `The plan "${shortenWords(plan.title ?? plan.id)}" was ${turn === first ? "declared" : "revised"} at turn ${turn} with ${steps.length === 1 ? "step" : "steps"} ${steps.slice(0, 3).join(", ")}, which ${steps.length === 1 ? "needs" : "need"} ${describeEvidence(input, blocks)}; that had left the window at turn ${left}.`,
          proof: { view: "plan", turn },
          claims: gone.flatMap(({ claims }) => claims),
        };
      }
    }
  },
};
