import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { claimStatement } from "./need-claims";

export const stepUnvalidated: FindingRule = {
  ...getFindingKind("step.unvalidated"),
  *find(input) {
    const { session, plans, evidence } = input;
    const last = session.turns.at(-1)?.index ?? 0;
    const missedSteps = new Set(
      evidence.edges
        .filter(({ kind, executed, state }) => kind === "declared" && executed && state === "dangling")
        .map(({ to }) => JSON.stringify([to.plan, to.step])),
    );
    for (const plan of plans) {
      const validates = plan.steps.some(({ validations }) => validations.length > 0);
      for (const step of plan.steps) {
        const { id, text, needs, validations, executedTurn } = step;
        const needClaim = claimStatement(input, plan, step, needs[0] ?? "");
        if (executedTurn === null || needs.length === 0 || validations.length > 0) continue;
        if (needClaim === null) continue;
        if (!validates && !missedSteps.has(JSON.stringify([plan.id, id]))) continue;
        yield {
          from: executedTurn,
          to: executedTurn,
          blocks: [],
          numbers: { needs: needs.length },
          sentence: `Step "${text.slice(0, 80)}" declares ${needs.length === 1 ? "one need" : `${formatDigits(needs.length)} needs`} and ran at turn ${executedTurn} without a check.`,
          proof: { view: "plan", turn: executedTurn },
          claims: [
            needClaim,
            {
              is: "count",
              n: 0,
              of: { in: "records", event: "step.validated", from: 0, to: last, says: [id] },
            },
          ],
        };
      }
    }
  },
};
