import { z } from "zod";
import { endpoint } from "../../endpoint";
import { reportedUsageSchema } from "./project";
import { manifestSchema, recordedSchema, runtimeBase, runtimeMessages, runtimeTokens } from "./shared";

const PLAN_CHARS_MAX = 1_000_000;

export const gateBodySchema = z
  .strictObject({
    ...runtimeBase,
    budget: runtimeTokens.optional().describe("tokens that a request may take"),
    tokens: runtimeTokens.optional().describe("the size of the window after what could leave has left"),
    usage: reportedUsageSchema
      .optional()
      .describe("in place of `tokens`: what the newest call read and answered"),
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
    evidence: manifestSchema
      .optional()
      .describe(
        "the plan with what its steps need: what an open step needs must stand in `messages`, else in the session's newest window",
      ),
    system: z.unknown().optional().describe("the system prompt, as it is sent to the model"),
  })
  .refine(
    ({ budget, plan, evidence }) => budget !== undefined || plan !== undefined || evidence !== undefined,
    { message: "expected `budget`, `plan`, `evidence` or more of them: there is nothing to check" },
  )
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
  summary: "Whether the loop may go on: context budget, plan round trip, evidence of open steps",
  description:
    "Answers for each gate that the question has figures for. With `session` the result is recorded.",
  scope: "runtime",
  body: { "application/json": gateBodySchema },
  response: gateAnswerSchema,
});
