import { digits } from "../../digits";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";

export const stepUnvalidated: FindingRule = {
  ...findingKind("step.unvalidated"),
  *find({ plans, evidence }) {
    const missed = new Set(
      evidence.edges
        .filter(({ kind, executed, state }) => kind === "declared" && executed && state === "dangling")
        .map(({ to }) => JSON.stringify([to.plan, to.step])),
    );
    for (const plan of plans) {
      const validates = plan.steps.some(({ validations }) => validations.length > 0);
      for (const { id, text, needs, validations, executedTurn } of plan.steps) {
        if (executedTurn === null || needs.length === 0 || validations.length > 0) continue;
        if (!validates && !missed.has(JSON.stringify([plan.id, id]))) continue;
        yield {
          from: executedTurn,
          to: executedTurn,
          blocks: [],
          numbers: { needs: needs.length },
          sentence: `Step "${text.slice(0, 80)}" declares ${needs.length === 1 ? "one need" : `${digits(needs.length)} needs`} and ran at turn ${executedTurn} without a check.`,
          proof: { view: "plan", turn: executedTurn },
        };
      }
    }
  },
};
