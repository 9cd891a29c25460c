import { z } from "zod";
import { viewEndpoint } from "../endpoint";
import { turnField } from "@/lib/core/trace/fields";
import { sessionParams } from "./session-params";

export const LANES_MAX = 10_000;
const LANES_PER_PAGE = 1_000;

const index = z.int().min(0);
const indexOrNone = z.int().min(-1);
const declareColumn = <T extends z.ZodType>(of: T) => z.array(of);

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
    words: declareColumn(z.string()).describe(
      "kinds, tool names, modes, ways to leave and the like, each once",
    ),
    blocks: z
      .object({
        id: declareColumn(z.string()).describe("ids of the blocks"),
        kind: declareColumn(index).describe("place of the source kind in `words`"),
        tool: declareColumn(indexOrNone).describe(
          "place of the tool's name in `words`; -1 for what no tool made",
        ),
        label: declareColumn(indexOrNone).describe("place of the label in `words`; -1 for none"),
        hint: declareColumn(z.string()).describe(
          "what tells it from others of its name: a path, an argument, its own short text",
        ),
        tokens: declareColumn(z.int().nullable()).describe("tokens of the block; null where unknown"),
      })
      .describe("the blocks as columns: one list for each field, one place for each block"),
    residencies: z
      .object({
        block: declareColumn(index).describe("place in `blocks`"),
        mode: declareColumn(index).describe("place of the mode in `words`"),
        from: declareColumn(turnField).describe("the first turn of the residency"),
        to: declareColumn(turnField.nullable()).describe(
          "the last turn of the residency; null while it lasts",
        ),
      })
      .describe("the residencies as columns"),
    evictions: z
      .object({
        residency: declareColumn(index).describe("place in `residencies` of what ended"),
        turn: declareColumn(turnField).describe("the turn whose window lacks the block first"),
        how: declareColumn(index).describe("place of the kind of eviction in `words`"),
        toMode: declareColumn(indexOrNone).describe(
          "place of the mode that is left in `words`; -1 where nothing is left",
        ),
        freed: declareColumn(z.int().nullable()).describe("tokens that became free; null where unknown"),
        provenance: declareColumn(index).describe(
          "who says so: the harness, or the comparison of two windows",
        ),
        cause: declareColumn(indexOrNone).describe("what was stated of why: policy, rule and reason"),
        reference: declareColumn(indexOrNone).describe("the kind of reference that was left"),
        restorable: declareColumn(z.boolean()).describe(
          "whether a reference was left with which the content can be fetched",
        ),
        reentered: declareColumn(turnField.nullable()).describe(
          "the turn at which the block entered again; null where it did not",
        ),
        refetched: declareColumn(turnField.nullable()).describe(
          "the turn at which it was fetched again; null where it was not",
        ),
        refetchedAs: declareColumn(indexOrNone).describe(
          "what fetching it again brought: `equal`, `changed`, `failed` or `unknown`; none before an analysis",
        ),
        compaction: declareColumn(indexOrNone).describe(
          "the number of the compaction that removed it; -1 for another cause",
        ),
        neededAt: declareColumn(declareColumn(turnField))
          .nullable()
          .describe(
            "turns that needed it when it was gone, or nothing but a reference was left; null before the first analysis",
          ),
      })
      .describe("the evictions as columns"),
  }),
});
