import { z } from "zod";
import { EVICTION_HOWS, MODES, OUTCOMES, SESSION_ROLES, SOURCE_KINDS, TRUST_LEVELS } from "../vocabulary";
import { blockSchema } from "./blocks-schema";
import { idSchema, nameSchema, noteSchema, tokensSchema } from "./scalars";
import { referenceSchema } from "./block-facts";
import { turnSchema, idsSchema, jsonSchema, runTotalsSchema, eventFields, planFields } from "./event-parts";
import { CAUSE_FACTS, COMPACTION_FACTS } from "./cause-facts";
import { makeStatedFields } from "./fact";
import { ENTRIES_MAX, NOTES_MAX } from "./limits";
import { TURN_FACTS } from "./turn-facts";

/** The version that this program writes. Older versions are upgraded on read (`upgrade.ts`). */
export const EVENT_VERSION = 1;

export const eventSchema = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...eventFields,
      type: z.literal("session.started").describe("a session begins"),
      name: nameSchema.optional().describe("the session's name"),
      agent: nameSchema.optional().describe("the agent's name"),
      model: nameSchema.optional().describe("the model that it calls, where turns do not say"),
      role: z
        .enum(SESSION_ROLES)
        .optional()
        .describe("what kind of session it is; an agent's where left out"),
      parent: z
        .strictObject({
          session: idSchema.describe("that session's id"),
          toolCallId: idSchema.optional().describe("the tool call that started it"),
        })
        .optional()
        .describe("the session that started it"),
      contextWindow: tokensSchema.optional().describe("the size of the model's context window, in tokens"),
      budget: tokensSchema.optional().describe("tokens that a request may take"),
      tags: z.array(nameSchema).max(100).optional().describe("tags to find the session by"),
      source: z
        .strictObject({
          format: nameSchema.describe("the format's name"),
          file: nameSchema.optional().describe("the file's name"),
        })
        .optional()
        .describe("where the recording comes from"),
      policy: z
        .strictObject({
          kind: nameSchema.describe("the policy's name"),
          version: nameSchema.optional().describe("the version of its rule"),
          options: jsonSchema.optional().describe("its options, as its vendor's configuration writes them"),
        })
        .optional()
        .describe("the context policy that the session runs under"),
      reported: runTotalsSchema.optional().describe("totals that the run itself reported"),
      notes: z
        .array(noteSchema)
        .max(NOTES_MAX)
        .optional()
        .describe("what has to be known to read the figures"),
      attributes: z.record(z.string(), jsonSchema).optional().describe("further facts, by name"),
      forkedFrom: z
        .strictObject({ session: idSchema.describe("that session's id") })
        .optional()
        .describe("the session whose history it began with a copy of"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("session.ended").describe("a session has ended"),
      outcome: z.enum(OUTCOMES).describe("how it ended"),
      reason: noteSchema.optional().describe("why it ended like this"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("turn.recorded").describe("a model call was made"),
      turn: turnSchema,
      ...makeStatedFields(TURN_FACTS),
    }),
    z.strictObject({
      ...eventFields,
      type: z
        .literal("block.recorded")
        .describe("a piece of content was made outside of a call, such as a tool's result"),
      turn: turnSchema.optional(),
      block: blockSchema.describe("the piece of content"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("context.edited").describe("something left the window or was shortened"),
      turn: turnSchema.optional(),
      how: z.enum(EVICTION_HOWS).describe("how it left"),
      blocks: idsSchema.optional().describe("ids of the blocks that it happened to"),
      ...makeStatedFields(CAUSE_FACTS),
      ...makeStatedFields(COMPACTION_FACTS),
      tokensBefore: tokensSchema.optional().describe("tokens of the window before"),
      tokensAfter: tokensSchema.optional().describe("tokens of the window after"),
      tokensFreed: tokensSchema.optional().describe("tokens that became free"),
      summaryBlock: idSchema.optional().describe("id of the block that holds the summary"),
      reference: referenceSchema.optional().describe("what was left behind to fetch the content by"),
      provenance: z
        .enum(["reported", "inferred"])
        .optional()
        .describe("`inferred` where the sender worked the blocks out from a rule"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("context.decided").describe("the harness's own ledger of a call"),
      turn: turnSchema.optional(),
      runId: idSchema.describe("the harness's id of the run"),
      turnId: idSchema.describe("the sender's id of the call"),
      modelInputId: idSchema.optional().describe("the sender's id of the request"),
      policy: nameSchema.optional().describe("the policy that decided"),
      phase: nameSchema.optional().describe("the phase of the run"),
      tokenBudget: tokensSchema.optional().describe("tokens that the request may take"),
      sourceBudgets: z
        .partialRecord(z.enum(SOURCE_KINDS), tokensSchema)
        .optional()
        .describe("tokens that each source kind may take until another ledger says otherwise"),
      estimatedTokens: tokensSchema
        .optional()
        .describe("tokens of the request, as the harness estimated them"),
      included: z
        .array(
          z.strictObject({
            sourceId: idSchema.describe("id of the candidate"),
            sourceKind: z.enum(SOURCE_KINDS).describe("where its content comes from"),
            mode: z.enum(MODES).describe("how it stands in the window"),
            reason: noteSchema.describe("why it was included"),
            trustLevel: z.enum(TRUST_LEVELS).optional().describe("how far its content may be trusted"),
            tokens: tokensSchema.optional().describe("its size in tokens"),
          }),
        )
        .max(ENTRIES_MAX)
        .describe("what was put into the window"),
      excluded: z
        .array(
          z.strictObject({
            sourceId: idSchema.describe("id of the candidate"),
            sourceKind: z.enum(SOURCE_KINDS).describe("where its content comes from"),
            reason: noteSchema.describe("why it was left out"),
            trustLevel: z.enum(TRUST_LEVELS).optional().describe("how far its content may be trusted"),
            tokens: tokensSchema.optional().describe("its size in tokens"),
            text: noteSchema.optional().describe("the beginning of its content"),
          }),
        )
        .max(ENTRIES_MAX)
        .describe("what was left out"),
      compactions: z
        .array(
          z.strictObject({
            sourceId: idSchema.describe("id of what was replaced"),
            summaryId: idSchema.describe("id of the summary"),
            originalRef: noteSchema.describe("the reference to the original"),
          }),
        )
        .max(ENTRIES_MAX)
        .describe("what was replaced by a summary"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("plan.declared").describe("a plan was made"),
      ...planFields,
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("plan.revised").describe("a plan was changed"),
      ...planFields,
      reason: noteSchema.optional().describe("why it was changed"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("plan.step").describe("the state of a step changed"),
      planId: idSchema.optional().describe("id of the plan; the newest one where left out"),
      turn: turnSchema.optional(),
      step: idSchema.describe("the step's id"),
      status: z.enum(["started", "completed", "failed", "skipped"]).describe("the step's new state"),
      note: noteSchema.optional().describe("what the agent says about it"),
      output: idsSchema.optional().describe("ids of the blocks that the step made"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("step.validated").describe("the evidence of a step was checked before it ran"),
      planId: idSchema.optional().describe("id of the plan; the newest one where left out"),
      turn: turnSchema.optional(),
      step: idSchema.describe("the step's id"),
      present: idsSchema.describe("needed evidence that stood in the window"),
      missing: idsSchema.describe("needed evidence that did not"),
      action: z.enum(["proceed", "refetch", "replan", "abort"]).describe("what the check advised"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("checkpoint.taken").describe("a state was saved from which a run can go on"),
      turn: turnSchema.optional(),
      block: idSchema.optional().describe("id of the block that holds the state"),
      state: z.record(z.string(), jsonSchema).describe("the state"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("session.restarted").describe("the run was started again from a checkpoint"),
      turn: turnSchema.optional(),
      reason: noteSchema.optional().describe("why it was started again"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("gate.checked").describe("a check before a call, and its result"),
      turn: turnSchema.optional(),
      gate: nameSchema.describe("the gate's name"),
      passed: z.boolean().describe("whether it holds"),
      message: noteSchema.optional().describe("the result as a sentence"),
      numbers: z.record(z.string(), z.number()).optional().describe("the figures of the result, by name"),
    }),
    z.strictObject({
      ...eventFields,
      type: z.literal("annotation.added").describe("a person wrote something down"),
      turn: turnSchema.optional(),
      block: idSchema.optional().describe("id of the block that it is about"),
      author: nameSchema.optional().describe("who wrote it"),
      text: noteSchema.describe("what was written"),
    }),
  ])
  .meta({ id: "Event" });

/** An event as sent and stored. `at` is an ISO 8601 instant with a zone. */
export type WireEvent = z.infer<typeof eventSchema>;
export type EventType = WireEvent["type"];
export type EventOf<T extends EventType> = Extract<WireEvent, { type: T }>;

export const EVENT_TYPES: readonly EventType[] = eventSchema.options.map(({ shape }) => shape.type.value);
