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
    plan: manifestSchema.optional(),
    messages: runtimeMessages
      .optional()
      .describe("what is about to be sent; the session's newest window when left out"),
    system: z.unknown().optional(),
  })
  .meta({ id: "ValidateQuestion" });
export type ValidateBody = z.output<typeof validateBodySchema>;

const needReportSchema = z.object({
  need: z.string(),
  state: z
    .enum([...EDGE_STATES, "unknown"])
    .describe("`unknown` where nothing of that name was ever there; see the glossary for the others"),
  block: z.string().nullable(),
  residual: z
    .boolean()
    .describe("gone, and only the model's own words in the window still say what is needed"),
  refetchedBy: z.string().nullable(),
  missing: z.array(z.string()).describe("what the step uses of it and what stands there does not say"),
  lastSeen: z.object({ turn: z.int(), block: z.string() }).nullable(),
  reference: z.string().nullable().describe("what `restore` gets it back by"),
  call: z.object({ tool: z.string(), arguments: z.string() }).nullable(),
});

export const validateAnswerSchema = z
  .object({
    step: z.string(),
    action: z.enum(["proceed", "refetch", "replan", "abort"]),
    needs: z.array(needReportSchema),
    error: z
      .object({ code: z.enum(["refetch", "replan", "abort"]), message: z.string() })
      .nullable()
      .describe(
        "null where the step may run; `message` is made for the model to read, recorded text in it is quoted",
      ),
    judgedBy: z.enum(["messages", "newest window"]),
    recorded: recordedSchema,
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
