import { z } from "zod";
import { SOURCE_KINDS, PROVENANCES } from "@/lib/core/vocabulary";
import { viewEndpoint } from "../endpoint";
import { bySourceField, tokensField, provenanceField, turnField } from "@/lib/core/trace/fields";
import { costSchema } from "../schemas/session";
import { turnDetailSchema } from "../schemas/turn";
import { windowEntryResultSchema, evictionSchema, standingBlockSchema } from "../schemas/window";
import { sessionParams, declareNumberParam } from "./session-params";

export const WINDOW_ENTRIES_MAX = 10_000;

export const WINDOW_CHANGES_MAX = 1_000;

export const getWindow = viewEndpoint({
  path: "/api/v1/sessions/{id}/turns/{turn}/window",
  summary: "What the model saw at a turn, in order",
  description:
    "Entries of the window with their tokens and where they came from, and what changed since the window before. Content is left out unless it is asked for.",
  scope: "read",
  params: sessionParams.extend({ turn: declareNumberParam(10_000_000).describe("the turn, from 0") }),
  query: z.object({
    content: z.enum(["0", "1"]).default("0").describe("1 adds the whole text of every entry, up to a bound"),
    order: z
      .enum(["window", "tokens"])
      .default("window")
      .describe("as the model saw it, or the largest first"),
    offset: declareNumberParam(10_000_000).default(0).describe("entries to skip"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(WINDOW_ENTRIES_MAX)
      .default(2_000)
      .describe("entries in the answer at most"),
  }),
  response: z.object({
    turn: turnDetailSchema.describe("the turn's own figures"),
    costs: z.array(costSchema).describe("what the call cost; empty where it cannot be priced"),
    bySource: bySourceField,
    blocksBySource: z
      .partialRecord(z.enum(SOURCE_KINDS), z.int())
      .describe("entries of the window by source kind"),
    entries: z.array(windowEntryResultSchema).describe("the entries of the window"),
    offset: z.int().describe("entries that were skipped"),
    total: z.int().describe("entries of the whole window; 0 when the source does not say what stood in it"),
    residual: tokensField.describe(
      "measured tokens that no entry accounts for, such as unseen prompts; null where nothing was measured",
    ),
    windowTokens: tokensField.describe("tokens of the whole window; null where unknown"),
    provenance: provenanceField,
    entered: z
      .array(z.string())
      .describe("ids of the blocks that entered since the window before, up to a bound"),
    left: z.array(evictionSchema).describe("what left since the window before, up to a bound"),
    changed: z
      .array(
        z.object({
          blockId: z.string().describe("the block's id"),
          fromMode: z.string().describe("the mode before"),
          toMode: z.string().describe("the mode now"),
        }),
      )
      .describe("entries whose mode changed since the window before, up to a bound"),
    counts: z
      .object({
        entered: z.int().describe("blocks that entered"),
        left: z.int().describe("blocks that left"),
        changed: z.int().describe("blocks whose mode changed"),
        evictions: z.int().describe("evictions at this turn"),
      })
      .describe("the changes since the window before, also beyond the lists"),
    output: z.array(standingBlockSchema).describe("what the model answered, as blocks"),
    projectedNext: z
      .object({
        tokens: z.int().describe("tokens of the next window"),
        input: z.int().describe("tokens that this call read"),
        output: z.int().describe("tokens that this call answered"),
        provenance: z.enum(PROVENANCES).exclude(["unavailable"]).describe("where the figures come from"),
      })
      .nullable()
      .describe("what the next window holds at least: what this call read and what it answered"),
    budget: z
      .object({
        tokens: z.int().describe("tokens that a request may take"),
        from: z.enum(["recorded", "project tokens", "project share"]).describe("who set the budget"),
        share: z
          .number()
          .nullable()
          .describe("the project's share of the context window; null for a budget in tokens"),
        window: z
          .int()
          .nullable()
          .describe("the context window that the share is of, in tokens; null for a budget in tokens"),
      })
      .nullable()
      .describe("the budget that holds at this turn: the session's own, else the project's default"),
    previousTurn: turnField.nullable().describe("the turn before this one; null for the first"),
    nextTurn: turnField.nullable().describe("the turn after this one; null for the last"),
    contentTruncated: z.boolean().describe("whether the bound on content was reached"),
  }),
});
