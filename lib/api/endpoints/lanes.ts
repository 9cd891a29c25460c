import { z } from "zod";
import { endpoint } from "../endpoint";
import { compactionSchema, turnField } from "../schemas";
import { sessionParams } from "./sessions";

export const LANES_MAX = 10_000;
const LANES_PER_PAGE = 1_000;

const index = z.int().min(0);
const indexOrNone = z.int().min(-1);
const column = <T extends z.ZodType>(of: T) => z.array(of);

export const listLanes = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/lanes",
  summary: "When every block stood in the window, in columns",
  description:
    "The skeleton of the evictions view: no content. Each list of a group has one value per item; words are places in `words`, -1 for none. " +
    "Pages by `offset`: stays and evictions are those of the page's blocks.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(LANES_MAX).default(LANES_PER_PAGE),
  }),
  response: z.object({
    total: z.int().describe("blocks of the session, on all pages"),
    offset: z.int(),
    analysed: z
      .boolean()
      .describe(
        "whether it has been worked out who needed what up to the newest turn; `analysedAsOfTurn` says how far else, and what is beyond is missing from `neededAt`",
      ),
    firstTurn: turnField.nullable(),
    lastTurn: turnField.nullable(),
    words: column(z.string()).describe("kinds, tool names, modes, ways to leave and the like, each once"),
    blocks: z.object({
      id: column(z.string()),
      kind: column(index),
      tool: column(indexOrNone),
      label: column(indexOrNone),
      hint: column(z.string()).describe(
        "what tells it from others of its name: a path, an argument, its own short text",
      ),
      tokens: column(z.int().nullable()),
    }),
    stays: z.object({
      block: column(index).describe("place in `blocks`"),
      mode: column(index),
      from: column(turnField),
      to: column(turnField.nullable()),
    }),
    evictions: z.object({
      stay: column(index).describe("place in `stays` of what ended"),
      turn: column(turnField),
      how: column(index),
      toMode: column(indexOrNone),
      freed: column(z.int().nullable()),
      provenance: column(index).describe("who says so: the harness, or the comparison of two windows"),
      cause: column(indexOrNone).describe("what was stated of why: policy, rule and reason"),
      reference: column(indexOrNone).describe("the kind of reference that was left"),
      restorable: column(z.boolean()),
      reentered: column(turnField.nullable()),
      refetched: column(turnField.nullable()),
      refetchedAs: column(indexOrNone).describe(
        "what fetching it again brought: `equal`, `changed`, `failed` or `unknown`; none before an analysis",
      ),
      compaction: column(indexOrNone),
      neededAt: column(column(turnField)).describe(
        "turns that needed it when it was gone, or nothing but a reference was left",
      ),
    }),
  }),
});

export const listCompactions = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/compactions",
  summary: "The compactions of a session, each with what left in it and what of that was needed later",
  scope: "read",
  params: sessionParams,
  response: z.object({ compactions: z.array(compactionSchema) }),
});

export const getSummaryDiff = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/compactions/{compaction}/summary",
  summary: "What the summary of a compaction kept and lost",
  description:
    "Names, paths, numbers and constraints that stood in the removed blocks, each with whether the window after the compaction still says it. " +
    "Bounded: what is left out is counted.",
  scope: "read",
  params: sessionParams.extend({ compaction: z.coerce.number().int().min(0).max(10_000_000) }),
  response: z.object({
    summary: z.object({ blockId: z.string(), text: z.string(), totalChars: z.int() }).nullable(),
    kept: z.array(z.object({ kind: z.string(), text: z.string(), times: z.int(), blockId: z.string() })),
    lost: z.array(z.object({ kind: z.string(), text: z.string(), times: z.int(), blockId: z.string() })),
    keptTotal: z.int(),
    lostTotal: z.int(),
    unreadBlocks: z.int().describe("removed blocks beyond the bound on text that is read"),
  }),
});
