import { z } from "zod";
import {
  CALIBRATION_BASES,
  CAUSE_PROVENANCES,
  EVICTION_HOWS,
  LIMIT_PROVENANCES,
  MODES,
  OUTCOMES,
  PROVENANCES,
  SESSION_ROLES,
  SOURCE_KINDS,
  TRUST_LEVELS,
} from "@/lib/core/vocabulary";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import { appliedEditSchema } from "@/lib/core/trace/event-schema";
import { EDGE_STATES, FETCH_OUTCOMES } from "@/lib/core/evidence/edge";
import { referenceSchema } from "@/lib/core/trace/blocks-schema";

/** Shapes that several answers share. Token figures are `null` if unknown and have their provenance beside them. */

export const tokensField = z.int().nullable().describe("tokens; null where unknown");
export const provenanceField = z
  .enum(PROVENANCES)
  .describe("where the token figure beside it comes from; `unavailable` where it is null");
const limitProvenanceField = z
  .enum(LIMIT_PROVENANCES)
  .default("recorded")
  .describe("who says how large the context window is; `model table` where neither trace nor project does");
export const turnField = z.int().min(0).describe("index of the turn, from 0");
const timeField = z.iso.datetime().nullable().describe("a time in UTC; null where unknown");
export const bySourceField = z
  .partialRecord(z.enum(SOURCE_KINDS), z.int())
  .describe("tokens of the window by source kind; a kind that is not there takes none");

export const sessionSummarySchema = z
  .object({
    id: z.string().describe("the session's id, as `ses_…`"),
    externalId: z.string().describe("the id that its sender gave it"),
    name: z.string().nullable().describe("the name; null where nobody gave one"),
    agent: z.string().nullable().describe("the agent's name; null where unknown"),
    model: z.string().nullable().describe("the model that it called last; null where unknown"),
    role: z
      .enum(SESSION_ROLES)
      .describe("whether it is an agent's session, a sub-agent's, a side call or a replay"),
    parentId: z.string().nullable().describe("id of the session that started it; null where none did"),
    outcome: z.enum(OUTCOMES).nullable().describe("how it ended; null where nobody said"),
    tags: z.array(z.string()).describe("the tags that people and the sender gave it"),
    startedAt: timeField.describe("time of its first event; null where no event has a time"),
    endedAt: timeField.describe("when it ended; null while no end was reported"),
    updatedAt: z.iso.datetime().describe("when something about it was received last"),
    version: z
      .int()
      .describe("grows with every change that readers can see; what the ids of the session's stream are"),
    source: z
      .object({
        format: z.string().describe("the format of the file"),
        file: z.string().nullable().describe("the file's name; null where it had none"),
      })
      .nullable()
      .describe("the file that it was imported from; null for what was sent"),
    counts: z
      .object({
        turns: z.int().describe("model calls"),
        blocks: z.int().describe("pieces of content"),
        toolCalls: z.int().describe("tool calls"),
        repeatedToolCalls: z.int().describe("tool calls that are equal to an earlier one"),
        evictions: z.int().describe("blocks that left a window"),
        compactions: z.int().describe("compactions"),
        dangling: z
          .int()
          .nullable()
          .describe("uses of evidence that stood in no window; null while the session is not analysed"),
        /** Decisions that used evidence, and those for which it was absent; `null` while the session is not analysed. */
        decisions: z
          .int()
          .nullable()
          .describe("decisions that used evidence; null while the session is not analysed"),
        decisionsAbsent: z
          .int()
          .nullable()
          .describe("decisions whose evidence was absent; null while the session is not analysed"),
      })
      .describe("how much it holds"),
    /** Findings by severity; `null` while the session is not analysed. */
    findings: z
      .partialRecord(z.enum(SEVERITIES), z.int())
      .nullable()
      .describe("findings by severity; null while the session is not analysed"),
    tokens: z
      .object({
        peakWindow: tokensField.describe("tokens of the fullest window; null where unknown"),
        peakTurn: turnField.nullable().describe("the turn of the fullest window; null where unknown"),
        peakProvenance: provenanceField.describe("where the figure of the fullest window comes from"),
        peakShare: z
          .number()
          .nullable()
          .describe(
            "the fullest window as a share of the context window that its turn had, 1 for a full one; null where unknown",
          ),
        contextWindow: tokensField.describe(
          "the size of the model's context window in tokens; null where unknown",
        ),
        contextWindowProvenance: limitProvenanceField,
        budget: tokensField.describe("the budget in tokens; null where none was declared"),
        evicted: tokensField.describe("tokens that left the windows, all together; null where unknown"),
      })
      .describe("how full its windows were"),
  })
  .meta({ id: "SessionSummary" });
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** The cost of calls at list prices, in one currency, with cache reads and writes listed separately. */
export const costSchema = z
  .object({
    currency: z.string().describe("the currency, such as `USD`"),
    total: z.number().describe("the whole cost"),
    uncached: z.number().describe("cost of input that the prompt cache did not hold"),
    cacheRead: z.number().describe("cost of input read from the prompt cache"),
    cacheWrite: z.number().describe("cost of input written to the prompt cache"),
    output: z.number().describe("cost of output"),
    calls: z.int().describe("calls that the figures are of"),
    callsTotal: z.int().describe("all calls; those without usage or without a price are not in the figures"),
  })
  .meta({ id: "Cost" });
