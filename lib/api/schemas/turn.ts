import { z } from "zod";
import { appliedEditSchema, attemptSchema, insideCallSchema } from "@/lib/core/trace/event-parts";
import {
  tokensField,
  turnField,
  timeField,
  limitProvenanceField,
  provenanceField,
  bySourceField,
} from "./fields";
import { declaredBudgetsSchema, OTHER_COST } from "./session";

export const usageSchema = z.object({
  input: tokensField.describe("input tokens with the prompt cache; null where not reported"),
  uncached: tokensField.describe("input tokens that the prompt cache did not hold; null where not reported"),
  cacheRead: tokensField.describe("input tokens read from the prompt cache; null where not reported"),
  cacheWrite: tokensField.describe("input tokens written to the prompt cache; null where not reported"),
  output: tokensField.describe("output tokens; null where not reported"),
  reasoning: tokensField.describe("output tokens that were thinking; null where not reported"),
  cacheWriteHour: tokensField.describe(
    "of `cacheWrite`, the tokens kept for an hour; null where not reported",
  ),
  tier: z.string().nullable().describe("the service tier that was billed; null for the standard one"),
  statedCost: z
    .number()
    .nullable()
    .describe("what the source says the call cost, in US dollars; null where it says nothing"),
  webSearches: z.int().nullable().describe("searches of the provider's own tool; null for none"),
  inside: z
    .array(insideCallSchema)
    .nullable()
    .describe("calls of other models inside the call, which `input` does not have; null for none"),
});

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
    model: z.string().nullable().describe("the model that was called; null where unknown"),
    contextWindow: tokensField.describe(
      "the size of the model's context window in tokens; null where unknown",
    ),
    contextWindowProvenance: limitProvenanceField,
    windowKnown: z.boolean().describe("whether the source says what stood in the window"),
    windowTokens: tokensField.describe("tokens of the window; null where unknown"),
    provenance: provenanceField,
    bySource: bySourceField,
    residual: tokensField.describe(
      "measured tokens that no block accounts for; null where nothing was measured",
    ),
    entries: z.int().describe("entries of the window"),
    unsized: z.int().describe("entries whose size is unknown"),
    delta: tokensField.describe(
      "tokens more than in the window before; negative for less, null where unknown",
    ),
    deltaProvenance: provenanceField.describe("where `delta` comes from"),
    modelChanged: z
      .boolean()
      .describe("whether the turn before called another model, so that the totals cannot be compared"),
    causedByTurn: turnField
      .nullable()
      .describe("the turn whose answer and tool results made the growth; null for none"),
    usage: usageSchema.describe("the tokens that the provider measured"),
    toolCalls: z.int().describe("tool calls in the answer"),
    error: z.string().nullable().describe("the error of the call, with the status; null for none"),
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

export const turnDetailSchema = turnPointSchema.omit({ bucket: true }).extend({
  turnId: z.string().nullable().describe("the id that its sender gave it; null for none"),
  endedAt: timeField.describe("when the answer was complete; null where unknown"),
  phase: z.string().nullable().describe("the phase of the run; null where it was not said"),
  stopReason: z.string().nullable().describe("why the model stopped; null where unknown"),
  attempts: z
    .array(attemptSchema)
    .nullable()
    .describe("attempts at the same request that failed before this one; null for none"),
  visibleTools: z
    .array(z.string())
    .nullable()
    .describe("the tools that the model could call; null where unknown"),
  appliedEdits: z
    .array(appliedEditSchema)
    .nullable()
    .describe("the edits that the provider reported; null where it reported none"),
  completeness: z.string().describe("whether the source holds all of the turn or only a part"),
  windowProvenance: z
    .enum(["measured", "inferred"])
    .describe("whether the window was received as it was or put together from what was"),
  budgets: declaredBudgetsSchema.nullable().describe("the declared budgets that hold at this turn"),
});

export type TurnDetail = z.infer<typeof turnDetailSchema>;
