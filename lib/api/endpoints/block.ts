import { z } from "zod";
import { viewEndpoint } from "../endpoint";
import { ENTRY_FACTS } from "@/lib/core/trace/block-facts";
import { makeAnsweredFields } from "@/lib/core/trace/fact";
import { MODES } from "@/lib/core/vocabulary";
import { turnField, tokensField, provenanceField } from "@/lib/core/trace/fields";
import { standingBlockSchema, evictionSchema, blockUseSchema } from "../schemas/window";
import { sessionParams, declareNumberParam } from "./session-params";

export const getBlock = viewEndpoint({
  path: "/api/v1/sessions/{id}/blocks/{blockId}",
  summary: "The content and the life line of one block",
  description:
    "The content comes in pages of characters. The life line says when the block stood in the window, how it left, and who used it.",
  scope: "read",
  params: sessionParams.extend({ blockId: z.string().describe("the block's id") }),
  query: z.object({
    offset: declareNumberParam(1_000_000_000).default(0).describe("characters to skip"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .default(200_000)
      .describe("characters in the answer at most"),
    value: z
      .string()
      .max(400)
      .optional()
      .describe("a text to look for in the whole content, such as the value that a finding is about"),
  }),
  response: z.object({
    block: standingBlockSchema
      .extend({
        chars: z
          .int()
          .nullable()
          .describe("characters of the whole content; null where the content is not known"),
      })
      .describe("the block"),
    content: z
      .object({
        text: z.string().nullable().describe("the text; null where it is not known"),
        offset: z.int().describe("characters that were skipped"),
        totalChars: z
          .int()
          .nullable()
          .describe("characters of the whole content; null where it is not known"),
      })
      .describe("the content, or the part of it that was asked for"),
    around: z
      .object({
        text: z.string().describe("the text around the value, with the value"),
        isCutBefore: z.boolean().describe("whether the content has more before it"),
        isCutAfter: z.boolean().describe("whether the content has more after it"),
      })
      .nullable()
      .describe(
        "where the content says the `value` first; null where none is asked for, or it says it nowhere",
      ),
    residencies: z
      .array(
        z.object({
          from: turnField.describe("the first turn of the residency"),
          to: turnField.nullable().describe("the last turn of the residency; null while it lasts"),
          mode: z.enum(MODES).describe("how the block stood in the window"),
          ...makeAnsweredFields(ENTRY_FACTS),
          tokens: tokensField.describe("tokens that it took in this mode; null where unknown"),
          provenance: provenanceField,
          shown: z.string().nullable().describe("the text that stood there when it was not the full one"),
          eviction: evictionSchema.nullable().describe("how the residency ended; null while it lasts"),
        }),
      )
      .describe("the residencies of the block, in order"),
    related: z
      .array(
        z.object({
          relation: z
            .enum(["call", "result"])
            .describe("whether the related block is the call or its result"),
          blockId: z.string().describe("the related block's id"),
        }),
      )
      .describe("the other half of a tool call"),
    uses: z
      .array(
        blockUseSchema.extend({
          name: z.string().nullable().describe("the step's or the tool's name; null for none"),
        }),
      )
      .nullable()
      .describe(
        "the uses of the block, the oldest first, at most 200; null while the session is not analysed",
      ),
    usesTotal: z
      .int()
      .nullable()
      .describe("uses, also beyond the list; null while the session is not analysed"),
  }),
});
