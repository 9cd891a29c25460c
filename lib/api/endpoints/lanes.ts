import { z } from "zod";
import { viewEndpoint } from "../endpoint";
import { turnField } from "@/lib/core/trace/fields";
import { sessionParams } from "./session-params";

export const LANES_MAX = 10_000;
const LANES_PER_PAGE = 1_000;

const index = z.int().min(0);
const indexOrNone = z.int().min(-1);
const column = <T extends z.ZodType>(of: T) => z.array(of);

export const listLanes = viewEndpoint({
  path: "/api/v1/sessions/{id}/lanes",
  summary: "When every block stood in the window, in columns",
  description:
    "The skeleton of the evictions view: no content. Each list of a group has one value per item; words are places in `words`, -1 for none. " +
    "Pages by `offset`: residencies and evictions are those of the page's blocks.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    offset: z.coerce.number().int().min(0).max(100_000_000).default(0).describe("blocks to skip"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(LANES_MAX)
      .default(LANES_PER_PAGE)
      .describe("blocks in the answer at most"),
  }),
  response: z.object({
    total: z.int().describe("blocks of the session, on all pages"),
    offset: z.int().describe("blocks that were skipped"),
    analysed: z
      .boolean()
      .describe(
        "whether the analysis of who needed what includes the newest turn; else `analysedAsOfTurn` is the last turn that it includes, and `neededAt` has nothing later",
      ),
    firstTurn: turnField.nullable().describe("the first turn of the session; null without turns"),
    lastTurn: turnField.nullable().describe("the last turn of the session; null without turns"),
    words: column(z.string()).describe("kinds, tool names, modes, ways to leave and the like, each once"),
    blocks: z
      .object({
        id: column(z.string()).describe("ids of the blocks"),
        kind: column(index).describe("place of the source kind in `words`"),
        tool: column(indexOrNone).describe("place of the tool's name in `words`; -1 for what no tool made"),
        label: column(indexOrNone).describe("place of the label in `words`; -1 for none"),
        hint: column(z.string()).describe(
          "what tells it from others of its name: a path, an argument, its own short text",
        ),
        tokens: column(z.int().nullable()).describe("tokens of the block; null where unknown"),
      })
      .describe("the blocks as columns: one list for each field, one place for each block"),
    residencies: z
      .object({
        block: column(index).describe("place in `blocks`"),
        mode: column(index).describe("place of the mode in `words`"),
        from: column(turnField).describe("the first turn of the residency"),
        to: column(turnField.nullable()).describe("the last turn of the residency; null while it lasts"),
      })
      .describe("the residencies as columns"),
    evictions: z
      .object({
        residency: column(index).describe("place in `residencies` of what ended"),
        turn: column(turnField).describe("the turn whose window lacks the block first"),
        how: column(index).describe("place of the kind of eviction in `words`"),
        toMode: column(indexOrNone).describe(
          "place of the mode that is left in `words`; -1 where nothing is left",
        ),
        freed: column(z.int().nullable()).describe("tokens that became free; null where unknown"),
        provenance: column(index).describe("who says so: the harness, or the comparison of two windows"),
        cause: column(indexOrNone).describe("what was stated of why: policy, rule and reason"),
        reference: column(indexOrNone).describe("the kind of reference that was left"),
        restorable: column(z.boolean()).describe(
          "whether a reference was left with which the content can be fetched",
        ),
        reentered: column(turnField.nullable()).describe(
          "the turn at which the block entered again; null where it did not",
        ),
        refetched: column(turnField.nullable()).describe(
          "the turn at which it was fetched again; null where it was not",
        ),
        refetchedAs: column(indexOrNone).describe(
          "what fetching it again brought: `equal`, `changed`, `failed` or `unknown`; none before an analysis",
        ),
        compaction: column(indexOrNone).describe(
          "the number of the compaction that removed it; -1 for another cause",
        ),
        neededAt: column(column(turnField))
          .nullable()
          .describe(
            "turns that needed it when it was gone, or nothing but a reference was left; null before the first analysis",
          ),
      })
      .describe("the evictions as columns"),
  }),
});
