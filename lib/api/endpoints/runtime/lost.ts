import { z } from "zod";
import { GIVE_BACK_KINDS } from "@/lib/core/compaction/give-back/give-back";
import { CONTENT_CHARS_MAX } from "@/lib/core/trace/limits";
import { endpoint } from "../../endpoint";
import { GIVE_BACK_TOKENS, giveBackItemSchema } from "../../schemas/give-back";
import { runtimeId } from "./shared";

const ITEMS_MAX = 1_000;
const SPELLINGS_MAX = 1_000;

const lostAheadSchema = z
  .strictObject({
    session: runtimeId.describe("the session as references name it"),
    model: z.string().nullable().describe("whose tokens are counted; null where it is not known"),
    items: z
      .array(
        giveBackItemSchema.extend({
          saidBy: z
            .array(z.string())
            .max(SPELLINGS_MAX)
            .describe("whatever of these a summary has says it, and it is not given back"),
        }),
      )
      .max(ITEMS_MAX)
      .describe("what stands and is needed, the most needed first"),
  })
  .meta({ id: "LostAhead" });
export type LostAhead = z.output<typeof lostAheadSchema>;

export const lostBodySchema = z
  .strictObject({
    session: runtimeId.describe("the session, as its sender names it"),
    summary: z
      .string()
      .max(CONTENT_CHARS_MAX)
      .optional()
      .describe("what takes the place of the newest window; the newest recorded compaction when left out"),
    transcript: z
      .string()
      .min(1)
      .max(CONTENT_CHARS_MAX)
      .optional()
      .describe(
        "what the agent's program wrote before `summary`, in whole lines of its own format; with it nothing needs to be stored of the session. Without `summary` the answer is worked out `ahead`",
      ),
    ahead: lostAheadSchema.optional().describe("what an answer before the compaction had as `ahead`"),
    tokens: z
      .int()
      .min(100)
      .max(20_000)
      .default(GIVE_BACK_TOKENS)
      .describe("how long `text` may be, in tokens"),
  })
  .refine(({ summary, ahead }) => ahead === undefined || summary !== undefined, {
    path: ["summary"],
    message: "is expected beside `ahead`",
  })
  .meta({ id: "LostQuestion" });
export type LostBody = z.output<typeof lostBodySchema>;

export const lostAnswerSchema = z
  .object({
    items: z
      .array(
        z.object({
          kind: z.enum(GIVE_BACK_KINDS).describe("what kind of thing left"),
          text: z.string().describe("the thing in its own words"),
          reference: z.string().nullable().describe("how to get it back; null where there is no way"),
        }),
      )
      .describe("what left and is still needed, the most urgent first"),
    text: z
      .string()
      .nullable()
      .describe("made for the agent, recorded text in it quoted; null where nothing was lost"),
    ahead: lostAheadSchema
      .nullable()
      .describe(
        "of a `transcript` without `summary`: sent back with the summary it is answered at once, whatever the program is busy with. Else null",
      ),
  })
  .meta({ id: "LostAnswer" });
export type LostAnswer = z.input<typeof lostAnswerSchema>;

export const postLost = endpoint({
  method: "POST",
  path: "/api/v1/runtime/lost",
  summary: "What a compaction took that is still needed",
  description:
    "The give-back text of the newest compaction: open steps, what the user listed, the lost values that open steps name or later turns wanted, the results that open steps need, and the user's own words; each with the reference that gets it back.",
  scope: "read",
  body: { "application/json": lostBodySchema },
  response: lostAnswerSchema,
});
