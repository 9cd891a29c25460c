import { z } from "zod";
import { COMPLETENESS, MODES, PROVENANCES, SOURCE_KINDS, TRUST_LEVELS } from "../vocabulary";
import {
  CONTENT_CHARS_MAX,
  ENTRIES_MAX,
  ID_CHARS_MAX,
  NAME_CHARS_MAX,
  NOTE_CHARS_MAX,
  TOKENS_MAX,
} from "./limits";

export const idSchema = z.string().min(1).max(ID_CHARS_MAX);
export const nameSchema = z.string().max(NAME_CHARS_MAX);
export const noteSchema = z.string().max(NOTE_CHARS_MAX);
export const tokensSchema = z.int().min(0).max(TOKENS_MAX);

/** What stays behind when content leaves a window, sufficient to get it back or not. */
export const referenceSchema = z
  .strictObject({
    kind: z.enum(["placeholder", "path", "url", "artifact", "summary", "block"]),
    text: noteSchema,
    /** Said by the sender: whether the content can be had again from this. */
    restorable: z.boolean().optional(),
  })
  .meta({ id: "Reference" });

export const statedTokensSchema = z
  .strictObject({ value: tokensSchema, provenance: z.enum(PROVENANCES).exclude(["unavailable", "inferred"]) })
  .meta({ id: "StatedTokens" });

const blockFields = {
  kind: z.enum(SOURCE_KINDS),
  content: z.string().max(CONTENT_CHARS_MAX).optional(),
  label: nameSchema.optional(),
  trust: z.enum(TRUST_LEVELS).optional(),
  toolName: nameSchema.optional(),
  toolCallId: idSchema.optional(),
  isError: z.boolean().optional(),
  tokens: statedTokensSchema.optional(),
  /** Parts that are not text: their count by type. */
  media: z.partialRecord(z.enum(["image", "audio", "video", "file"]), z.int().min(1)).optional(),
  /** Where the content came from or can be had again. */
  origin: z
    .strictObject({
      path: noteSchema.optional(),
      url: noteSchema.optional(),
      artifact: noteSchema.optional(),
    })
    .optional(),
  completeness: z.enum(COMPLETENESS).optional(),
};

/** A block as its sender defines it. The same id with other content is another version of the block. */
export const blockSchema = z.strictObject({ id: idSchema, ...blockFields }).meta({ id: "Block" });

/**
 * A place in a window: the id of a block that is defined elsewhere, or an object. With `kind` the object also defines
 * the block; with `mode` it says how the block stands, and `content` is then the text that stood there.
 */
export const windowEntrySchema = z
  .union([
    idSchema,
    z.strictObject({
      id: idSchema,
      ...blockFields,
      kind: blockFields.kind.optional(),
      mode: z.enum(MODES).optional(),
      reference: referenceSchema.optional(),
    }),
  ])
  .meta({ id: "WindowEntry" });

/**
 * A turn's window: whole (`entries`), or as an edit of the window of the turn before (the other fields, applied in the
 * order in which they stand here). An empty object is the window of the turn before, unchanged.
 */
export const windowSchema = z
  .strictObject({
    entries: z.array(windowEntrySchema).max(ENTRIES_MAX).optional(),
    /** Ids that leave. */
    remove: z.array(idSchema).max(ENTRIES_MAX).optional(),
    /** Entries that stay in their place but stand differently. */
    change: z.array(windowEntrySchema).max(ENTRIES_MAX).optional(),
    /** Entries that come in after the named one; `null` is the front. */
    insert: z
      .array(
        z.strictObject({ after: idSchema.nullable(), entries: z.array(windowEntrySchema).max(ENTRIES_MAX) }),
      )
      .max(ENTRIES_MAX)
      .optional(),
    /** Entries that come in at the end. */
    append: z.array(windowEntrySchema).max(ENTRIES_MAX).optional(),
  })
  .refine(({ entries, ...edit }) => entries === undefined || Object.keys(edit).length === 0, {
    message: "a window is stated whole (entries) or as an edit (remove, change, insert, append), not both",
  })
  .meta({ id: "Window" });

export type Reference = z.infer<typeof referenceSchema>;
export type BlockStatement = z.infer<typeof blockSchema>;
export type WindowEntryStatement = z.infer<typeof windowEntrySchema>;
export type WindowStatement = z.infer<typeof windowSchema>;
