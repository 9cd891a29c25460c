import { z } from "zod";
import { PROVENANCES } from "@/lib/core/vocabulary";
import { endpoint } from "../../endpoint";
import { reportedUsageSchema } from "./project";
import { recordedSchema, runtimeBase, runtimeTokens } from "./shared";

const historySchema = z.strictObject({
  firstTurn: z.int().nonnegative().describe("the turn that the first figure is of"),
  occupancy: z
    .array(runtimeTokens.nullable())
    .max(10_000)
    .describe("tokens of the window of each turn; null where unknown"),
});

export const budgetBodySchema = z
  .strictObject({
    ...runtimeBase,
    usage: reportedUsageSchema.describe("the `usage` of the newest response, as the provider gives it"),
    model: z.string().max(1_000).optional().describe("the model that is going to be called"),
    budget: runtimeTokens
      .optional()
      .describe("tokens that a window may take; the project's default when left out"),
    contextWindow: runtimeTokens
      .optional()
      .describe("the size of the model's context window in tokens, where it is not in the model table"),
    incoming: runtimeTokens.default(0).describe("tokens of results that come in before the next call"),
    spikeThreshold: runtimeTokens
      .default(4_000)
      .describe("growth within one turn that counts as a spike, in tokens"),
    expectedTurns: z
      .int()
      .positive()
      .max(1_000_000)
      .optional()
      .describe("after how many calls the task is usually done: warns when the pace does not last that long"),
    state: historySchema.optional().describe("what the answer before gave as `state`"),
  })
  .meta({ id: "BudgetQuestion" });
export type BudgetBody = z.output<typeof budgetBodySchema>;

export const budgetAnswerSchema = z
  .object({
    turn: z.int().describe("the turn that is about to run"),
    tokens: z
      .int()
      .nullable()
      .describe("what the call read, cached or not; null where the usage does not say"),
    budget: z
      .object({
        tokens: z.int().describe("tokens that a request may take"),
        from: z.string().describe("where the budget comes from"),
      })
      .nullable()
      .describe("the budget that holds; null where none is known"),
    shareOfBudget: z
      .number()
      .nullable()
      .describe("share of the budget that the window takes, from 0; null without a budget"),
    room: z
      .int()
      .nullable()
      .describe("tokens of the budget that the projected window leaves; negative beyond it"),
    delta: z
      .int()
      .nullable()
      .describe("growth of the window since the turn before, in tokens; null where unknown"),
    causedByTurn: z.int().nullable().describe("the turn whose answer and results made the window grow"),
    spike: z.boolean().describe("whether the growth is over the threshold of a spike"),
    projectedNext: z
      .object({
        tokens: z.int().describe("tokens of the next window"),
        input: z.int().describe("tokens that this call read"),
        output: z.int().describe("tokens that this call answered"),
        provenance: z.enum(PROVENANCES).describe("where the figures come from"),
        how: z.string().describe("how the size was computed, in words"),
      })
      .nullable()
      .describe("the least size of the next window; null where unknown"),
    checkpointNeeded: z.boolean().describe("whether a checkpoint should be taken before the next call"),
    reason: z.string().nullable().describe("why a checkpoint is needed; null where none is"),
    warnings: z
      .array(
        z.object({
          code: z.enum(["spike", "pace", "window"]).describe("what the warning is about"),
          message: z.string().describe("the warning as a sentence"),
        }),
      )
      .describe("what to look out for"),
    state: historySchema.describe("send it with the next call's usage"),
    recorded: recordedSchema.describe(
      "whether the session is going to show it; false where the question names none",
    ),
  })
  .meta({ id: "BudgetVerdict" });
export type BudgetAnswer = z.input<typeof budgetAnswerSchema>;

export const postBudget = endpoint({
  method: "POST",
  path: "/api/v1/runtime/budget",
  summary: "What a call's usage means for the next window",
  description:
    "Occupancy, growth and the turn that caused it, and the projected next window: what the call read plus what it answered plus what comes in. `checkpointNeeded` where that is above the budget.",
  scope: "runtime",
  body: { "application/json": budgetBodySchema },
  response: budgetAnswerSchema,
});
