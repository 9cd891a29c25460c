import { z } from "zod";
import { CHECKPOINT_FIELDS } from "@/lib/core/checkpoint/fields";
import { STATED_NOTE_CHARS_MAX } from "@/lib/core/trace/limits";
import { endpoint } from "../../endpoint";
import { manifestSchema, recordedSchema, runtimeBase, runtimeMessages } from "./shared";

export const checkpointBodySchema = z
  .strictObject({
    ...runtimeBase,
    state: z
      .record(z.string(), z.json())
      .describe("the state object: task, constraints, decisions, ruled out, plan, evidence, next action"),
    task: z
      .string()
      .max(STATED_NOTE_CHARS_MAX)
      .optional()
      .describe("the original request word for word; the first message of the user when left out"),
    messages: runtimeMessages.default([]).describe("the window that the state is to stand in for"),
    system: z.unknown().optional().describe("the system prompt, as it is sent to the model"),
    constraints: z
      .array(z.string().max(STATED_NOTE_CHARS_MAX))
      .max(1_000)
      .default([])
      .describe("rules that have to survive a restart, in their own words"),
    plan: manifestSchema.optional().describe("the plan with its steps"),
    tail: z.int().min(0).max(1_000).default(0).describe("messages at the end that are kept word for word"),
    reason: z.string().max(STATED_NOTE_CHARS_MAX).optional().describe("why the checkpoint is taken"),
  })
  .meta({ id: "CheckpointQuestion" });
export type CheckpointBody = z.output<typeof checkpointBodySchema>;

export const checkpointAnswerSchema = z
  .object({
    ok: z.boolean().describe("whether the state is enough to restart from"),
    action: z
      .enum(["restart", "repair", "split"])
      .describe("`repair`: the state lacks something; `split`: a second restart in a row is refused"),
    problems: z
      .array(
        z.object({
          field: z.enum(CHECKPOINT_FIELDS).describe("which field of the state"),
          message: z.string().describe("what is missing, as a sentence"),
        }),
      )
      .describe("what is missing in the state"),
    message: z
      .string()
      .nullable()
      .describe("made for the model that wrote the state; null where it is whole"),
    messages: z
      .array(z.unknown())
      .nullable()
      .describe("what to start again with; null unless `action` is `restart`"),
    restarts: z.int().describe("restarts without a concluded step between, this one included"),
    recorded: recordedSchema.describe(
      "whether the session is going to show it; false where the question names none",
    ),
  })
  .meta({ id: "Checkpoint" });
export type CheckpointAnswer = z.input<typeof checkpointAnswerSchema>;

export const postCheckpoint = endpoint({
  method: "POST",
  path: "/api/v1/runtime/checkpoint",
  summary: "Check a state object and start again from it",
  description:
    "The state is checked against the session: the task word for word, constraints quoted, open steps named, references that lead somewhere. Where it is whole, the answer has the messages of the new window, the original task first. At most one restart in a row.",
  scope: "runtime",
  body: { "application/json": checkpointBodySchema },
  response: checkpointAnswerSchema,
});
