import { z } from "zod";
import { endpoint } from "../../endpoint";
import { usageSchema } from "./project";
import { recordedSchema, runtimeBase, runtimeMessages, runtimeTokens } from "./shared";

const PLAN_CHARS_MAX = 1_000_000;

export const gateBodySchema = z
  .strictObject({
    ...runtimeBase,
    budget: runtimeTokens.optional().describe("tokens that a request may take"),
    tokens: runtimeTokens.optional().describe("the size of the window after what could leave has left"),
    usage: usageSchema.optional().describe("in place of `tokens`: what the newest call read and answered"),
    messages: runtimeMessages
      .optional()
      .describe("in place of `tokens`: estimated at four characters a token"),
    plan: z
      .strictObject({
        written: z.string().max(PLAN_CHARS_MAX).describe("the plan as it was written"),
        read: z.string().max(PLAN_CHARS_MAX).nullable().describe("what came back; null where nothing did"),
      })
      .optional()
      .describe("the plan as it was written and as the agent read it back"),
  })
  .refine(({ budget, plan }) => budget !== undefined || plan !== undefined, {
    message: "expected `budget`, `plan` or both: there is nothing to check",
  })
  .meta({ id: "GateQuestion" });
export type GateBody = z.output<typeof gateBodySchema>;

export const gateAnswerSchema = z
  .object({
    passed: z.boolean().describe("whether every gate holds"),
    gates: z
      .array(
        z.object({
          gate: z.string().describe("the gate's name"),
          passed: z.boolean().describe("whether it holds"),
          message: z.string().describe("the result as a sentence"),
          numbers: z.record(z.string(), z.number()).describe("the figures of the result, by name"),
        }),
      )
      .describe("the gates that were checked"),
    recorded: recordedSchema.describe(
      "whether the session is going to show it; false where the question names none",
    ),
  })
  .meta({ id: "GateAnswer" });
export type GateAnswer = z.input<typeof gateAnswerSchema>;

export const postGate = endpoint({
  method: "POST",
  path: "/api/v1/runtime/gate",
  summary: "Whether the loop may go on: context budget, plan round trip",
  description:
    "Answers for each gate that the question has figures for. With `session` the result is recorded.",
  scope: "runtime",
  body: { "application/json": gateBodySchema },
  response: gateAnswerSchema,
});
