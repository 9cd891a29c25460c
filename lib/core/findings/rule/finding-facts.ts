import { z } from "zod";
import { claimSchema } from "../../proof/claim";
import type { TimelessDeclaration, Told } from "../../trace/fact";
import { declareFact, declareFactWithDefault, declareGivenFact } from "../../trace/fact";

/**
 * What a rule says of a case, and so what a finding says everywhere. A new fact is a new line: stored findings, answers and
 * shares have it.
 */
export const FINDING_FACTS = {
  blocks: declareGivenFact(
    z.array(z.string()).readonly(),
    "ids of the blocks that it is about, the most important first",
  ),
  about: declareFact(
    z.string().nullable(),
    "the file, page, command or argument that it is about first, in short",
    "where nothing says it",
  ),
  numbers: declareGivenFact(z.record(z.string(), z.number()), "the figures in the sentence, by name"),
  sentence: declareGivenFact(z.string(), "what was found, with the thing and the turns named"),
  advice: declareGivenFact(z.string(), "what can be done about it"),
  claims: declareFactWithDefault(
    z.array(claimSchema).readonly(),
    "the statements about the windows that were checked",
    [],
  ),
  cause: declareFactWithDefault(
    z.string().nullable(),
    "id of the first finding with the same cause; its own where it leads, or has a cause of its own",
    null,
  ),
} as const satisfies TimelessDeclaration;

export type FindingFacts = Told<typeof FINDING_FACTS>;

/** The view that shows a finding, flat: `null` for what it does not need. */
export const proofPlaceSchema = z.object({
  view: z
    .enum(["overview", "turn", "evictions", "ledger", "plan", "checkpoints", "why", "block"])
    .describe("which view of the session"),
  turn: z.int().min(0).nullable().describe("the turn to open there; null for the whole session"),
  block: z.string().nullable().describe("id of the block to open there; null for none"),
  compaction: z
    .int()
    .nullable()
    .describe("the place of the compaction that proves it, among those of the session"),
  value: z.string().nullable().describe("the text that is marked in the block"),
});
export type ProofPlace = z.output<typeof proofPlaceSchema>;
