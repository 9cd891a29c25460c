import type { Plan } from "@/lib/core/evidence/plan/steps/plan";
import { rowsFor } from "@/lib/db/derived/table";
import { PLAN } from "@/lib/db/derived/tables";
import type { Analysis } from "./analysis";

const STEP_CHARS_MAX = 1_000;

export const plans: Analysis = {
  id: "plans",
  rows: (analysed) => [
    rowsFor(
      PLAN,
      analysed.plans.map((plan, no) => ({ no, id: plan.id, body: shortened(plan) })),
    ),
  ],
};

function shortened(plan: Plan): Plan {
  const steps = plan.steps.map((step) => ({
    ...step,
    text: step.text.slice(0, STEP_CHARS_MAX).toWellFormed(),
  }));
  return { ...plan, steps };
}