export type CostResult = z.infer<typeof costSchema>;

/** A harness's own budgets, in tokens. */
export const declaredBudgetsSchema = z
  .object({
    phase: z.string().nullable().describe("the phase that they were declared for; null is any"),
    total: tokensField.describe("tokens that a request may take; null where only parts have budgets"),
    bySource: z.record(z.string(), z.int()).describe("by source kind, or by a name of the harness's own"),
    declaredTurn: turnField.describe("the turn at which they were declared"),
  })
  .meta({ id: "DeclaredBudgets" });

export const sessionSkeletonSchema = sessionSummarySchema
  .extend({
    budgets: declaredBudgetsSchema.nullable().describe("the budgets that the harness declared last"),
    costs: z.array(costSchema).describe("one entry a currency; empty where nothing can be priced"),
    outcomeReason: z.string().nullable().describe("why it ended like this; null where nobody said"),
    parentExternalId: z
      .string()
      .nullable()
      .describe("the sender's id of the session that started it; null where none did"),
    parentToolCallId: z.string().nullable().describe("the tool call that started it; null where none did"),
    children: z
      .array(
        z.object({
          id: z.string().describe("the session's id, as `ses_…`"),
          name: z.string().nullable().describe("its name; null where nobody gave one"),
          role: z.enum(SESSION_ROLES).describe("whether it is a sub-agent's session or a side call"),
          toolCallId: z.string().nullable().describe("the tool call that started it; null where unknown"),
          turns: z.int().describe("its model calls"),
        }),
      )
      .describe("the sessions that it started"),
    policy: z
      .json()
      .nullable()
      .describe("the policy that it ran under, in its vendor's configuration; null where unknown"),
    notes: z.array(z.string()).describe("what has to be known to read its figures"),
    reported: z
      .object({
        tokensSent: tokensField.describe("input tokens of all calls; null where it was not reported"),
        tokensReceived: tokensField.describe("output tokens of all calls; null where it was not reported"),
        calls: z.int().nullable().describe("model calls; null where it was not reported"),
      })
      .nullable()
      .describe("what the run itself reported as its totals, measured; null where it reported none"),
    warnings: z
      .array(
        z.object({
          code: z.string().describe("a stable code of the warning"),
          message: z.string().describe("what was odd, as a sentence"),
          count: z.int().describe("how often"),
        }),
      )
      .describe("what was odd in the received data"),
    gaps: z
      .array(
        z.object({
          from: turnField.describe("the first missing turn"),
          to: turnField.describe("the last missing turn"),
        }),
      )
      .describe("runs of turns that were not received"),
    calibration: z
      .object({
        factor: z.number().describe("measured tokens for each counted one"),
        basis: z
          .enum(CALIBRATION_BASES)
          .optional()
          .describe(
            "what the factor was learned from; `total of the run` where nothing but a sum was reported",
          ),
        samples: z.int().describe("turns that the factor was learned from"),
        tokenizer: z.string().describe("the tokenizer that counted"),
        exact: z.boolean().describe("whether it is the model's own tokenizer"),
        medianError: tokensField.describe(
          "the median error of a turn in tokens; null where it cannot be told",
        ),
      })
      .nullable()
      .describe("how counted tokens are brought to the measured scale; null where nothing was measured"),
    firstTurn: turnField.nullable().describe("the first turn; null without turns"),
    lastTurn: turnField.nullable().describe("the last turn; null without turns"),
  })
  .meta({ id: "SessionSkeleton" });
export type SessionSkeleton = z.infer<typeof sessionSkeletonSchema>;

export const usageSchema = z.object({
  input: tokensField.describe("input tokens with the prompt cache; null where not reported"),
  uncached: tokensField.describe("input tokens that the prompt cache did not hold; null where not reported"),
  cacheRead: tokensField.describe("input tokens read from the prompt cache; null where not reported"),
  cacheWrite: tokensField.describe("input tokens written to the prompt cache; null where not reported"),
  output: tokensField.describe("output tokens; null where not reported"),
  reasoning: tokensField.describe("output tokens that were thinking; null where not reported"),
});

export const turnPointSchema = z
  .object({
    turn: turnField.describe("the turn, from 0"),
    /** The turns that this point represents; more than one if the series was thinned out. */
    bucket: z
      .object({
        from: turnField.describe("the first turn"),
        to: turnField.describe("the last turn"),
        turns: z.int().describe("turns that there are between them"),
      })
      .describe("the turns that the point stands for; more than one where the series was thinned out"),
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
    output: z.number().describe("cost of output"),
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
  })
  .meta({ id: "SeriesPoint" });
