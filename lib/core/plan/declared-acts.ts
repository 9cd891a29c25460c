import type { Session } from "../trace/session";
import type { PlanAct } from "./acts";

/** The plan that events without a plan's id speak of. */
const ONLY_PLAN = "plan";
export const DECLARED = "declared";

/** What a session's events say of plans. */
export function declaredActs({ records, blocks }: Session): PlanAct[] {
  const numbers = new Map(blocks.map(({ id }, number) => [id, number]));
  return records.flatMap(({ turn, event }): PlanAct[] => {
    switch (event.type) {
      case "plan.declared":
      case "plan.revised":
        return [
          {
            ...placeOf(turn, event.planId),
            do: "state",
            whole: true,
            title: event.title ?? null,
            block: event.block === undefined ? null : (numbers.get(event.block) ?? null),
            reason: event.type === "plan.revised" ? (event.reason ?? null) : null,
            steps: event.steps.map(({ id, text, dependsOn = [], status = null }) => ({
              id,
              text,
              needs: dependsOn,
              status,
            })),
          },
        ];
      case "plan.step": {
        const { step, status, note = null, output = [] } = event;
        return [{ ...placeOf(turn, event.planId), do: "move", step, status, note, outputs: output }];
      }
      case "step.validated": {
        const { step, present, missing, action } = event;
        return [
          {
            ...placeOf(turn, event.planId),
            do: "validate",
            step,
            validation: { turn, present, missing, action },
          },
        ];
      }
      default:
        return [];
    }
  });
}

function placeOf(turn: number, plan = ONLY_PLAN) {
  return { turn, plan, source: DECLARED };
}
