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

export const tokensField = z.int().nullable();
export const provenanceField = z.enum(PROVENANCES);
const limitProvenanceField = z
  .enum(LIMIT_PROVENANCES)
  .default("recorded")
  .describe("who says how large the context window is; `model table` where neither trace nor project does");
export const turnField = z.int().min(0);
const timeField = z.iso.datetime().nullable();
export const bySourceField = z.partialRecord(z.enum(SOURCE_KINDS), z.int());

export const sessionSummarySchema = z
  .object({
    id: z.string(),
    externalId: z.string(),
    name: z.string().nullable(),
    agent: z.string().nullable(),
    model: z.string().nullable(),
    role: z.enum(SESSION_ROLES),
    parentId: z.string().nullable(),
    outcome: z.enum(OUTCOMES).nullable(),
    tags: z.array(z.string()),
    startedAt: timeField,
    endedAt: timeField,
    updatedAt: z.iso.datetime(),
    version: z
      .int()
      .describe("grows with every change that readers can see; what the ids of the session's stream are"),
    source: z.object({ format: z.string(), file: z.string().nullable() }).nullable(),
    counts: z.object({
      turns: z.int(),
      blocks: z.int(),
      toolCalls: z.int(),
      repeatedToolCalls: z.int(),
      evictions: z.int(),
      compactions: z.int(),
      dangling: z.int().nullable(),
      /** Decisions that used evidence, and those for which it was absent; `null` while the session is not analysed. */
      decisions: z.int().nullable(),
      decisionsAbsent: z.int().nullable(),
    }),
    /** Findings by severity; `null` while the session is not analysed. */
    findings: z.partialRecord(z.enum(SEVERITIES), z.int()).nullable(),
    tokens: z.object({
      peakWindow: tokensField,
      peakTurn: turnField.nullable(),
      peakProvenance: provenanceField,
      contextWindow: tokensField,
      contextWindowProvenance: limitProvenanceField,
      budget: tokensField,
      evicted: tokensField,
    }),
  })
  .meta({ id: "SessionSummary" });
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** The cost of calls at list prices, in one currency, with cache reads and writes listed separately. */
export const costSchema = z
  .object({
    currency: z.string(),
    total: z.number(),
    uncached: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    output: z.number(),
    calls: z.int().describe("calls that the figures are of"),
    callsTotal: z.int().describe("all calls; those without usage or without a price are not in the figures"),
  })
  .meta({ id: "Cost" });
export type CostResult = z.infer<typeof costSchema>;

/** A harness's own budgets, in tokens. */
export const declaredBudgetsSchema = z
  .object({
    phase: z.string().nullable().describe("the phase that they were declared for; null is any"),
    total: tokensField,
    bySource: z.record(z.string(), z.int()).describe("by source kind, or by a name of the harness's own"),
    declaredTurn: turnField,
  })
  .meta({ id: "DeclaredBudgets" });

export const sessionSkeletonSchema = sessionSummarySchema
  .extend({
    budgets: declaredBudgetsSchema.nullable().describe("the budgets that the harness declared last"),
    costs: z.array(costSchema).describe("one entry a currency; empty where nothing can be priced"),
    outcomeReason: z.string().nullable(),
    parentExternalId: z.string().nullable(),
    parentToolCallId: z.string().nullable(),
    children: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        role: z.enum(SESSION_ROLES),
        toolCallId: z.string().nullable(),
        turns: z.int(),
      }),
    ),
    policy: z.json().nullable(),
    notes: z.array(z.string()),
    reported: z
      .object({ tokensSent: tokensField, tokensReceived: tokensField, calls: z.int().nullable() })
      .nullable()
      .describe("what the run itself reported as its totals, measured; null where it reported none"),
    warnings: z.array(z.object({ code: z.string(), message: z.string(), count: z.int() })),
    gaps: z.array(z.object({ from: turnField, to: turnField })),
    calibration: z
      .object({
        factor: z.number(),
        basis: z
          .enum(CALIBRATION_BASES)
          .optional()
          .describe(
            "what the factor was learned from; `total of the run` where nothing but a sum was reported",
          ),
        samples: z.int(),
        tokenizer: z.string(),
        exact: z.boolean(),
        medianError: tokensField,
      })
      .nullable(),
    firstTurn: turnField.nullable(),
    lastTurn: turnField.nullable(),
  })
  .meta({ id: "SessionSkeleton" });
export type SessionSkeleton = z.infer<typeof sessionSkeletonSchema>;

export const usageSchema = z.object({
  input: tokensField,
  uncached: tokensField,
  cacheRead: tokensField,
  cacheWrite: tokensField,
  output: tokensField,
  reasoning: tokensField,
});

