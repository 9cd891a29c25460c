import { z } from "zod";
import { PROVENANCES, OUTCOMES, SESSION_ROLES, SOURCE_KINDS } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import {
  blockUseSchema,
  costSchema,
  bySourceField,
  evictionSchema,
  neededEvictionSchema,
  provenanceField,
  sessionSkeletonSchema,
  sessionSummarySchema,
  tokensField,
  turnDetailSchema,
  turnField,
  turnPointSchema,
  windowEntryResultSchema,
} from "../schemas";

export const sessionParams = z.object({
  id: z.string().describe("the session's id, as `ses_…`, or the id that its sender gave it"),
});
export const WINDOW_ENTRIES_MAX = 10_000;

/** Arrivals, evictions and changes of one turn that its answer lists. The counts cover all of them. */
export const WINDOW_CHANGES_MAX = 1_000;

const numberParam = (max: number) => z.coerce.number().int().min(0).max(max);

export const SESSION_SORTS = [
  "updated",
  "started",
  "turns",
  "peak",
  "share",
  "evicted",
  "repeats",
  "absent",
  "dangling",
  "name",
  "cost",
  "latency",
] as const;
/** Sessions that an order by cost or latency covers, the newest first. */
export const SESSIONS_PRICED_MAX = 2_000;
export const SESSIONS_PER_PAGE_MAX = 200;
/** A list counts at most this many sessions, because counting a million would be slow. */
export const SESSIONS_COUNTED_MAX = 10_000;
/** Sessions with findings from earlier thresholds that a list counts at most. */
export const OUTDATED_COUNTED_MAX = 200;

export const listSessions = endpoint({
  method: "GET",
  path: "/api/v1/sessions",
  summary: "List sessions",
  description:
    "Newest first unless `sort` says otherwise. Pages by cursor: send the answer's `nextCursor` back as `cursor`.",
  scope: "read",
  query: z.object({
    q: z.string().max(500).optional().describe("part of the name, the agent, the model or the external id"),
    text: z
      .string()
      .max(500)
      .optional()
      .describe('words in the texts of the session: all of them count, "quoted ones" together, -others not'),
    ids: z.string().max(8_000).optional().describe("only these sessions, separated by commas"),
    costs: z.enum(["1"]).optional().describe("1 adds what each session cost, and how long its calls took"),
    agent: z.string().optional(),
    model: z.string().optional(),
    format: z.string().optional(),
    outcome: z.enum(OUTCOMES).optional(),
    tag: z.string().optional(),
    finding: z.string().max(80).optional().describe("has a finding of this code"),
    tool: z.string().max(500).optional().describe("called this tool"),
    policy: z.string().max(500).optional().describe("ran under this policy"),
    evidence: z
      .enum(["absent", "present"])
      .optional()
      .describe(
        "took a decision without its evidence, or took decisions and had the evidence of all of them",
      ),
    role: z
      .enum([...SESSION_ROLES, "any"])
      .default("any")
      .describe("`any` is every recording; replays are listed when they are asked for"),
    running: z
      .enum(["1"])
      .optional()
      .describe("runs as far as is known: no end was reported, and an event came in the last minute"),
    from: z.iso.datetime({ offset: true }).optional().describe("started at or after"),
    to: z.iso.datetime({ offset: true }).optional().describe("started before"),
    sort: z
      .enum(SESSION_SORTS)
      .default("updated")
      .describe(
        `\`cost\` is at the project's prices, \`latency\` the mean time of a call; both order the newest ${SESSIONS_PRICED_MAX} that match`,
      ),
    order: z.enum(["asc", "desc"]).default("desc"),
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(SESSIONS_PER_PAGE_MAX).default(50),
  }),
  response: z.object({
    sessions: z.array(sessionSummarySchema),
    matches: z
      .record(
        z.string(),
        z.object({
          blockId: z.string(),
          turn: turnField.nullable(),
          text: z.string().describe("the place in the text; U+E000 and U+E001 stand around what was found"),
        }),
      )
      .describe("by session, where `text` was found first"),
    costs: z
      .record(
        z.string(),
        z.object({
          costs: z.array(costSchema),
          callMs: z.int().nullable().describe("how long a call took on average"),
        }),
      )
      .describe("by session; empty unless `costs` is asked for"),
    nextCursor: z.string().nullable(),
    total: z
      .int()
      .describe(`how many sessions match, on all pages; ${SESSIONS_COUNTED_MAX} stands for that or more`),
    outdated: z
      .int()
      .describe(
        `sessions of the project whose findings are from earlier thresholds and are being worked out again; ${OUTDATED_COUNTED_MAX} stands for that or more`,
      ),
  }),
});

export const getSession = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}",
  summary: "A session without its content",
  scope: "read",
  params: sessionParams,
  response: sessionSkeletonSchema,
});

export const TURN_POINTS_MAX = 5_000;

