import { z } from "zod";
import {
  COMPLETENESS,
  EVICTION_HOWS,
  MODES,
  OUTCOMES,
  SESSION_ROLES,
  SOURCE_KINDS,
  TRUST_LEVELS,
} from "../vocabulary";
import {
  blockSchema,
  idSchema,
  nameSchema,
  noteSchema,
  referenceSchema,
  tokensSchema,
  windowSchema,
} from "./blocks-schema";
import { ENTRIES_MAX, STEPS_MAX, TURN_MAX } from "./limits";

/** The version that this program writes. Older versions are upgraded on read (`upgrade.ts`). */
export const EVENT_VERSION = 1;

export const turnSchema = z.int().min(0).max(TURN_MAX);
const idsSchema = z.array(idSchema).max(ENTRIES_MAX);
const jsonSchema = z.json();

/**
 * Input and output tokens of one call as the provider reported them. `input` includes tokens read from or written to a
 * cache.
 */
export const usageSchema = z
  .strictObject({
    input: tokensSchema.nullish(),
    cacheRead: tokensSchema.nullish(),
    cacheWrite: tokensSchema.nullish(),
    output: tokensSchema.nullish(),
    reasoning: tokensSchema.nullish(),
  })
  .meta({ id: "Usage" });

/**
 * Totals of a whole run as the run itself reported them: tokens of all requests, tokens of all answers, model calls.
 */
export const runTotalsSchema = z
  .strictObject({
    tokensSent: tokensSchema.optional(),
    tokensReceived: tokensSchema.optional(),
    calls: tokensSchema.optional(),
  })
  .meta({ id: "RunTotals" });

/**
 * An edit of the request between the agent and the model: the provider's own, or with `by` that of the proxy. Of the
 * proxy's, `type` is the kind of the policy, the sizes are estimated, and `problem` says why it was not made.
 */
export const appliedEditSchema = z
  .strictObject({
    type: nameSchema,
    clearedToolUses: tokensSchema.optional(),
    clearedInputTokens: tokensSchema.optional(),
    clearedThinkingTurns: tokensSchema.optional(),
    by: z.literal("proxy").optional(),
    tokensBefore: tokensSchema.optional(),
    tokensAfter: tokensSchema.optional(),
    problem: noteSchema.optional(),
  })
  .meta({ id: "AppliedEdit" });

export const planStepSchema = z
  .strictObject({
    id: idSchema,
    text: noteSchema,
    dependsOn: idsSchema.optional(),
    status: z.enum(["pending", "started", "completed", "failed", "skipped"]).optional(),
  })
  .meta({ id: "PlanStep" });

const base = {
  v: z.int().min(1).optional(),
  id: idSchema,
  session: idSchema,
  at: z.iso.datetime({ offset: true }),
};

const planFields = {
  planId: idSchema.optional(),
  turn: turnSchema.optional(),
  /** The block that states the plan. With it the plan's presence in the window can be followed. */
  block: idSchema.optional(),
  title: nameSchema.optional(),
  steps: z.array(planStepSchema).max(STEPS_MAX),
};