export const turnPointSchema = z
  .object({
    turn: turnField,
    /** The turns that this point represents; more than one if the series was thinned out. */
    bucket: z.object({ from: turnField, to: turnField, turns: z.int() }),
    at: timeField,
    model: z.string().nullable(),
    contextWindow: tokensField,
    contextWindowProvenance: limitProvenanceField,
    windowKnown: z.boolean(),
    windowTokens: tokensField,
    provenance: provenanceField,
    bySource: bySourceField,
    residual: tokensField,
    entries: z.int(),
    unsized: z.int(),
    delta: tokensField,
    deltaProvenance: provenanceField,
    modelChanged: z.boolean(),
    causedByTurn: turnField.nullable(),
    usage: usageSchema,
    toolCalls: z.int(),
    markers: z.object({
      evictions: z.int(),
      evictedTokens: z.int(),
      compactions: z.int(),
      spike: z.boolean(),
    }),
  })
  .meta({ id: "TurnPoint" });
export type TurnPoint = z.infer<typeof turnPointSchema>;

export const windowEntryResultSchema = z
  .object({
    blockId: z.string(),
    sourceKind: z.enum(SOURCE_KINDS),
    mode: z.enum(MODES),
    trust: z.enum(TRUST_LEVELS),
    tokens: tokensField,
    provenance: provenanceField,
    enteredTurn: turnField,
    createdTurn: turnField.nullable(),
    toolName: z.string().nullable(),
    toolCallId: z.string().nullable(),
    label: z.string().nullable(),
    isError: z.boolean(),
    media: z.record(z.string(), z.int()).nullable(),
    preview: z.string(),
    content: z.string().nullable().optional(),
  })
  .meta({ id: "StandingBlock" });
export type WindowEntryResult = z.infer<typeof windowEntryResultSchema>;

export const causeSchema = z.object({
  policy: z.string().nullable(),
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  numbers: z.record(z.string(), z.number()).nullable(),
  provenance: z.enum(CAUSE_PROVENANCES),
});

export const evictionSchema = z
  .object({
    turn: turnField,
    blockId: z.string(),
    sourceKind: z.enum(SOURCE_KINDS),
    toolName: z.string().nullable(),
    toolCallId: z.string().nullable(),
    enteredTurn: turnField,
    how: z.enum(EVICTION_HOWS),
    fromMode: z.enum(MODES),
    toMode: z.enum(MODES).nullable(),
    cause: causeSchema,
    tokensFreed: tokensField,
    reference: referenceSchema.nullable(),
    restorable: z.boolean(),
    reenteredTurn: turnField.nullable(),
    refetchedTurn: turnField
      .nullable()
      .describe("the first turn that fetched the same again: an equal call, or a read of the same path"),
    refetchOutcome: z
      .enum(FETCH_OUTCOMES)
      .nullable()
      .describe("what fetching it again brought; `null` where it was not, or is not analysed yet"),
    compaction: z.int().nullable(),
  })
  .meta({ id: "Eviction" });
export type EvictionResult = z.infer<typeof evictionSchema>;

/** What used a block, or needed it when it was gone. */
export const blockUseSchema = z.object({
  edgeId: z.string(),
  turn: turnField,
  step: z.string().nullable(),
  blockId: z.string().nullable(),
  state: z.enum(EDGE_STATES),
  residual: z.boolean(),
});
export type BlockUse = z.infer<typeof blockUseSchema>;

/** An eviction and who needed its block, oldest use first; `null` while the session is not analysed. */
export const neededEvictionSchema = evictionSchema
  .extend({
    neededBy: z.array(blockUseSchema).nullable(),
  })
  .meta({ id: "NeededEviction" });
export type NeededEviction = z.infer<typeof neededEvictionSchema>;
export const compactionSchema = z
  .object({
    no: z.int(),
    turn: turnField,
    trigger: z.string().nullable(),
    tokensBefore: z.object({ value: tokensField, provenance: provenanceField }),
    tokensAfter: z.object({ value: tokensField, provenance: provenanceField }),
    removed: z.int(),
    neededLater: z.int().describe("removed blocks that were needed or fetched again afterwards"),
    summaryBlockId: z.string().nullable(),
    cause: causeSchema,
  })
  .meta({ id: "Compaction" });
export type CompactionResult = z.infer<typeof compactionSchema>;

export const turnDetailSchema = turnPointSchema.omit({ bucket: true }).extend({
  turnId: z.string().nullable(),
  endedAt: timeField,
  phase: z.string().nullable(),
  stopReason: z.string().nullable(),
  error: z.string().nullable(),
  visibleTools: z.array(z.string()).nullable(),
  appliedEdits: z.array(appliedEditSchema).nullable(),
  completeness: z.string(),
  windowProvenance: z.enum(["measured", "inferred"]),
  budgets: declaredBudgetsSchema.nullable().describe("the declared budgets that hold at this turn"),
});
export type TurnDetail = z.infer<typeof turnDetailSchema>;
