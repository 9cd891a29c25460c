import { z } from "zod";
import { turnField } from "@/lib/core/trace/fields";
import { EVICTION_HOWS } from "@/lib/core/vocabulary";

/** What the pins of a replay did. */
export const pinsSchema = z
  .object({
    effects: z
      .array(
        z.object({
          blockId: z.string().describe("the pinned block"),
          label: z.string().nullable().default(null).describe("its name; null for none"),
          toolName: z
            .string()
            .nullable()
            .default(null)
            .describe("the tool that answered with it; null for no tool's result"),
          neededBy: z.array(z.string()).describe("ids of the steps that needed the block"),
          turn: turnField.describe("at which it would first have left without the pin"),
          how: z.enum(EVICTION_HOWS).describe("how it would have left"),
          rule: z.string().nullable().describe("the policy's rule; null where it names none"),
          turns: z.int().describe("on which it stands only because of the pin"),
          tokens: z.number().describe("that the requests of those turns hold for it, all together"),
          price: z.number().nullable().describe("its share of the price of those requests"),
          usedAt: z.array(turnField).describe("turns that used it, and had found it nowhere without the pin"),
        }),
      )
      .describe("what each pin did"),
    tokens: z.number().describe("tokens sent with the pins less those sent without"),
    price: z.number().nullable().describe("what the pins cost; null where it cannot be priced"),
    turnsOverBudget: z.array(turnField).describe("over the budget because of the pins"),
  })
  .nullable()
  .default(null)
  .describe(
    "what each pin saved and at what price, against the same policy without pins; null where nothing is pinned",
  );
