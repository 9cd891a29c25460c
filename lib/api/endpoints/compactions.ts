import { z } from "zod";
import { FATES, SURVIVAL_KINDS } from "@/lib/core/compaction/kinds";
import { turnField } from "@/lib/core/trace/fields";
import { viewEndpoint } from "../endpoint";
import { compactionSchema, valueFateSchema } from "../schemas/compaction";
import { giveBackSchema, giveBackTokens } from "../schemas/give-back";
import { sessionParams } from "./session-params";

export const listCompactions = viewEndpoint({
  path: "/api/v1/sessions/{id}/compactions",
  summary: "The compactions, clearings and restarts of a session: what each kept, cost and saved",
  description:
    "In the order of turns. Every value that stood before counts once, in the first place that says it afterwards, so the columns of `survival` add up to `before`. " +
    "The page Compactions of the documentation defines each kind by its form. What follows from an analysis is null before it.",
  scope: "read",
  params: sessionParams,
  response: z.object({
    analysed: z.boolean().describe("whether the analysis includes all that was received"),
    analysedAsOfTurn: turnField.nullable().describe("the newest turn in it; null where there is none"),
    currency: z.string().nullable().describe("the currency of all sums; null where nothing has a price"),
    compactions: z.array(compactionSchema).describe("in order, at most 2,000"),
  }),
});

export const VALUES_MAX = 5_000;

const compactionParams = sessionParams.extend({
  compaction: z.coerce
    .number()
    .int()
    .min(-10_000_000)
    .max(10_000_000)
    .describe("its number, as the list of compactions gives it"),
});

export const getGiveBack = viewEndpoint({
  path: "/api/v1/sessions/{id}/compactions/{compaction}/give-back",
  summary: "What to give back after a compaction, as one text within a budget",
  description:
    "Open steps, what the user listed, the lost values that open steps name or later turns wanted, and the user's own words, each with its place. " +
    "Everything in quotes stands in the recording. What a text of outside said first is left out where it speaks to the model.",
  scope: "read",
  params: compactionParams,
  query: z.object({ tokens: giveBackTokens }),
  response: giveBackSchema,
});

export const getCompaction = viewEndpoint({
  path: "/api/v1/sessions/{id}/compactions/{compaction}",
  summary: "Every value that stood before a compaction, and what became of it",
  description:
    "Lost values come first, and of these the ones that were wanted again. Also the summary's text.",
  scope: "read",
  params: compactionParams,
  query: z.object({
    kind: z.enum(SURVIVAL_KINDS).optional().describe("only values of this kind"),
    fate: z.enum(FATES).optional().describe("only values that this became of"),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0).describe("values to skip"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(VALUES_MAX)
      .default(1_000)
      .describe("values in the answer at most"),
  }),
  response: z.object({
    no: z.int().describe("its number"),
    turn: turnField.describe("the turn whose window shows it first"),
    summary: z
      .object({
        blockId: z.string().describe("the block that holds the summary"),
        text: z.string().describe("the summary's text, cut at a bound"),
        totalChars: z.int().describe("characters of the whole summary"),
      })
      .nullable()
      .describe("the summary; null where its text is not known"),
    values: z.array(valueFateSchema).describe("the page of values"),
    total: z.int().describe("values that the filters let through, on all pages"),
  }),
});
