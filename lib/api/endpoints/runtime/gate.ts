import { z } from "zod";
import { endpoint } from "../../endpoint";
import { usageSchema } from "./project";
import { recordedSchema, runtimeBase, runtimeMessages, runtimeTokens } from "./shared";

const PLAN_CHARS_MAX = 1_000_000;

export const gateBodySchema = z
  .strictObject({
    ...runtimeBase,
    budget: runtimeTokens.optional(),
    tokens: runtimeTokens.optional().describe("the size of the window after what could leave has left"),
    usage: usageSchema.optional().describe("in place of `tokens`: what the newest call read and answered"),
    messages: runtimeMessages
      .optional()
      .describe("in place of `tokens`: estimated at four characters a token"),
    plan: z
      .strictObject({
        written: z.string().max(PLAN_CHARS_MAX),
        read: z.string().max(PLAN_CHARS_MAX).nullable().describe("what came back; null where nothing did"),
      })
      .optional(),
  })
  .refine(({ budget, plan }) => budget !== undefined || plan !== undefined, {
    message: "expected `budget`, `plan` or both: there is nothing to check",
  })
  .meta({ id: "GateQuestion" });
export type GateBody = z.output<typeof gateBodySchema>;

export const gateAnswerSchema = z
  .object({
    passed: z.boolean(),
    gates: z.array(
      z.object({
        gate: z.string(),
        passed: z.boolean(),
        message: z.string(),
        numbers: z.record(z.string(), z.number()),
      }),
    ),
    recorded: recordedSchema,
  })
  .meta({ id: "GateAnswer" });
export type GateAnswer = z.input<typeof gateAnswerSchema>;

export const postGate = endpoint({
  method: "POST",
  path: "/api/v1/runtime/gate",
  summary: "Whether the loop may go on: context budget, plan round trip",
  scope: "runtime",
  body: { "application/json": gateBodySchema },
  response: gateAnswerSchema,
});
