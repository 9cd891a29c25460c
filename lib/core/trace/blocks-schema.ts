import { z } from "zod";
import { COMPLETENESS, MODES, PROVENANCES, SOURCE_KINDS, TRUST_LEVELS } from "../vocabulary";
import {
  CONTENT_CHARS_MAX,
  ENTRIES_MAX,
  ID_CHARS_MAX,
  NAME_CHARS_MAX,
  STATED_NOTE_CHARS_MAX,
  TOKENS_MAX,
} from "./limits";

export const idSchema = z.string().min(1).max(ID_CHARS_MAX);
export const nameSchema = z.string().max(NAME_CHARS_MAX);
export const noteSchema = z.string().max(STATED_NOTE_CHARS_MAX);
export const tokensSchema = z.int().min(0).max(TOKENS_MAX);

/** What stays behind when content leaves a window, whether or not it suffices to get the content back. */
export const referenceSchema = z
  .strictObject({
    kind: z
      .enum(["placeholder", "path", "url", "artifact", "summary", "block"])
      .describe("what kind of reference it is"),
    text: noteSchema.describe(
      "the reference as it stands in the window: the path, the address, the placeholder",
    ),
    restorable: z.boolean().optional().describe("whether the content can be fetched by it"),
  })
  .meta({ id: "Reference" });

export const statedTokensSchema = z
  .strictObject({
    value: tokensSchema.describe("the number of tokens"),
    provenance: z.enum(PROVENANCES).exclude(["unavailable", "inferred"]).describe("how the number is known"),
  })
  .meta({ id: "StatedTokens" });

const blockFields = {
  kind: z.enum(SOURCE_KINDS).describe("where the content comes from"),
  content: z.string().max(CONTENT_CHARS_MAX).optional().describe("the text; left out where it is not known"),
  label: nameSchema.optional().describe("a short name for people"),
  trust: z
    .enum(TRUST_LEVELS)
    .optional()
    .describe("how far the content may be trusted; by its kind where left out"),
  toolName: nameSchema.optional().describe("the tool that was called, for a call and its result"),
  toolCallId: idSchema.optional().describe("the id of the tool call, for a call and its result"),
  isError: z.boolean().optional().describe("whether it is the error of a tool"),
  tokens: statedTokensSchema.optional().describe("its size; estimated where left out"),
  media: z
    .partialRecord(z.enum(["image", "audio", "video", "file"]), z.int().min(1))
    .optional()
    .describe("images and other media in it, by kind"),
  origin: z
    .strictObject({
      path: noteSchema.optional().describe("the file that it was read from"),
      url: noteSchema.optional().describe("the address that it was fetched from"),
      artifact: noteSchema.optional().describe("the name of the stored thing that it is"),
    })
    .optional()
    .describe("where the content comes from"),
  completeness: z
    .enum(COMPLETENESS)
    .optional()
    .describe("whether the source holds all of the content or only a part"),
};

/** A block as its sender defines it. The same id with different content is another version of the block. */
export const blockSchema = z
  .strictObject({ id: idSchema.describe("the block's id, unique in its session"), ...blockFields })
  .meta({ id: "Block" });

/**
 * A place in a window: the id of a block defined elsewhere, or an object. With `kind` the object also defines the
 * block. With `mode` it says how the block stands, and `content` is the text that stood there.
 */
export const windowEntrySchema = z
  .union([
    idSchema,
    z.strictObject({
      id: idSchema.describe(
        "the block's id; an entry with nothing but an id names a block that was recorded before",
      ),
      ...blockFields,
      kind: blockFields.kind
        .optional()
        .describe("where the content comes from; needed where the block is new"),
      mode: z.enum(MODES).optional().describe("how the block stands in the window; `full` where left out"),
      reference: referenceSchema.optional().describe("what stands there in place of the content"),
    }),
  ])
  .meta({ id: "WindowEntry" });

/**
 * A turn's window: either whole (`entries`), or an edit of the previous turn's window (the other fields, applied in the
 * order of the schema). An empty object is the previous turn's window, unchanged.
 */
export const windowSchema = z
  .strictObject({
    entries: z
      .array(windowEntrySchema)
      .max(ENTRIES_MAX)
      .optional()
      .describe("the whole window, in order; in place of an edit"),
    remove: z
      .array(idSchema)
      .max(ENTRIES_MAX)
      .optional()
      .describe("ids of the entries that left since the window before"),
    change: z
      .array(windowEntrySchema)
      .max(ENTRIES_MAX)
      .optional()
      .describe("entries that stand in another mode since the window before"),
    insert: z
      .array(
        z.strictObject({
          after: idSchema.nullable().describe("id of the entry that they follow; null for the beginning"),
          entries: z.array(windowEntrySchema).max(ENTRIES_MAX).describe("the entries, in order"),
        }),
      )
      .max(ENTRIES_MAX)
      .optional()
      .describe("entries that were put between others"),
    append: z
      .array(windowEntrySchema)
      .max(ENTRIES_MAX)
      .optional()
      .describe("entries that were added at the end"),
  })
  .refine(({ entries, ...edit }) => entries === undefined || Object.keys(edit).length === 0, {
    message: "a window is stated whole (entries) or as an edit (remove, change, insert, append), not both",
  })
  .meta({ id: "Window" });

export type Reference = z.infer<typeof referenceSchema>;
export type BlockStatement = z.infer<typeof blockSchema>;
export type WindowEntryStatement = z.infer<typeof windowEntrySchema>;
export type WindowStatement = z.infer<typeof windowSchema>;
