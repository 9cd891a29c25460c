import type { GateAnswer, GateBody } from "@/lib/api/endpoints/runtime/gate";
import { readMessages } from "@/lib/commands/project/read-messages";
import { usageOfBody } from "@/lib/commands/project/reported-usage";
import type { Database } from "@/lib/db/client";
import { estimateTokens, messageTokens } from "@/lib/policies/shared/estimate";
import { budgetGate, planGate } from "@/lib/runtime/gates";
import { askedSession } from "./asked-session";
import { gateEvent, recordSoon } from "./record";

/** Whether a loop may continue. @throws AppError `invalid_body` by path, `not_found` */
export async function askGate(db: Database, project: string, body: GateBody): Promise<GateAnswer> {
  const session = await askedSession(db, project, body.session);
  const { plan, budget } = body;
  const gates = [
    ...(budget === undefined ? [] : [budgetGate(sizeOf(body), budget)]),
    ...(plan === undefined ? [] : [planGate(plan.written, plan.read)]),
  ];
  return {
    passed: gates.every(({ passed }) => passed),
    gates: gates.map((gate) => ({ ...gate, numbers: { ...gate.numbers } })),
    recorded: recordSoon(
      db,
      session,
      gates.map((gate) => gateEvent(gate, body.turn)),
    ),
  };
}

function sizeOf({ tokens, usage, messages }: GateBody): number | null {
  if (tokens !== undefined) return tokens;
  if (usage !== undefined) {
    const { input, output } = usageOfBody(usage, usage.input);
    return input === null ? null : input + (output ?? 0);
  }
  if (messages === undefined) return null;
  const count = messageTokens(estimateTokens);
  return readMessages({ messages }).messages.reduce((sum, message) => sum + count(message), 0);
}
