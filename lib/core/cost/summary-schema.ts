import { z } from "zod";
import { tokensField } from "../trace/fields";
import { BREAK_CAUSES } from "./break-causes";

const money = z.number();

/** What the bill of a session says in few figures, so that lists of sessions add up what is stored and count nothing again. */
export const costSummarySchema = z.object({
  currency: z.string().nullable().describe("the currency; null where no call has a price"),
  own: money.describe("what its own calls cost"),
  parts: z
    .object({
      new: money.describe("what came into a window for the first time"),
      carried: money.describe("what stood there before"),
      rewritten: money.describe("what had been in the cache and was paid in full once more"),
      residual: money.describe("what the requests held beside the record; can be less than nothing"),
      output: money.describe("the answers"),
      other: money.describe(
        "server tools, calls inside a call, and calls whose price only the source states",
      ),
    })
    .describe("what was paid for; the sum is `own`"),
  calls: z.int().describe("calls with a price"),
  callsTotal: z.int().describe("all calls of the session itself"),
  losses: z
    .array(
      z.object({
        cause: z.enum(BREAK_CAUSES).describe("why the cache was lost"),
        times: z.int().describe("how often"),
        cost: money.nullable().describe("what was paid again after it; null without a price"),
      }),
    )
    .describe("losses of the prompt cache by cause"),
  floorTokens: tokensField.describe("tokens of the first window's floor; null where unknown"),
  floorCost: money.describe("what the floor cost in all turns together"),
  avoidable: money.describe("what the best remedy would have saved; 0 for none"),
  remedy: z.string().nullable().default(null).describe("what that remedy is; null for none"),
  risk: z.string().nullable().default(null).describe("what speaks against that remedy; null for none"),
  tools: z
    .array(
      z.object({
        name: z.string().describe("the tool"),
        calls: z.int().describe("its calls"),
        cost: money.describe("what its calls and results cost in all turns together"),
        costAfterLastUse: money.describe("of it, what was paid after their last use; inferred"),
      }),
    )
    .describe("the tools that cost most"),
});

export type CostSummary = z.infer<typeof costSummarySchema>;
