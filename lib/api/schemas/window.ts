import { z } from "zod";
import { FETCH_OUTCOMES, EDGE_STATES } from "@/lib/core/evidence/edge";
import { BLOCK_FACTS, ENTRY_FACTS, referenceSchema } from "@/lib/core/trace/block-facts";
import { causeSchema } from "@/lib/core/trace/cause";
import { makeAnsweredFields } from "@/lib/core/trace/fact";
import { SOURCE_KINDS, MODES, TRUST_LEVELS, EVICTION_HOWS } from "@/lib/core/vocabulary";
import { tokensField, provenanceField, turnField } from "@/lib/core/trace/fields";

/** A block without its text: every fact that is declared of blocks, and the beginning of its content. */
export const standingBlockSchema = z.object({
  blockId: z.string().describe("the block's id"),
  sourceKind: z.enum(SOURCE_KINDS).describe("where the content comes from"),
  trust: z.enum(TRUST_LEVELS).describe("how far the content may be trusted"),
  createdTurn: turnField.nullable().describe("the turn that made the content; null where unknown"),
  ...makeAnsweredFields(BLOCK_FACTS),
  tokens: tokensField.describe("tokens that it takes in this mode; null where unknown"),
  provenance: provenanceField,
  preview: z.string().describe("the beginning of the content, in one line"),
});

export const windowEntryResultSchema = standingBlockSchema
  .extend({
    mode: z.enum(MODES).describe("how the block stands in the window"),
    ...makeAnsweredFields(ENTRY_FACTS),
    enteredTurn: turnField.describe("the turn since which it stands there"),
    content: z
      .string()
      .nullable()
      .optional()
      .describe("the whole text; left out unless it is asked for, null where unknown"),
  })
  .meta({ id: "StandingBlock" });

export type StandingBlock = z.infer<typeof standingBlockSchema>;
export type WindowEntryResult = z.infer<typeof windowEntryResultSchema>;

export const evictionSchema = z
  .object({
    turn: turnField.describe("the turn whose window lacks the block first"),
    blockId: z.string().describe("the block's id"),
    sourceKind: z.enum(SOURCE_KINDS).describe("where the content comes from"),
    toolName: z.string().nullable().describe("the tool that made it; null for none"),
    toolCallId: z.string().nullable().describe("the id of the tool call; null for none"),
    enteredTurn: turnField.describe(
      "the turn since which it stood in the window; `turn` itself where it was made and never seen whole",
    ),
    how: z.enum(EVICTION_HOWS).describe("how it left"),
    fromMode: z.enum(MODES).describe("how it stood before"),
    toMode: z.enum(MODES).nullable().describe("what remains of it; null for nothing"),
    cause: causeSchema.describe("why it left"),
    tokensFreed: tokensField.describe("tokens that became free; null where unknown"),
    reference: referenceSchema.nullable().describe("what was left behind to fetch it by; null for nothing"),
    restorable: z.boolean().describe("whether the content can be fetched by the reference"),
    reenteredTurn: turnField.nullable().describe("the turn at which it entered again; null where it did not"),
    refetchedTurn: turnField
      .nullable()
      .describe("the first turn that fetched the same again: an equal call, or a read of the same path"),
    refetchOutcome: z
      .enum(FETCH_OUTCOMES)
      .nullable()
      .describe("what fetching it again brought; `null` where it was not, or is not analysed yet"),
    compaction: z
      .int()
      .nullable()
      .describe("the number of the compaction that removed it; null for another cause"),
  })
  .meta({ id: "Eviction" });

export type EvictionResult = z.infer<typeof evictionSchema>;

export const blockUseSchema = z.object({
  edgeId: z.string().describe("the use's id"),
  turn: turnField.describe("the turn that used it"),
  step: z.string().nullable().describe("the step that used it; null outside of a plan"),
  blockId: z.string().nullable().describe("the block that used it; null where none is known"),
  state: z.enum(EDGE_STATES).describe("where the evidence was while the step ran"),
  residual: z.boolean().describe("whether another block still held part of it"),
});

export type BlockUse = z.infer<typeof blockUseSchema>;

export const neededEvictionSchema = evictionSchema
  .extend({
    neededBy: z
      .array(blockUseSchema)
      .nullable()
      .describe(
        "the uses of the block after it had left, the oldest first; null while the session is not analysed",
      ),
  })
  .meta({ id: "NeededEviction" });

export type NeededEviction = z.infer<typeof neededEvictionSchema>;
