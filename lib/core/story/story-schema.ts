import { z } from "zod";
import type { WantedHow } from "../compaction/wanted-again";
import { WANTED_HOWS } from "../compaction/wanted-again";
import { costSummarySchema } from "../cost/summary-schema";
import { tokensField, turnField } from "../trace/fields";

const wantedField = z.int().describe("blocks of it that a later use needed");
const fetchedField = z.int().describe("blocks of it that were fetched again");

const AGAIN: Readonly<Record<WantedHow, string>> = {
  used: "used although nothing said them",
  fetched: "fetched again",
  asked: "said again by the user",
  wrong: "got wrong",
  overwritten: "overwritten without their text",
};

/** What a session's story is told from. Each part is counted by the analysis; `null` where nothing of its kind happened. */
export const storySchema = z
  .object({
    turns: z.int().describe("model calls"),
    windows: z.int().describe("model calls of which the window is known"),
    compacted: z
      .object({
        times: z.int().describe("compactions"),
        turns: z.array(turnField).describe("the turns of the first of them that a window followed"),
        after: z
          .int()
          .default(0)
          .describe("of them, those after the last call: no window shows what they took"),
        blocks: z.int().describe("blocks that went into them"),
        summaries: z.int().describe("summaries that are stored"),
        wanted: wantedField,
        fetched: fetchedField,
        again: z
          .object(
            Object.fromEntries(
              WANTED_HOWS.map((how) => [
                how,
                z.int().describe(`things that they took and that were ${AGAIN[how]}`),
              ]),
            ) as Record<WantedHow, z.ZodInt>,
          )
          .describe("what the cards of the compactions say was wanted again, by how"),
      })
      .nullable()
      .describe("what compactions took; null for none"),
    left: z
      .object({
        blocks: z.int().describe("blocks that left otherwise"),
        tokens: tokensField.describe("what they freed; null where unknown"),
        from: turnField.describe("the first turn at which one left"),
        to: turnField.describe("the last turn at which one left"),
        wanted: wantedField,
        fetched: fetchedField,
      })
      .nullable()
      .describe("what left in another way; null for nothing"),
    missed: z
      .array(
        z.object({
          blockId: z.string().describe("the block"),
          left: turnField.describe("the first turn without it"),
          wanted: turnField.describe("the first turn after it that wanted it"),
          how: z.enum(["needed", "fetched"]).describe("a use needed it, or a call fetched the same again"),
          tokens: tokensField.describe("its tokens; null where unknown"),
        }),
      )
      .default([])
      .describe("the largest of the blocks that left and were wanted afterwards"),
    prompts: z
      .array(turnField)
      .default([])
      .describe("turns that first saw a message of the user; empty where there are too many to draw"),
    checkpoints: z
      .array(
        z.object({
          turn: turnField.describe("the turn at which it was taken, or that it was restarted with"),
          is: z.enum(["taken", "restarted"]).describe("a checkpoint, or a restart from one"),
        }),
      )
      .default([])
      .describe("checkpoints and restarts; the first ones where there are too many to draw"),
    plan: z
      .object({
        from: turnField.describe("the first turn without it"),
        to: turnField.describe("the last turn without it"),
        open: z.int().describe("its steps that were still open"),
        isOutNow: z.boolean().describe("whether it is missing in the newest window"),
      })
      .nullable()
      .describe("the last time that the plan was out of the window with open steps; null where it never was"),
    worst: z
      .object({
        code: z.string().describe("the code of the finding"),
        title: z.string().describe("the title of its kind"),
        turn: turnField.describe("its turn"),
        id: z.string().describe("the finding's id"),
      })
      .nullable()
      .describe("the gravest finding that the rest of the story does not tell; null for none"),
    serious: z.int().describe("serious findings"),
    warnings: z.int().describe("warnings"),
    failed: z
      .object({
        calls: z.int().describe("tool calls that answered with an error"),
        of: z.int().describe("tool calls with an answer"),
        turn: turnField.describe("the turn that first saw one"),
      })
      .nullable()
      .describe("tool calls that failed; null for none"),
    cost: z
      .object({
        currency: z.string().describe("the currency, such as `USD`"),
        total: z.number().describe("what its own calls cost"),
        avoidable: z.number().describe("what the best remedy would have saved"),
        remedy: z.string().nullable().default(null).describe("what that remedy is; null for none"),
        risk: z.string().nullable().default(null).describe("what speaks against that remedy; null for none"),
        losses: z.int().describe("losses of the prompt cache"),
        lost: z
          .number()
          .nullable()
          .default(null)
          .describe("what was written again after them, as the bill has it; null for nothing"),
        parts: costSummarySchema.shape.parts.nullable().default(null),
      })
      .nullable()
      .describe("what it cost; null where nothing has a price"),
  })
  .meta({ id: "Story" });

export type Story = z.infer<typeof storySchema>;
