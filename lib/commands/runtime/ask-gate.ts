import type { StepOf } from "@/lib/access/step-of";
import type { GateAnswer, GateBody } from "@/lib/api/endpoints/runtime/gate";
import { readMessages } from "@/lib/commands/project/read-messages";
import { readUsageOfBody } from "@/lib/commands/project/reported-usage";
import type { Database } from "@/lib/db/client";
import { estimateTokens, makeMessageCounter } from "@/lib/policies/shared/estimate";
import type { RuntimeGateResult } from "@/lib/runtime/gates";
import { checkBudget, checkEvidence, planGate } from "@/lib/runtime/gates";
import type { PlanManifest } from "@/lib/runtime/manifest";
import { isOpenStep } from "@/lib/runtime/manifest";
import { validateStep } from "@/lib/runtime/validate";
import { readRequestedScene, listNames } from "./requested-scene";
import { findRequestedSession, type RequestedSession } from "./requested-session";
import { makeGateEvent, recordSoon } from "./record";

/** Whether a loop may continue. @throws AppError `invalid_body` by path, `not_found` */
export async function askGate({
  ctx: { db, project },
  input: body,
}: StepOf<"db" | "project", GateBody>): Promise<GateAnswer> {
  const session = await findRequestedSession({ ctx: { db, project }, input: body.session });
  const { plan, budget, evidence } = body;
  const gates = [
    ...(budget === undefined ? [] : [checkBudget(sizeOf(body), budget)]),
    ...(plan === undefined ? [] : [planGate(plan.written, plan.read)]),
    ...(evidence === undefined ? [] : [await askEvidence(db, session, body, evidence)]),
  ];
  return {
    passed: gates.every(({ passed }) => passed),
    gates: gates.map((gate) => ({ ...gate, numbers: { ...gate.numbers } })),
    recorded: recordSoon({
      ctx: { db },
      input: { session, said: gates.map((gate) => makeGateEvent({ gate, turn: body.turn })) },
    }),
  };
}

async function askEvidence(
  db: Database,
  session: RequestedSession | null,
  body: GateBody,
  plan: PlanManifest,
): Promise<RuntimeGateResult> {
  const open = plan.steps.filter(isOpenStep);
  const names = open.flatMap((step) => listNames({ plan, step }));
  const { scene, remembered } = await readRequestedScene({ ctx: { db }, input: { session, body, names } });
  return checkEvidence(
    open.map((step) => ({ step, needs: validateStep(scene, plan, step, remembered.needs).needs })),
  );
}

function sizeOf({ tokens, usage, messages }: GateBody): number | null {
  if (tokens !== undefined) return tokens;
  if (usage !== undefined) {
    const { input, output } = readUsageOfBody({ usage, whole: usage.input });
    return input === null ? null : input + (output ?? 0);
  }
  if (messages === undefined) return null;
  const count = makeMessageCounter(estimateTokens);
  return readMessages({ messages }).messages.reduce((sum, message) => sum + count(message), 0);
}
