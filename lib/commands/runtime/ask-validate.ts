import type { StepOf } from "@/lib/access/step-of";
import type { ValidateAnswer, ValidateBody } from "@/lib/api/endpoints/runtime/validate";
import { AppError } from "@/lib/errors";
import type { ManifestStep, PlanManifest } from "@/lib/runtime/manifest";
import { isPresent, validateStep } from "@/lib/runtime/validate";
import { writeValidation } from "@/lib/runtime/validation-text";
import { readRequestedScene, listNames } from "./requested-scene";
import { findRequestedSession } from "./requested-session";
import { planEvent, recordSoon, type RuntimeEvent } from "./record";

/** Whether a step may run; recorded in its session unless the caller may only read. @throws AppError `invalid_body` by path, `not_found` */
export async function askValidate({
  ctx: { db, project },
  input: { body, mayRecord = true },
}: StepOf<
  "db" | "project",
  { readonly body: ValidateBody; readonly mayRecord?: boolean | undefined }
>): Promise<ValidateAnswer> {
  const session = await findRequestedSession({ ctx: { db, project }, input: body.session });
  const { plan, step } = readStepAsked(body);
  const { scene, remembered } = await readRequestedScene({
    ctx: { db },
    input: { session, body, names: listNames({ plan, step }) },
  });
  const validation = validateStep(scene, plan, step, remembered.needs);
  const { action, needs } = validation;
  const message = writeValidation(step, validation);
  const name = ({ need }: (typeof needs)[number]) => need;
  const events: RuntimeEvent[] = [
    ...(body.plan === undefined || body.plan.recorded ? [] : [planEvent(plan)]),
    {
      type: "step.validated",
      step: step.id,
      ...(body.plan !== undefined && { planId: plan.id }),
      ...(body.turn !== undefined && { turn: body.turn }),
      present: needs.filter(isPresent).map(name),
      missing: needs.filter((need) => !isPresent(need)).map(name),
      action,
    },
  ];
  return {
    step: step.id,
    action,
    needs: needs.map((need) => ({ ...need, missing: [...need.missing] })),
    error: message === null || action === "proceed" ? null : { code: action, message },
    judgedBy: body.messages === undefined ? "newest window" : "messages",
    recorded: mayRecord && recordSoon({ ctx: { db }, input: { session, said: events } }),
  };
}

function readStepAsked({ step, plan }: ValidateBody): { plan: PlanManifest; step: ManifestStep } {
  if (typeof step !== "string") return { plan: plan ?? { id: "plan", title: null, steps: [step] }, step };
  const named = plan?.steps.find(({ id }) => id === step);
  if (plan === undefined || named === undefined) {
    const message =
      plan === undefined
        ? "expected the step with what it needs, or `plan` beside its id"
        : `\`plan\` has no step ${step}; it has ${plan.steps
            .map(({ id }) => id)
            .slice(0, 20)
            .join(", ")}`;
    throw new AppError("invalid_body", `step: ${message}`, [{ path: "step", code: "unknown_step", message }]);
  }
  return { plan, step: named };
}