export const eventSchema = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...base,
      type: z.literal("session.started"),
      name: nameSchema.optional(),
      agent: nameSchema.optional(),
      model: nameSchema.optional(),
      role: z.enum(SESSION_ROLES).optional(),
      parent: z.strictObject({ session: idSchema, toolCallId: idSchema.optional() }).optional(),
      contextWindow: tokensSchema.optional(),
      budget: tokensSchema.optional(),
      tags: z.array(nameSchema).max(100).optional(),
      source: z.strictObject({ format: nameSchema, file: nameSchema.optional() }).optional(),
      policy: z
        .strictObject({ kind: nameSchema, version: nameSchema.optional(), options: jsonSchema.optional() })
        .optional(),
      /** Totals that the run reported, even if single calls do not report their usage. */
      reported: runTotalsSchema.optional(),
      notes: z.array(noteSchema).max(100).optional(),
      attributes: z.record(z.string(), jsonSchema).optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("session.ended"),
      outcome: z.enum(OUTCOMES),
      reason: noteSchema.optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("turn.recorded"),
      turn: turnSchema,
      turnId: idSchema.optional(),
      endedAt: base.at.optional(),
      model: nameSchema.optional(),
      provider: nameSchema.optional(),
      contextWindow: tokensSchema.optional(),
      usage: usageSchema.optional(),
      stopReason: nameSchema.optional(),
      error: noteSchema.optional(),
      phase: nameSchema.optional(),
      visibleTools: z.array(nameSchema).max(10_000).optional(),
      appliedEdits: z.array(appliedEditSchema).max(100).optional(),
      window: windowSchema.optional(),
      /**
       * How the window is known: recorded as sent, or rebuilt from a rule of the harness that the source does not
       * store.
       */
      windowProvenance: z.enum(["measured", "inferred"]).optional(),
      output: z.array(blockSchema).max(ENTRIES_MAX).optional(),
      completeness: z.enum(COMPLETENESS).optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("block.recorded"),
      turn: turnSchema.optional(),
      block: blockSchema,
    }),
    z.strictObject({
      ...base,
      type: z.literal("context.edited"),
      turn: turnSchema.optional(),
      how: z.enum(EVICTION_HOWS),
      blocks: idsSchema.optional(),
      policy: nameSchema.optional(),
      rule: nameSchema.optional(),
      reason: noteSchema.optional(),
      numbers: z.record(z.string(), z.number()).optional(),
      trigger: nameSchema.optional(),
      tokensBefore: tokensSchema.optional(),
      tokensAfter: tokensSchema.optional(),
      tokensFreed: tokensSchema.optional(),
      summaryBlock: idSchema.optional(),
      reference: referenceSchema.optional(),
      /** `inferred` if the sender worked out the blocks from a rule and was not told them. */
      provenance: z.enum(["reported", "inferred"]).optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("context.decided"),
      turn: turnSchema.optional(),
      runId: idSchema,
      turnId: idSchema,
      modelInputId: idSchema.optional(),
      policy: nameSchema.optional(),
      phase: nameSchema.optional(),
      tokenBudget: tokensSchema.optional(),
      /**
       * Tokens that each source kind may take until another ledger changes it. If the ledger names a phase, they hold
       * in this phase.
       */
      sourceBudgets: z.partialRecord(z.enum(SOURCE_KINDS), tokensSchema).optional(),
      estimatedTokens: tokensSchema.optional(),
      included: z
        .array(
          z.strictObject({
            sourceId: idSchema,
            sourceKind: z.enum(SOURCE_KINDS),
            mode: z.enum(MODES),
            reason: noteSchema,
            trustLevel: z.enum(TRUST_LEVELS).optional(),
            tokens: tokensSchema.optional(),
          }),
        )
        .max(ENTRIES_MAX),
      excluded: z
        .array(
          z.strictObject({
            sourceId: idSchema,
            sourceKind: z.enum(SOURCE_KINDS),
            reason: noteSchema,
            trustLevel: z.enum(TRUST_LEVELS).optional(),
            tokens: tokensSchema.optional(),
            text: noteSchema.optional(),
          }),
        )
        .max(ENTRIES_MAX),
      compactions: z
        .array(z.strictObject({ sourceId: idSchema, summaryId: idSchema, originalRef: noteSchema }))
        .max(ENTRIES_MAX),
    }),
    z.strictObject({ ...base, type: z.literal("plan.declared"), ...planFields }),
    z.strictObject({
      ...base,
      type: z.literal("plan.revised"),
      ...planFields,
      reason: noteSchema.optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("plan.step"),
      planId: idSchema.optional(),
      turn: turnSchema.optional(),
      step: idSchema,
      status: z.enum(["started", "completed", "failed", "skipped"]),
      note: noteSchema.optional(),
      output: idsSchema.optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("step.validated"),
      planId: idSchema.optional(),
      turn: turnSchema.optional(),
      step: idSchema,
      present: idsSchema,
      missing: idsSchema,
      action: z.enum(["proceed", "refetch", "replan", "abort"]),
    }),
    z.strictObject({
      ...base,
      type: z.literal("checkpoint.taken"),
      turn: turnSchema.optional(),
      block: idSchema.optional(),
      state: z.record(z.string(), jsonSchema),
    }),
    z.strictObject({
      ...base,
      type: z.literal("session.restarted"),
      turn: turnSchema.optional(),
      reason: noteSchema.optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("gate.checked"),
      turn: turnSchema.optional(),
      gate: nameSchema,
      passed: z.boolean(),
      message: noteSchema.optional(),
      numbers: z.record(z.string(), z.number()).optional(),
    }),
    z.strictObject({
      ...base,
      type: z.literal("annotation.added"),
      turn: turnSchema.optional(),
      block: idSchema.optional(),
      author: nameSchema.optional(),
      text: noteSchema,
    }),
  ])
  .meta({ id: "Event" });

/** An event as sent and stored. `at` is an ISO 8601 instant with a zone. */
export type WireEvent = z.infer<typeof eventSchema>;
export type EventType = WireEvent["type"];
export type EventOf<T extends EventType> = Extract<WireEvent, { type: T }>;

export const EVENT_TYPES: readonly EventType[] = eventSchema.options.map(({ shape }) => shape.type.value);
