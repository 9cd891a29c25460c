import { z } from "zod";
import { MATCH_LEVELS } from "@/lib/core/questions/search/needle";
import { VERDICTS, LAYERS } from "@/lib/core/questions/why/verdict";
import { referenceSchema } from "@/lib/core/trace/block-facts";
import { SOURCE_KINDS, MODES, CAUSE_PROVENANCES, EVICTION_HOWS } from "@/lib/core/vocabulary";
import { viewEndpoint } from "../endpoint";
import { turnField } from "@/lib/core/trace/fields";
import { ledgerReasonSchema } from "../schemas/ledger";
import { turnParam, QUESTION_CHARS_MAX, sessionParams } from "./session-params";

const quoteSchema = z.object({
  blockId: z.string().describe("the block that says it"),
  turn: turnField.nullable().describe("the turn at which it was said; null where unknown"),
  text: z.string().describe("the words, with their surroundings"),
});

const candidateSchema = z.object({
  sourceId: z.string().describe("the id that the harness gave the candidate, else the block's id"),
  inSession: z.boolean().describe("whether the session has its content"),
  kind: z.enum(SOURCE_KINDS).nullable().describe("where its content comes from; null where unknown"),
  name: z.string().nullable().describe("a short name; null for none"),
  foundIn: z
    .enum(["content", "label", "path", "id", "ledger"])
    .nullable()
    .describe("what the words of the question were found in; null where a block was asked for"),
  quote: z.string().nullable().describe("the place that fits the question; null for none"),
});

export const getWhy = viewEndpoint({
  path: "/api/v1/sessions/{id}/why",
  summary: "Why the model did not use a block or a text in a turn",
  description:
    "One verdict with its proof. Ask about a block by `block`, or about any text by `q`: it is looked for letter for letter, then but for case and white space, " +
    "then by its words, in blocks and in what ledgers left out. `layer` is where the failure lies; null where the recording does not show it.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    turn: turnParam.optional().describe("the newest turn when left out"),
    block: z.string().min(1).max(512).optional().describe("id of the block to ask about; this or `q`"),
    q: z.string().min(1).max(QUESTION_CHARS_MAX).optional().describe("words to look for; this or `block`"),
  }),
  response: z.object({
    turn: turnField.describe("the turn that was asked about"),
    question: z
      .object({
        blockId: z.string().nullable().describe("the block that was asked about; null where words were"),
        text: z.string().nullable().describe("the words that were asked about; null where a block was"),
      })
      .describe("what was asked"),
    verdict: z.enum(VERDICTS).describe("the answer in one word"),
    layer: z.enum(LAYERS).nullable().describe("which part of the system is responsible; null where none is"),
    answer: z.string().describe("the answer as a sentence"),
    decidedAtTurn: turnField.describe("the turn at which it was decided"),
    subject: candidateSchema.nullable().describe("what the answer is about; null where nothing fits"),
    level: z
      .enum(MATCH_LEVELS)
      .nullable()
      .describe("how exactly the words were found; null where they were not"),
    standing: z
      .object({
        mode: z.enum(MODES).describe("how it stood"),
        position: z.int().describe("its place in the window, from 0"),
        of: z.int().describe("entries of the window"),
        since: turnField.describe("since which turn it stood there"),
      })
      .nullable()
      .describe("how it stood in the window; null where it did not"),
    exclusion: ledgerReasonSchema.nullable().describe("why it was left out; null where it was not"),
    departure: z
      .object({
        turn: turnField.describe("the turn whose window lacks it first"),
        how: z.enum(EVICTION_HOWS).describe("the kind of eviction"),
        cause: z.string().describe("the cause in words"),
        provenance: z
          .enum(CAUSE_PROVENANCES)
          .describe("whether the harness reported the cause or it was derived"),
        reference: referenceSchema
          .nullable()
          .describe("what was left behind to fetch it by; null for nothing"),
        restorable: z.boolean().describe("whether the content can be fetched by the reference"),
        reenteredTurn: turnField
          .nullable()
          .describe("the turn at which it entered again; null where it did not"),
      })
      .nullable()
      .describe("how it left the window before; null where it did not"),
    summary: z
      .object({
        blockId: z.string().nullable().describe("the block of the summary; null where it is not known"),
        turn: turnField.describe("the turn whose window has the summary first"),
        standing: z.boolean().describe("whether the summary still stood"),
        says: z.boolean().nullable().describe("whether the summary says it; null where its text is unknown"),
        kept: z.int().describe("values of it that the summary has"),
        sought: z.int().describe("values that were looked for"),
        quote: z.string().nullable().describe("the place in the summary; null for none"),
      })
      .nullable()
      .describe("the summary that stands for it; null for none"),
    use: z
      .object({
        found: z.boolean().nullable().describe("whether the answer uses its values; null where unknown"),
        values: z.array(z.string()).describe("the values that were found in the answer"),
        sought: z.int().describe("values that were looked for"),
        method: z.string().describe("how the use was looked for"),
      })
      .nullable()
      .describe("whether the model used it at this turn; null where it did not stand there"),
    ownWords: z.array(quoteSchema).describe("where the model said it itself"),
    recalledBy: quoteSchema.nullable().describe("a recall that brought it; null for none"),
    others: z
      .array(
        z.object({
          candidate: candidateSchema.describe("the thing"),
          verdict: z.enum(VERDICTS).describe("the answer for it in one word"),
          turn: turnField.describe("the turn at which it was decided"),
        }),
      )
      .describe("other things that fit the words, each with its verdict"),
    matches: z.int().describe("things that fit the words"),
    caveats: z.array(z.string()).describe("what limits the answer"),
    firstTurn: turnField.describe("the first turn of the session"),
    lastTurn: turnField.describe("the last turn of the session"),
  }),
});
