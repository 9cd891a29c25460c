import { z } from "zod";
import { appliedPolicySchema } from "@/lib/core/trace/applied-policy";
import { endpoint } from "../../endpoint";
import { projectAnswerSchema, projectBodySchema } from "./project";
import { manifestSchema, recordedSchema, runtimeBase } from "./shared";

export const applyBodySchema = projectBodySchema
  .omit({ plan: true, requests: true })
  .extend({
    ...runtimeBase,
    plan: manifestSchema
      .optional()
      .describe("what open steps need may not leave; a policy with `recite` says the plan again"),
    references: z
      .boolean()
      .optional()
      .describe(
        "leave `sightglass://…` in place of what leaves, and keep it; on with a session, unless it is set to false",
      ),
    marked: z
      .boolean()
      .default(false)
      .describe(
        "the sender records the edits with the call, as `applied`; so the session shows them at its turn",
      ),
  })
  .meta({ id: "ApplyQuestion" });
export type ApplyBody = z.output<typeof applyBodySchema>;

const leftSchema = z.object({
  item: z.string().describe("the item's id, as `items` names it"),
  status: z.enum(["trimmed", "cleared", "removed", "summarized"]).describe("what the policy did with it"),
  block: z.string().describe("id of the block that the content is kept as, for `restore`"),
  reference: z.string().nullable().describe("the text that stands in its place; null where none does"),
});

export const applyAnswerSchema = projectAnswerSchema
  .omit({ requests: true })
  .extend({
    tokens: z
      .object({
        before: z.int().describe("tokens before the policy ran"),
        after: z.int().describe("tokens after it ran"),
        budget: z.int().nullable().describe("the budget in tokens; null where none is known"),
        provenance: z.literal("estimated").describe("always `estimated`: no model was asked"),
      })
      .describe("the size of the messages"),
    fits: z
      .boolean()
      .nullable()
      .describe("whether the window is within its budget; null where no budget is known"),
    left: z.array(leftSchema).describe("everything that does not stand as it was sent"),
    pins: z
      .object({
        held: z
          .array(
            z.object({
              item: z.string().describe("the item's id"),
              block: z.string().describe("the block, as a recording of the call names it"),
              reason: z.string().describe("why it is pinned"),
            }),
          )
          .describe("items that stay only because of a pin, in every answer as long as that is so"),
        notes: z.array(z.string()).describe("pins that could not be kept, and why"),
      })
      .describe("what the pins did"),
    applied: appliedPolicySchema
      .nullable()
      .describe(
        "what a record of the call gives as `applied`; null where all messages stand as they were sent",
      ),
    recorded: recordedSchema.describe(
      "whether the session is going to show it; false where the question names none",
    ),
  })
  .meta({ id: "Applied" });
export type ApplyAnswer = z.input<typeof applyAnswerSchema>;

export const postApply = endpoint({
  method: "POST",
  path: "/api/v1/runtime/apply",
  summary: "Messages as a policy sends them",
  description:
    "The policy code of the replay on messages that are about to be sent: send the whole history and the `state` of the answer before. What leaves is kept first and then left behind as a reference, so that `restore` brings every character back. Where anything fails the answer is an error and no messages.",
  scope: "runtime",
  body: { "application/json": applyBodySchema },
  response: applyAnswerSchema,
});
