import { z } from "zod";
import { EDGE_STATES } from "@/lib/core/evidence/edge";
import { endpoint } from "../../endpoint";
import {
  manifestSchema,
  manifestStepSchema,
  recordedSchema,
  runtimeBase,
  runtimeId,
  runtimeMessages,
} from "./shared";

export const validateBodySchema = z
  .strictObject({
    ...runtimeBase,
    step: z
      .union([runtimeId, manifestStepSchema])
      .describe("a step of `plan` by its id, or the step itself with what it needs"),
    plan: manifestSchema.optional().describe("the plan; needed where `step` is an id"),
    messages: runtimeMessages
      .optional()
      .describe("what is about to be sent; the session's newest window when left out"),
    system: z.unknown().optional().describe("the system prompt, as it is sent to the model"),
  })
  .meta({ id: "ValidateQuestion" });
export type ValidateBody = z.output<typeof validateBodySchema>;

const needReportSchema = z.object({
  need: z.string().describe("what is needed, as the plan names it"),
  state: z
    .enum([...EDGE_STATES, "unknown"])
    .describe("`unknown` where nothing of that name was ever there; see the glossary for the others"),
  block: z.string().nullable().describe("the block that holds it; null where none does"),
  residual: z
    .boolean()
    .describe("gone, and only the model's own words in the window still say what is needed"),
  refetchedBy: z.string().nullable().describe("the call that fetched it again; null where none did"),
  missing: z.array(z.string()).describe("what the step uses of it and what stands there does not say"),
  lastSeen: z
    .object({ turn: z.int().describe("the turn"), block: z.string().describe("the block") })
    .nullable()
    .describe("where it stood last; null where it never did"),
  reference: z.string().nullable().describe("what `restore` gets it back by"),
  call: z
    .object({
      tool: z.string().describe("the tool's name"),
      arguments: z.string().describe("the call's arguments, as JSON"),
    })
    .nullable()
    .describe("the call that brings it back; null where none is known"),
});

export const validateAnswerSchema = z
  .object({
    step: z.string().describe("the step's id"),
    action: z
      .enum(["proceed", "refetch", "replan", "abort"])
      .describe("what the agent should do: continue, fetch what is missing, plan again, or stop"),
    needs: z.array(needReportSchema).describe("everything that the step needs, and where it is"),
    error: z
      .object({
        code: z.enum(["refetch", "replan", "abort"]).describe("the same as `action`"),
        message: z.string().describe("what is missing and what to do, as a sentence"),
      })
      .nullable()
      .describe(
        "null where the step may run; `message` is made for the model to read, recorded text in it is quoted",
      ),
    judgedBy: z
      .enum(["messages", "newest window"])
      .describe("whether the sent messages were judged or the newest window of the session"),
    recorded: recordedSchema.describe(
      "whether the session is going to show it; false where the question names none",
    ),
  })
  .meta({ id: "StepValidation" });
export type ValidateAnswer = z.input<typeof validateAnswerSchema>;

export const postValidate = endpoint({
  method: "POST",
  path: "/api/v1/runtime/validate",
  summary: "Whether a step has in the window what it needs",
  description:
    "Judged before the step runs, by the rules that judge recordings: `proceed` when everything is there, `refetch` when all that is absent can be had again, `replan` when something cannot, `abort` when the step is over or the task itself is gone from the window.",
  scope: "runtime",
  body: { "application/json": validateBodySchema },
  response: validateAnswerSchema,
});
