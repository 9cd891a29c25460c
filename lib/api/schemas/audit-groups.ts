import { z } from "zod";
import { SURVIVAL_KINDS } from "@/lib/core/compaction/kinds";
import { TRIGGERS } from "@/lib/core/compaction/trigger";
import { BREAK_CAUSES } from "@/lib/core/cost/break-causes";

const share = z.number().nullable().describe("null when there is nothing to divide by");

const survivedShare = z
  .object({
    hits: z.int().describe("values that still stood, or can be read where a name points"),
    n: z.int().describe("values that stood before and could be looked up"),
    share,
    low: share.describe("the lower end of the 95 % interval over sessions; null of fewer than two"),
    high: share.describe("its upper end; null of fewer than two sessions"),
  })
  .meta({ id: "SurvivedShare" });

export const compactionGroupSchema = z.object({
  program: z
    .string()
    .nullable()
    .describe("the program, as its sessions name their agent; null where they do not"),
  version: z.string().nullable().describe("its version; null where the name has none"),
  model: z.string().nullable().describe("the model; null where unknown"),
  trigger: z.enum(TRIGGERS).nullable().describe("who began them; null where the program does not say"),
  sessions: z.int().describe("sessions that they were in"),
  compactions: z.int().describe("compactions"),
  survival: z
    .object(
      Object.fromEntries(
        SURVIVAL_KINDS.map((kind) => [kind, survivedShare.describe(`of each ${kind}`)]),
      ) as Record<(typeof SURVIVAL_KINDS)[number], typeof survivedShare>,
    )
    .describe("how much of what stood before they kept, by kind"),
  unreadable: z.int().describe("values that could not be looked up; no share counts them"),
  prices: z
    .array(
      z.object({
        currency: z.string().describe("the currency of the sums"),
        compactions: z.int().describe("compactions that have a price"),
        paid: z.number().describe("what they cost, fetching again included"),
        saved: z.number().describe("what the freed tokens would have cost to read"),
        paidOff: z.int().describe("those that saved what they cost"),
      }),
    )
    .describe("what they cost and saved, by currency"),
});

const moneyShare = survivedShare
  .omit({ hits: true, n: true })
  .extend({
    hits: z.number().describe("the part, in the currency"),
    n: z.number().describe("what it is a part of, in the currency"),
  })
  .meta({ id: "MoneyShare" });

const costGroupFields = {
  version: z.string().nullable().describe("the version of a program; null for none"),
  currency: z.string().describe("the currency of the sums"),
  sessions: z.int().describe("sessions that have something of it"),
  times: z.int().describe("losses of a cause, calls of a tool, priced calls of a program or model"),
  cost: z.number().describe("what it cost; of a cause, what was paid again"),
  share: moneyShare.describe("of what all counted sessions in the currency cost"),
  perSession: z
    .object({
      mean: z.number().describe("the mean over its sessions"),
      low: share.describe("the lower end of the 95 % interval; null of one session"),
      high: share.describe("its upper end; null of one session"),
    })
    .describe("what it cost a session"),
  lost: moneyShare
    .nullable()
    .describe("of its cost, what was paid again after losses of the prompt cache; null for causes and tools"),
};

const costGroupSchema = z.object({
  name: z.string().nullable().describe("what is counted together; null where the sessions do not say"),
  ...costGroupFields,
});

export const billsSchema = z.object({
  causes: z
    .array(costGroupSchema.extend({ name: z.enum(BREAK_CAUSES).describe("why the prompt cache was lost") }))
    .describe("losses of the prompt cache by cause, the dearest first"),
  programs: z.array(costGroupSchema).describe("by program and version"),
  models: z.array(costGroupSchema).describe("by the model of the session"),
  tools: z.array(costGroupSchema).describe("calls and results by tool, over their whole life"),
});
