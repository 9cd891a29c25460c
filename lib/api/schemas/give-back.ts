import { z } from "zod";
import { GIVE_BACK_KINDS } from "@/lib/core/compaction/give-back/give-back";
import { SURVIVAL_KINDS } from "@/lib/core/compaction/kinds";
import { WANTED_HOWS } from "@/lib/core/compaction/wanted-again";
import { tokensField, turnField } from "@/lib/core/trace/fields";

export const GIVE_BACK_TOKENS = 1_500;

export const giveBackTokens = z.coerce
  .number()
  .int()
  .min(100)
  .max(20_000)
  .default(GIVE_BACK_TOKENS)
  .describe("how long the text may be, in tokens");

export const giveBackItemSchema = z
  .object({
    kind: z.enum(GIVE_BACK_KINDS).describe("what it is given back as"),
    is: z.enum([...SURVIVAL_KINDS, "source"]).describe("the kind of value; `source` is what a call read"),
    text: z.string().describe("its words, as the recording has them"),
    block: z.string().nullable().describe("the block that said it; null where only the plan did"),
    turn: turnField.nullable().describe("the turn at which that block came; null where it is not known"),
    place: z.string().nullable().describe("the file or page that it came from; null for none"),
    wanted: z
      .object({
        how: z.enum(WANTED_HOWS).describe("how it was wanted again"),
        turn: turnField.describe("the turn that wanted it"),
      })
      .nullable()
      .describe("what a later turn did about it; null where none did"),
    used: z.array(z.string()).describe("of what was fetched again, values that were used of it"),
  })
  .meta({ id: "GiveBackItem" });

export const giveBackSchema = z
  .object({
    no: z.int().describe("the number of the compaction"),
    turn: turnField.describe("the turn whose window shows it first"),
    text: z
      .string()
      .nullable()
      .describe(
        "for the next window: data of the earlier one, and no instruction; null where there is nothing to give back",
      ),
    tokens: z.int().describe("how long it is"),
    items: z.array(giveBackItemSchema).describe("what the text holds, the most needed first"),
    left: z.int().describe("what the budget had no room for"),
    fromOutside: z
      .int()
      .describe(
        "what is left out because a text of outside said it first, and speaks to the model or named an address",
      ),
    effect: z
      .object({
        turns: z.int().describe("turns in which the text would have stood"),
        recorded: tokensField.describe("what their windows held together; null where none is known"),
        withText: tokensField.describe(
          "the same with the text, and without the fetches that it spares; null where unknown",
        ),
        fetched: z.int().describe("sources that were fetched again"),
        spared: z
          .array(
            z.object({
              turn: turnField.describe("the turn that fetched"),
              text: z.string().describe("what it fetched"),
              tokens: z.int().describe("the call and its result"),
            }),
          )
          .describe("the fetches of whose results only what the text says was used"),
      })
      .nullable()
      .describe(
        "the recorded turns behind it, replayed with the text; null where there is no text or no turn",
      ),
  })
  .meta({ id: "GiveBack" });
