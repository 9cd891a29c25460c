import { z } from "zod";
import { BLOCK_FACTS, ENTRY_FACTS } from "./block-facts";
import { makeStatedFields } from "./fact";
import { ENTRIES_MAX } from "./limits";
import { idSchema } from "./scalars";

const { kind, ...blockFields } = makeStatedFields(BLOCK_FACTS);

/** A block as its sender defines it. The same id with different content is another version of the block. */
export const blockSchema = z
  .strictObject({
    id: idSchema.describe("the block's id, unique in its session"),
    kind: BLOCK_FACTS.kind.schema.describe(BLOCK_FACTS.kind.says),
    ...blockFields,
  })
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
      kind: kind.describe("where the content comes from; needed where the block is new"),
      ...blockFields,
      ...makeStatedFields(ENTRY_FACTS),
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

export type BlockStatement = z.infer<typeof blockSchema>;
export type WindowEntryStatement = z.infer<typeof windowEntrySchema>;
export type WindowStatement = z.infer<typeof windowSchema>;
