import { z } from "zod";
import { CAUSE_TRENDS, TREND_FIGURES, TREND_SPLITS, TREND_STEPS } from "@/lib/core/figures/trend";
import { endpoint } from "../endpoint";

/** A trend is of the newest sessions, so that its cost does not grow with their number. */
export const TREND_SESSIONS_MAX = 5_000;
/** Costs are added up from single calls, so fewer sessions are priced. */
export const TREND_PRICED_MAX = 1_000;
export const TREND_PRICED_TURNS_MAX = 50_000;
export const TREND_PARTS_MAX = 5;
export const TREND_LENGTHS = { day: 28, week: 12 } as const;

const meanSchema = z.object({
  sessions: z.int().describe("sessions that began in the step"),
  known: z.int().describe("those of them whose value is known"),
  mean: z.number().nullable().describe("the mean over these; null where there are none"),
  error: z.number().nullable().describe("the standard error of the mean; null below two sessions"),
});

export const getTrend = endpoint({
  method: "GET",
  path: "/api/v1/trends",
  summary: "A figure over time",
  description:
    `The mean of a figure of a session, by the day or week (from Monday, UTC) in which sessions began, up to the newest session: ` +
    `${TREND_LENGTHS.day} days or ${TREND_LENGTHS.week} weeks. Sub-agents, side calls and replays are left out.`,
  scope: "read",
  query: z.object({
    figure: z.enum(TREND_FIGURES).default("serious").describe("the figure, as docs/figures.md defines it"),
    per: z.enum(TREND_STEPS).default("week").describe("the length of a step"),
    split: z
      .enum(TREND_SPLITS)
      .optional()
      .describe(
        `also the figure by what sessions have in common; with \`cause\`, by what it was paid for or why it was lost (${CAUSE_TRENDS.map((one) => `\`${one}\``).join(", ")})`,
      ),
  }),
  response: z.object({
    steps: z.array(z.iso.datetime()).describe("the beginning of each step, the earliest first"),
    total: z.array(meanSchema).describe("the figure of all sessions, by step"),
    parts: z
      .array(
        z.object({
          value: z
            .string()
            .nullable()
            .describe("what the sessions have in common, or the cause; null where they do not say"),
          steps: z.array(meanSchema).describe("the figure of these sessions, by step"),
        }),
      )
      .describe(
        "the parts with most sessions, or all causes, the largest first; empty unless `split` is asked for, and where the figure has no causes",
      ),
    otherParts: z.int().describe("parts that are not listed"),
    currency: z.string().nullable().describe("of costs; costs in any other currency are left out"),
    sample: z
      .object({
        sessions: z.int().describe("sessions that were counted, the newest first"),
        isWhole: z.boolean().describe("whether these are all sessions of the time"),
      })
      .describe("the sessions that the figures rest on"),
  }),
});
