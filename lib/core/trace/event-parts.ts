import { z } from "zod";
import { idSchema, tokensSchema, nameSchema, noteSchema, dollarsSchema } from "./scalars";
import { TURN_MAX, ENTRIES_MAX, STEPS_MAX } from "./limits";

export const turnSchema = z.int().min(0).max(TURN_MAX).describe("index of the turn, from 0");

export const idsSchema = z.array(idSchema).max(ENTRIES_MAX);

export const jsonSchema = z.json();

export const insideCallSchema = z
  .strictObject({
    model: nameSchema.describe("the model that was called"),
    input: tokensSchema.describe("its input tokens, with those read from or written to a cache"),
    cacheRead: tokensSchema.nullish().describe("input tokens read from its cache"),
    cacheWrite: tokensSchema.nullish().describe("input tokens written to its cache"),
    cacheWriteHour: tokensSchema.nullish().describe("of `cacheWrite`, the tokens kept for an hour"),
    output: tokensSchema.describe("its output tokens"),
  })
  .meta({ id: "InsideCall" });

export type InsideCall = z.output<typeof insideCallSchema>;

/**
 * Totals of a whole run as the run itself reported them: tokens of all requests, tokens of all answers, model calls, money.
 */
export const runTotalsSchema = z
  .strictObject({
    tokensSent: tokensSchema.optional().describe("input tokens of all calls"),
    tokensReceived: tokensSchema.optional().describe("output tokens of all calls"),
    calls: tokensSchema.optional().describe("model calls"),
    cost: dollarsSchema.optional().describe("what all calls cost, in US dollars"),
  })
  .meta({ id: "RunTotals" });

export type StatedTotals = z.output<typeof runTotalsSchema>;

/**
 * An edit of the request between the agent and the model: the provider's own, or with `by` that of the proxy. Of the
 * proxy's, `type` is the kind of the policy, the sizes are estimated, and `problem` says why it was not made.
 */
export const appliedEditSchema = z
  .strictObject({
    type: nameSchema.describe("the provider's name of the edit"),
    clearedToolUses: tokensSchema.optional().describe("tool uses that it cleared"),
    clearedInputTokens: tokensSchema.optional().describe("input tokens that it cleared"),
    clearedThinkingTurns: tokensSchema.optional().describe("turns whose thinking it cleared"),
    by: z.literal("proxy").optional().describe("who applied it; the provider where left out"),
    tokensBefore: tokensSchema.optional().describe("tokens of the request before it, estimated"),
    tokensAfter: tokensSchema.optional().describe("tokens of the request after it, estimated"),
    problem: noteSchema.optional().describe("why it was not made"),
  })
  .meta({ id: "AppliedEdit" });

/** An attempt at a request that failed before the client sent the same request again. */
export const attemptSchema = z
  .strictObject({
    at: z.iso.datetime({ offset: true }).nullish().describe("when it was made"),
    endedAt: z.iso.datetime({ offset: true }).nullish().describe("when it had failed"),
    error: noteSchema.describe("its error"),
  })
  .meta({ id: "Attempt" });

export const planStepSchema = z
  .strictObject({
    id: idSchema.describe("the step's id, unique in its plan"),
    text: noteSchema.describe("what is to be done"),
    dependsOn: idsSchema
      .optional()
      .describe("ids of what the step needs: blocks, tool calls or earlier steps"),
    status: z
      .enum(["pending", "started", "completed", "failed", "skipped"])
      .optional()
      .describe("how far the step is"),
  })
  .meta({ id: "PlanStep" });

export const eventFields = {
  v: z.int().min(1).optional().describe("the version of the event's form; the newest where left out"),
  id: idSchema.describe("the event's id; the same event sent twice counts once"),
  session: idSchema.describe("the session, as its sender names it"),
  at: z.iso.datetime({ offset: true }).describe("when it happened, with a time zone"),
};

export const planFields = {
  planId: idSchema.optional().describe("the plan's id; a session with one plan needs none"),
  turn: turnSchema.optional(),
  block: idSchema
    .optional()
    .describe("id of the block that states the plan; with it the plan can be followed through the windows"),
  title: nameSchema.optional().describe("the plan's title"),
  steps: z.array(planStepSchema).max(STEPS_MAX).describe("all steps of this version of the plan, in order"),
};
