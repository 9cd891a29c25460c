import { z } from "zod";
import { makeAnsweredFields } from "@/lib/core/trace/fact";
import { limitProvenanceField, timeField, tokensField, turnField } from "@/lib/core/trace/fields";
import { OTHER_COST } from "./session";
import { TURN_FACTS } from "@/lib/core/trace/turn-facts";
import { deltaSchema, figureSchema, FOUND_OF_TURN, turnWindowSchema } from "@/lib/core/trace/turn-figures";
import { uncachedField, USAGE_FACTS } from "@/lib/core/trace/usage-facts";

const facts = makeAnsweredFields(TURN_FACTS);
const {
  known,
  tokens: _tokens,
  entered: _entered,
  left: _left,
  changed: _changed,
  ...window
} = turnWindowSchema.shape;

export const usageSchema = z.object({ ...makeAnsweredFields(USAGE_FACTS), uncached: uncachedField });

export const turnPointSchema = z
  .object({
    turn: turnField.describe("the turn, from 0"),
    bucket: z
      .object({
        from: turnField.describe("the first turn"),
        to: turnField.describe("the last turn"),
        turns: z.int().describe("turns that there are between them"),
      })
      .describe("the turns that the point covers; more than one where the series was thinned out"),
    at: timeField.describe("when the call was made; null where unknown"),
    model: facts.model,
    contextWindow: facts.contextWindow,
    contextWindowProvenance: limitProvenanceField,
    windowKnown: known,
    windowTokens: tokensField.describe("tokens of the window; null where unknown"),
    provenance: figureSchema.shape.provenance,
    ...window,
    delta: deltaSchema.shape.value,
    deltaProvenance: deltaSchema.shape.provenance,
    modelChanged: deltaSchema.shape.modelChanged,
    causedByTurn: deltaSchema.shape.causedByTurn,
    usage: usageSchema.describe("the tokens that the provider measured"),
    toolCalls: z.int().describe("tool calls in the answer"),
    error: facts.error,
    markers: z
      .object({
        evictions: z.int().describe("blocks that left"),
        evictedTokens: z.int().describe("tokens that left"),
        compactions: z.int().describe("compactions"),
        spike: z.boolean().describe("whether the window grew by more than the threshold of a spike"),
      })
      .describe("what a chart marks at the turn"),
  })
  .meta({ id: "TurnPoint" });

export type TurnPoint = z.infer<typeof turnPointSchema>;

const turnCostSchema = z
  .object({
    currency: z.string().describe("the currency, such as `USD`"),
    uncached: z.number().describe("cost of input that the prompt cache did not hold"),
    cacheRead: z.number().describe("cost of input read from the prompt cache"),
    cacheWrite: z.number().describe("cost of input written to the prompt cache"),
    cacheWriteHour: z.number().default(0).describe("of `cacheWrite`, the cost of what is kept for an hour"),
    output: z.number().describe("cost of output"),
    other: z.number().default(0).describe(OTHER_COST),
  })
  .meta({ id: "TurnCost" });

export const seriesPointSchema = turnPointSchema
  .extend({
    tookMs: z
      .int()
      .nullable()
      .describe("how long the call took, in milliseconds; null where its end is unknown"),
    cost: turnCostSchema
      .nullable()
      .describe("what the call cost at list prices; null where it cannot be priced"),
    budget: tokensField.describe(
      "the budget that holds at the turn, in tokens: the session's own, else the project's default; null where a share " +
        "applies to a context window that is unknown",
    ),
  })
  .meta({ id: "SeriesPoint" });

export type SeriesPointAnswer = z.infer<typeof seriesPointSchema>;

/** All that is known of one turn: its point in the series, and every fact that is declared of turns. */
export const turnDetailSchema = turnPointSchema
  .omit({ bucket: true })
  .extend({ ...facts, ...makeAnsweredFields(FOUND_OF_TURN) });

export type TurnDetail = z.infer<typeof turnDetailSchema>;