export const listTurns = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/turns",
  summary: "The occupancy series",
  description:
    "One point a turn, or one for several neighbouring turns when there are more than `maxPoints`: then each point is the fullest turn of its bucket, " +
    "with the markers of all of them.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    from: numberParam(10_000_000).optional(),
    to: numberParam(10_000_000).optional(),
    maxPoints: z.coerce.number().int().min(1).max(TURN_POINTS_MAX).default(600),
  }),
  response: z.object({
    turns: z.array(turnPointSchema),
    total: z.int().describe("turns in the range, before thinning out"),
    from: turnField.nullable(),
    to: turnField.nullable(),
  }),
});

export const getWindow = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/turns/{turn}/window",
  summary: "What the model saw at a turn, in order",
  scope: "read",
  params: sessionParams.extend({ turn: numberParam(10_000_000) }),
  query: z.object({
    content: z.enum(["0", "1"]).default("0").describe("1 adds the whole text of every entry, up to a bound"),
    order: z
      .enum(["window", "tokens"])
      .default("window")
      .describe("as the model saw it, or the largest first"),
    offset: numberParam(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(WINDOW_ENTRIES_MAX).default(2_000),
  }),
  response: z.object({
    turn: turnDetailSchema,
    costs: z.array(costSchema).describe("what the call cost; empty where it cannot be priced"),
    bySource: bySourceField,
    blocksBySource: z.partialRecord(z.enum(SOURCE_KINDS), z.int()),
    entries: z.array(windowEntryResultSchema),
    offset: z.int(),
    total: z.int().describe("entries of the whole window; 0 when the source does not say what stood in it"),
    residual: tokensField,
    windowTokens: tokensField,
    provenance: provenanceField,
    /** Ids of blocks that entered, left, or changed their mode since the previous window; bounded. */
    entered: z.array(z.string()),
    left: z.array(evictionSchema),
    changed: z.array(z.object({ blockId: z.string(), fromMode: z.string(), toMode: z.string() })),
    counts: z.object({ entered: z.int(), left: z.int(), changed: z.int(), evictions: z.int() }),
    output: z.array(windowEntryResultSchema.omit({ enteredTurn: true, mode: true })),
    projectedNext: z
      .object({
        tokens: z.int(),
        input: z.int(),
        output: z.int(),
        provenance: z.enum(PROVENANCES).exclude(["unavailable"]),
      })
      .nullable()
      .describe("what the next window holds at least: what this call read and what it answered"),
    budget: z
      .object({
        tokens: z.int(),
        from: z.enum(["recorded", "project tokens", "project share"]),
        share: z.number().nullable(),
        window: z.int().nullable(),
      })
      .nullable()
      .describe("the budget that holds at this turn: the session's own, else the project's default"),
    previousTurn: turnField.nullable(),
    nextTurn: turnField.nullable(),
    contentTruncated: z.boolean().describe("whether the bound on content was reached"),
  }),
});

export const getBlock = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/blocks/{blockId}",
  summary: "The content and the life line of one block",
  scope: "read",
  params: sessionParams.extend({ blockId: z.string() }),
  query: z.object({
    offset: numberParam(1_000_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(1_000_000).default(200_000),
  }),
  response: z.object({
    block: windowEntryResultSchema.omit({ enteredTurn: true, mode: true, content: true }).extend({
      chars: z.int().nullable(),
      origin: z
        .object({ path: z.string().optional(), url: z.string().optional(), artifact: z.string().optional() })
        .nullable(),
      completeness: z.string(),
    }),
    content: z.object({ text: z.string().nullable(), offset: z.int(), totalChars: z.int().nullable() }),
    stays: z.array(
      z.object({
        from: turnField,
        to: turnField.nullable(),
        mode: z.string(),
        tokens: tokensField,
        provenance: provenanceField,
        shown: z.string().nullable().describe("the text that stood there when it was not the full one"),
        eviction: evictionSchema.nullable(),
      }),
    ),
    related: z.array(z.object({ relation: z.enum(["call", "result"]), blockId: z.string() })),
    /** The uses of the block, oldest first, at most 200; `null` while the session is not analysed. */
    uses: z.array(blockUseSchema.extend({ name: z.string().nullable() })).nullable(),
    usesTotal: z.int().nullable(),
  }),
});

export const listEvictions = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/evictions",
  summary: "What left the window, with cause and reference",
  scope: "read",
  params: sessionParams,
  query: z.object({
    from: numberParam(10_000_000).optional(),
    to: numberParam(10_000_000).optional(),
    limit: z.coerce.number().int().min(1).max(20_000).default(5_000),
    offset: numberParam(10_000_000).default(0),
  }),
  response: z.object({ evictions: z.array(neededEvictionSchema), total: z.int() }),
});

export const exportSession = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/export",
  summary: "A session's events, to keep or to import elsewhere",
  description:
    "NDJSON, one event a line, as `POST /api/v1/events` and `POST /api/v1/import` take them. Importing the file gives an equal session. Sub-agents are sessions of their own.",
  scope: "read",
  params: sessionParams,
  response: z.string(),
  responseType: "application/x-ndjson",
});
