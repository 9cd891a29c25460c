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

/** What stays behind when content leaves a window, whether or not it suffices to get the content back. */
export const referenceSchema = z
  .strictObject({
    kind: z.enum(["placeholder", "path", "url", "artifact", "summary", "block"]),
    text: noteSchema,
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
  media: z.partialRecord(z.enum(["image", "audio", "video", "file"]), z.int().min(1)).optional(),
  origin: z
    .strictObject({
      path: noteSchema.optional(),
      url: noteSchema.optional(),
      artifact: noteSchema.optional(),
    })
    .optional(),
  completeness: z.enum(COMPLETENESS).optional(),
};

/** A block as its sender defines it. The same id with different content is another version of the block. */
export const blockSchema = z.strictObject({ id: idSchema, ...blockFields }).meta({ id: "Block" });

/**
 * A place in a window: the id of a block defined elsewhere, or an object. With `kind` the object also defines the
 * block. With `mode` it says how the block stands, and `content` is the text that stood there.
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
 * A turn's window: either whole (`entries`), or an edit of the previous turn's window (the other fields, applied in the
 * order of the schema). An empty object is the previous turn's window, unchanged.
 */
export const windowSchema = z
  .strictObject({
    entries: z.array(windowEntrySchema).max(ENTRIES_MAX).optional(),
    remove: z.array(idSchema).max(ENTRIES_MAX).optional(),
    change: z.array(windowEntrySchema).max(ENTRIES_MAX).optional(),
    insert: z
      .array(
        z.strictObject({ after: idSchema.nullable(), entries: z.array(windowEntrySchema).max(ENTRIES_MAX) }),
      )
      .max(ENTRIES_MAX)
      .optional(),
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
