import { z } from "zod";
import { COMPLETENESS, MODES, PROVENANCES, SOURCE_KINDS, TRUST_LEVELS } from "../vocabulary";
import type { TimelessDeclaration, Told } from "./fact";
import { declareFact, declareFactWithDefault, declarePart } from "./fact";
import { CONTENT_CHARS_MAX } from "./limits";
import { idSchema, nameSchema, noteSchema, tokensSchema } from "./scalars";

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
export type Reference = z.infer<typeof referenceSchema>;

const statedTokensSchema = z
  .strictObject({
    value: tokensSchema.describe("the number of tokens"),
    provenance: z.enum(PROVENANCES).exclude(["unavailable", "inferred"]).describe("how the number is known"),
  })
  .meta({ id: "StatedTokens" });

/**
 * What the definition of a block states, and so what a block says of itself everywhere. The order is the event's: its
 * fingerprint depends on it. A new fact is a new line at the end.
 */
export const BLOCK_FACTS = {
  kind: declarePart(z.enum(SOURCE_KINDS), "where the content comes from"),
  content: declarePart(z.string().max(CONTENT_CHARS_MAX), "the text; left out where it is not known"),
  label: declareFact(nameSchema, "a short name for people", "for none"),
  trust: declarePart(z.enum(TRUST_LEVELS), "how far the content may be trusted; by its kind where left out"),
  toolName: declareFact(nameSchema, "the tool that was called, for a call and its result", "for none"),
  toolCallId: declareFact(idSchema, "the id of the tool call, for a call and its result", "for none"),
  isError: declareFactWithDefault(z.boolean(), "whether it is the error of a tool", false),
  tokens: declarePart(statedTokensSchema, "its size; estimated where left out"),
  media: declareFact(
    z.partialRecord(z.enum(["image", "audio", "video", "file"]), z.int().min(1)),
    "images and other media in it, by kind",
    "for none",
  ),
  origin: declareFact(
    z.strictObject({
      path: noteSchema.optional().describe("the file that it was read from"),
      url: noteSchema.optional().describe("the address that it was fetched from"),
      artifact: noteSchema.optional().describe("the name of the stored thing that it is"),
    }),
    "where the content comes from",
  ),
  completeness: declareFactWithDefault(
    z.enum(COMPLETENESS),
    "whether the source holds all of the content or only a part",
    "complete",
  ),
} as const satisfies TimelessDeclaration;

export type BlockFacts = Told<typeof BLOCK_FACTS>;

/** What a window says of an entry besides its block. A fact holds from the turn at which the entry began to stand like this. */
export const ENTRY_FACTS = {
  mode: declarePart(z.enum(MODES), "how the block stands in the window; `full` where left out"),
  reference: declareFact(referenceSchema, "what stands there in place of the content", "for nothing"),
} as const satisfies TimelessDeclaration;

export type EntryFacts = Told<typeof ENTRY_FACTS>;
