import { z } from "zod";
import type { Message } from "../contract/message";
import { defineWrapper, type WrapperInput, type WrapperResult } from "./wrapper";

const planSignal = z.string().min(1);

const RECITED_ID = "recited-plan";

/** Repeats the plan at the end of every request, so that it is always close to where the model reads. */
export const withRecitation = defineWrapper({
  id: "recitation",
  title: "reciting the plan",
  source: "The plan as it stands is the last message of every request.",
  state: z.object({}),
  correct: correctStep,
});

function correctStep({ history, shown, request }: WrapperInput<object>): WrapperResult {
  const plan = planSignal.safeParse(request.signals.plan).data;
  if (plan === undefined) {
    if (shown.hasInserted(RECITED_ID)) shown.apply([{ status: "withdrawn", id: RECITED_ID }]);
    return {};
  }
  const message: Message = {
    id: RECITED_ID,
    role: "user",
    text: plan,
    source: { kind: "plan", trust: "fact", origin: null },
  };
  shown.apply([{ status: "inserted", before: history.length, message }]);
  const row = {
    from: history.length,
    to: history.length,
    numbers: { tokens: request.countMessage(message) },
  };
  return {
    decisions: [
      {
        ...row,
        action: "insert",
        rule: "recite",
        reason: "The plan is said again at the end.",
        reference: null,
      },
    ],
  };
}