export type SeriesPointAnswer = z.infer<typeof seriesPointSchema>;

export const windowEntryResultSchema = z
  .object({
    blockId: z.string().describe("the block's id"),
    sourceKind: z.enum(SOURCE_KINDS).describe("where the content comes from"),
    mode: z.enum(MODES).describe("how the block stands in the window"),
    trust: z.enum(TRUST_LEVELS).describe("how far the content may be trusted"),
    tokens: tokensField.describe("tokens that it takes in this mode; null where unknown"),
    provenance: provenanceField,
    enteredTurn: turnField.describe("the turn since which it stands there"),
    createdTurn: turnField.nullable().describe("the turn that made the content; null where unknown"),
    toolName: z.string().nullable().describe("the tool that made it; null for none"),
    toolCallId: z.string().nullable().describe("the id of the tool call; null for none"),
    label: z.string().nullable().describe("a short name; null for none"),
    isError: z.boolean().describe("whether it is the error of a tool"),
    media: z
      .record(z.string(), z.int())
      .nullable()
      .describe("images and other media in it, by kind; null for none"),
    preview: z.string().describe("the beginning of the content, in one line"),
    content: z
      .string()
      .nullable()
      .optional()
      .describe("the whole text; left out unless it is asked for, null where unknown"),
  })
  .meta({ id: "StandingBlock" });
export type WindowEntryResult = z.infer<typeof windowEntryResultSchema>;

export const causeSchema = z.object({
  policy: z.string().nullable().describe("the policy that decided; null where unknown"),
  rule: z.string().nullable().describe("the policy's rule; null where unknown"),
  reason: z.string().nullable().describe("the reason in words; null where none is given"),
  numbers: z
    .record(z.string(), z.number())
    .nullable()
    .describe("the figures of the reason, by name; null where it has none"),
  provenance: z.enum(CAUSE_PROVENANCES).describe("whether the harness reported the cause or it was derived"),
});

export const evictionSchema = z
  .object({
    turn: turnField.describe("the turn whose window lacks the block first"),
    blockId: z.string().describe("the block's id"),
    sourceKind: z.enum(SOURCE_KINDS).describe("where the content comes from"),
    toolName: z.string().nullable().describe("the tool that made it; null for none"),
    toolCallId: z.string().nullable().describe("the id of the tool call; null for none"),
    enteredTurn: turnField.describe("the turn since which it stood in the window"),
    how: z.enum(EVICTION_HOWS).describe("how it left"),
    fromMode: z.enum(MODES).describe("how it stood before"),
    toMode: z.enum(MODES).nullable().describe("what is left of it; null for nothing"),
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

/** What used a block, or needed it when it was gone. */
export const blockUseSchema = z.object({
  edgeId: z.string().describe("the use's id"),
  turn: turnField.describe("the turn that used it"),
  step: z.string().nullable().describe("the step that used it; null outside of a plan"),
  blockId: z.string().nullable().describe("the block that used it; null where none is known"),
  state: z.enum(EDGE_STATES).describe("where the evidence was while the step ran"),
  residual: z.boolean().describe("whether another block still held part of it"),
});
export type BlockUse = z.infer<typeof blockUseSchema>;

/** An eviction and who needed its block, oldest use first; `null` while the session is not analysed. */
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
export const compactionSchema = z
  .object({
    no: z.int().describe("the number of the compaction, from 0"),
    turn: turnField.describe("the turn whose window has the summary first"),
    trigger: z.string().nullable().describe("what started it; null where unknown"),
    tokensBefore: z
      .object({ value: tokensField.describe("its tokens; null where unknown"), provenance: provenanceField })
      .describe("the window before"),
    tokensAfter: z
      .object({ value: tokensField.describe("its tokens; null where unknown"), provenance: provenanceField })
      .describe("the window after"),
    removed: z.int().describe("blocks that it removed"),
    neededLater: z.int().describe("removed blocks that were needed or fetched again afterwards"),
    summaryBlockId: z
      .string()
      .nullable()
      .describe("the block that holds the summary; null where it is not known"),
    cause: causeSchema.describe("why it happened"),
  })
  .meta({ id: "Compaction" });
export type CompactionResult = z.infer<typeof compactionSchema>;

export const turnDetailSchema = turnPointSchema.omit({ bucket: true }).extend({
  turnId: z.string().nullable().describe("the id that its sender gave it; null for none"),
  endedAt: timeField.describe("when the answer was complete; null where unknown"),
  phase: z.string().nullable().describe("the phase of the run; null where it was not said"),
  stopReason: z.string().nullable().describe("why the model stopped; null where unknown"),
  error: z.string().nullable().describe("the error of the call; null for none"),
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
