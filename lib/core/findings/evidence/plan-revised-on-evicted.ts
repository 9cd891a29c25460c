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
      for (const [turn, addedNeeds] of needs.findAdded(plan)) {
        const goneNeeds = addedNeeds.flatMap((need) => {
          const needClaim = needs.hadLeft(need.block, turn)
            ? makeNeedClaim(input, plan, need.step, need.block)
            : null;
          return needClaim === null
            ? []
            : [{ ...need, claims: [needClaim, ...buildGoneClaims(input, need.block, turn)] }];
        });
        if (goneNeeds.length === 0) continue;
        const steps = [...new Set(goneNeeds.map(({ step }) => `"${shortenWords(step.text)}"`))];
        const blocks = [...new Set(goneNeeds.map(({ block }) => block))];
        const leftTurn = Math.min(...blocks.map((block) => needs.findLeftTurn(block, turn) ?? turn));
        yield {
          severity: blocks.every((block) => needs.isRestorable(block, turn)) ? "warning" : "serious",
          from: turn,
          to: turn,
          blocks: blocks.slice(0, 20).flatMap((block) => session.blocks[block]?.id ?? []),
          numbers: { evidence: blocks.length, steps: steps.length },
          sentence: `The plan "${shortenWords(plan.title ?? plan.id)}" was ${turn === first ? "declared" : "revised"} at turn ${turn} with ${steps.length === 1 ? "step" : "steps"} ${steps.slice(0, 3).join(", ")}, which ${steps.length === 1 ? "needs" : "need"} ${describeEvidence(input, blocks)}; that had left the window at turn ${leftTurn}.`,
          proof: { view: "plan", turn },
          claims: goneNeeds.flatMap(({ claims }) => claims),
        };
      }
    }
  },
};
