import { z } from "zod";
import { provenanceField, timeField, tokensField, turnField } from "@/lib/core/trace/fields";
import { viewEndpoint } from "../endpoint";
import { standingBlockSchema } from "../schemas/window";
import { declareNumberParam, sessionParams } from "./session-params";

/** Turns of one page of a conversation. */
export const CONVERSATION_TURNS_MAX = 100;

/** Prompts that one answer lists. */
export const PROMPTS_LISTED = 100;
export const COMPACTIONS_LISTED = 100;

export const getConversation = viewEndpoint({
  path: "/api/v1/sessions/{id}/conversation",
  summary: "A session as a conversation: prompts, answers, calls and results, in order",
  description:
    "One page of turns with what was said in them, what the turns of each of its prompts took together, and the prompts of the session around the page. An answer is about as large for ten thousand turns as for fifty. Texts are cut at a bound.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    turn: declareNumberParam(10_000_000)
      .optional()
      .describe("a turn of the page that is wanted; the first page without it"),
    turns: z.coerce
      .number()
      .int()
      .min(1)
      .max(CONVERSATION_TURNS_MAX)
      .default(50)
      .describe("turns of one page"),
    prompt: declareNumberParam(10_000_000)
      .optional()
      .describe(
        "the number of a prompt, from 0, around which prompts are listed; those around the page without it",
      ),
  }),
  response: z.object({
    prompts: z
      .array(
        z.object({
          turn: turnField.describe("the first turn that could answer it"),
          blockId: z.string().describe("the block's id"),
          preview: z.string().describe("the beginning of the prompt, in one line"),
        }),
      )
      .describe(`some prompts of the session in order, at most ${PROMPTS_LISTED}`),
    promptsFrom: z.int().default(0).describe("how many prompts stand before the first one of these"),
    exchanges: z
      .array(
        z.object({
          from: turnField.describe("its first turn"),
          to: turnField.describe("its last turn"),
          startedAt: timeField.describe("when its first call was made; null where unknown"),
          endedAt: timeField.describe("when its last call was made; null where unknown"),
          tokens: z.int().describe("tokens sent by its calls, as far as they are known"),
          evictions: z.int().describe("blocks that left"),
          compactions: z.int().describe("compactions"),
          cost: z.number().nullable().describe("what its calls cost; null where it is not known"),
        }),
      )
      .default([])
      .describe(
        "the turns of each prompt together, in order, those that have a turn on this page; turns before the first prompt are one too",
      ),
    exchangesBefore: z.int().default(0).describe("how many of them stand before the first one of these"),
    exchangesTotal: z
      .int()
      .nullable()
      .default(null)
      .describe("how many of them the session has; null where it is those that are listed"),
    compacted: z
      .array(turnField)
      .default([])
      .describe(`turns of the session with a compaction, the first ${COMPACTIONS_LISTED}`),
    currency: z.string().nullable().default(null).describe("the currency of the costs; null without a price"),
    promptsTotal: z.int().describe("prompts of the session"),
    from: turnField.nullable().describe("the first turn of this page; null without turns"),
    to: turnField.nullable().describe("the last turn of this page; null without turns"),
    previous: turnField.nullable().describe("a turn of the page before; null for the first page"),
    next: turnField.nullable().describe("a turn of the page after; null for the last page"),
    turns: z
      .array(
        z.object({
          turn: turnField,
          at: timeField.describe("when the call was made; null where unknown"),
          windowTokens: tokensField.describe("tokens of its window; null where unknown"),
          provenance: provenanceField,
          delta: tokensField.describe("tokens more than in the window before; null where unknown"),
          evictions: z.int().describe("blocks that left at this turn"),
          evictedTokens: z.int().describe("tokens that they freed"),
          compactions: z.int().describe("compactions at this turn"),
          model: z.string().nullable().default(null).describe("the model that answered; null where unknown"),
        }),
      )
      .describe("what happened to the window, turn by turn"),
    lines: z
      .array(
        standingBlockSchema.extend({
          turn: turnField.describe("the turn that wrote it, brought it or first saw it"),
          text: z.string().nullable().describe("the content up to a bound; null where the sender gave none"),
          chars: z.int().nullable().describe("characters of the whole content; null where unknown"),
        }),
      )
      .describe("what was said, in order"),
  }),
});
