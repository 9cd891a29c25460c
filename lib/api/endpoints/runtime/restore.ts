import { z } from "zod";
import { endpoint } from "../../endpoint";
import { recordedSchema, runtimeBase, runtimeId } from "./shared";

export const RESTORE_CHARS_MAX = 200_000;
const RESTORE_CHARS_DEFAULT = 20_000;

const OFFSET = "characters to leave out at the front";
const LIMIT = "characters in the answer at most; no character is cut in two";
const offset = z.int().min(0);
const limit = z.int().min(1).max(RESTORE_CHARS_MAX);
const coerced = z.coerce.number();

const restoredFields = {
  reference: z.string().describe("the reference that was resolved"),
  text: z.string().describe("the characters asked for, as they were"),
  quoted: z.string().describe("the same between marks that say that it is data: what to give to a model"),
  offset: z.int().describe("characters that were left out at the front"),
  totalChars: z.int().describe("characters of the whole text"),
  nextOffset: z.int().nullable().describe("where to go on; null at the end"),
};

export const restoredSchema = z.object(restoredFields).meta({ id: "Restored" });
export type RestoredText = z.input<typeof restoredSchema>;

export const restoreBodySchema = z
  .strictObject({
    ...runtimeBase,
    reference: z
      .string()
      .min(1)
      .max(2_000)
      .describe("`sightglass://…`, or the id of a block or a tool call of `session`"),
    offset: offset.default(0).describe(OFFSET),
    limit: limit.default(RESTORE_CHARS_DEFAULT).describe(LIMIT),
  })
  .meta({ id: "RestoreQuestion" });
export type RestoreBody = z.output<typeof restoreBodySchema>;

export const restoreAnswerSchema = z
  .object({
    ...restoredFields,
    recorded: recordedSchema.describe(
      "whether the session is going to show it; false where the question names none",
    ),
  })
  .meta({ id: "RestoreAnswer" });
export type RestoreAnswer = z.input<typeof restoreAnswerSchema>;

export const postRestore = endpoint({
  method: "POST",
  path: "/api/v1/runtime/restore",
  summary: "Get back what left a window",
  description:
    "Resolves the references that `apply` and the hooks leave. A list of messages that left together comes back as the messages.",
  scope: "runtime",
  body: { "application/json": restoreBodySchema },
  response: restoreAnswerSchema,
});

export const getRuntimeBlock = endpoint({
  method: "GET",
  path: "/api/v1/runtime/blocks/{blockId}",
  summary: "The text behind a reference",
  description:
    "As `restore`, without leaving a record: `blockId` is a content hash, a block or a tool call of the session.",
  scope: "read",
  params: z.object({ blockId: runtimeId.describe("the block's id, as a reference names it") }),
  query: z.object({
    session: runtimeId.describe("the session's id"),
    offset: coerced.int().min(0).default(0).describe(OFFSET),
    limit: coerced.int().min(1).max(RESTORE_CHARS_MAX).default(RESTORE_CHARS_DEFAULT).describe(LIMIT),
  }),
  response: restoredSchema,
});
