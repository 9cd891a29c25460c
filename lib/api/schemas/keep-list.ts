import { z } from "zod";
import { tokensField, turnField } from "@/lib/core/trace/fields";
import { SOURCE_KINDS } from "@/lib/core/vocabulary";

/** What would have had to stay in a recording. */
export const keepSchema = z
  .object({
    blocks: z
      .array(
        z.object({
          blockId: z.string().describe("the block"),
          source: z.enum(SOURCE_KINDS).describe("its source kind"),
          label: z.string().nullable().describe("its name; null for none"),
          toolName: z
            .string()
            .nullable()
            .describe("the tool that answered with it; null for no tool's result"),
          tokens: tokensField.describe("its tokens; null where unknown"),
          leftTurn: turnField.describe("at which it first left"),
          wantedTurn: turnField.describe("the last one that wanted it while it was gone"),
          price: z.number().nullable().describe("to read it in the turns between; null without a price"),
        }),
      )
      .describe("the largest first"),
    blocksTotal: z.int().describe("all of them, also those that the list leaves out"),
    tokens: z.number().describe("of all of them together"),
    price: z.number().nullable().describe("of all of them together; null without a price"),
    currency: z.string().nullable().describe("of the prices; null without one"),
    changed: z
      .int()
      .default(0)
      .describe("blocks that were fetched again as another text: to keep the old one would not have helped"),
  })
  .nullable()
  .default(null)
  .describe(
    "of the recording: the blocks that left, and that a use needed or a call fetched again as they were; null for a policy",
  );
