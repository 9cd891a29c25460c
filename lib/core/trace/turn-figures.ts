import { z } from "zod";
import type { Told } from "./fact";
import { declareFact } from "./fact";
import { bySourceField, provenanceField, tokensField, turnField } from "./fields";

export const declaredBudgetsSchema = z
  .object({
    phase: z.string().nullable().describe("the phase that they were declared for; null is any"),
    total: tokensField.describe("tokens that a request may take; null where only parts have budgets"),
    bySource: z.record(z.string(), z.int()).describe("by source kind, or by a name of the harness's own"),
    declaredTurn: turnField.describe("the turn at which they were declared"),
  })
  .meta({ id: "DeclaredBudgets" });

/**
 * The budgets of a harness for a turn: in total, and by source. A source is a source kind or a name of the harness's
 * own.
 */
export type DeclaredBudgets = Readonly<z.infer<typeof declaredBudgetsSchema>>;

/** What the fold finds out about a turn, besides its window. A new fact is a new line, and its value in the fold. */
export const FOUND_OF_TURN = {
  budgets: declareFact(declaredBudgetsSchema, "the declared budgets that hold at this turn", "for none"),
  callHash: declareFact(
    z.string(),
    "a hash over the model, its answer and the tokens that they took: a copy of the call has the same. It begins with `d` where an id that the provider drew is in it, and with `m` where measured tokens are, which tell a copy together with the time",
    "where the source says none of them",
  ),
} as const;
export type FoundOfTurn = Told<typeof FOUND_OF_TURN>;

/** A number of tokens and how it is known. */
export const figureSchema = z.object({
  value: tokensField.describe("its tokens; null where unknown"),
  provenance: provenanceField,
});
export type Figure = Readonly<z.infer<typeof figureSchema>>;

/** What the fold finds out about a turn's window. */
export const turnWindowSchema = z.object({
  known: z.boolean().describe("whether the source says what stood in the window"),
  /** The provider's total if it is reported, else the sum over blocks. */
  tokens: figureSchema,
  bySource: bySourceField,
  residual: tokensField.describe(
    "measured tokens that no block accounts for; null where nothing was measured",
  ),
  entries: z.int().describe("entries of the window"),
  unsized: z.int().describe("entries whose size is unknown"),
  entered: z.int().describe("blocks that entered"),
  left: z.int().describe("blocks that left"),
  changed: z.int().describe("blocks that stand in another mode or text"),
});
export type TurnWindow = Readonly<z.infer<typeof turnWindowSchema>>;

/** How the window differs from the one before. */
export const deltaSchema = z.object({
  value: tokensField.describe("tokens more than in the window before; negative for less, null where unknown"),
  provenance: provenanceField.describe("where `delta` comes from"),
  modelChanged: z
    .boolean()
    .describe("whether the turn before called another model, so that the totals cannot be compared"),
  causedByTurn: turnField
    .nullable()
    .describe("the turn whose answer and tool results made the growth; null for none"),
});
export type Delta = Readonly<z.infer<typeof deltaSchema>>;
