import { z } from "zod";
import { PROVENANCES } from "@/lib/core/vocabulary";
import { endpoint } from "../../endpoint";
import { usageSchema } from "./project";
import { recordedSchema, runtimeBase, runtimeTokens } from "./shared";

const historySchema = z.strictObject({
  firstTurn: z.int().nonnegative(),
  occupancy: z.array(runtimeTokens.nullable()).max(10_000),
});

export const budgetBodySchema = z
  .strictObject({
    ...runtimeBase,
    usage: usageSchema.describe("the `usage` of the newest response, as the provider gives it"),
    model: z.string().max(1_000).optional(),
    budget: runtimeTokens
      .optional()
      .describe("tokens that a window may take; the project's default when left out"),
    contextWindow: runtimeTokens.optional(),
    incoming: runtimeTokens.default(0).describe("tokens of results that come in before the next call"),
    spikeThreshold: runtimeTokens.default(4_000),
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
    turn: z.int(),
    tokens: z
      .int()
      .nullable()
      .describe("what the call read, cached or not; null where the usage does not say"),
    budget: z.object({ tokens: z.int(), from: z.string() }).nullable(),
    shareOfBudget: z.number().nullable(),
    room: z
      .int()
      .nullable()
      .describe("tokens of the budget that the projected window leaves; negative beyond it"),
    delta: z.int().nullable(),
    causedByTurn: z.int().nullable().describe("the turn whose answer and results made the window grow"),
    spike: z.boolean(),
    projectedNext: z
      .object({
        tokens: z.int(),
        input: z.int(),
        output: z.int(),
        provenance: z.enum(PROVENANCES),
        how: z.string(),
      })
      .nullable(),
    checkpointNeeded: z.boolean(),
    reason: z.string().nullable(),
    warnings: z.array(z.object({ code: z.enum(["spike", "pace", "window"]), message: z.string() })),
    state: historySchema.describe("send it with the next call's usage"),
    recorded: recordedSchema,
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
