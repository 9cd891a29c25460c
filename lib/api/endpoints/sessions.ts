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
  seriesPointSchema,
  sessionSkeletonSchema,
  sessionSummarySchema,
  tokensField,
  turnDetailSchema,
  turnField,
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
    agent: z.string().optional().describe("only sessions of this agent"),
    model: z.string().optional().describe("only sessions that called this model"),
    format: z.string().optional().describe("only sessions that came in this format"),
    outcome: z.enum(OUTCOMES).optional().describe("only sessions that ended like this"),
    tag: z.string().optional().describe("only sessions with this tag"),
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
    order: z.enum(["asc", "desc"]).default("desc").describe("ascending or descending"),
    cursor: z.string().max(500).optional().describe("`nextCursor` of the page before"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(SESSIONS_PER_PAGE_MAX)
      .default(50)
      .describe("sessions in the answer at most"),
  }),
  response: z.object({
    sessions: z.array(sessionSummarySchema).describe("the sessions of this page"),
    matches: z
      .record(
        z.string(),
        z.object({
          blockId: z.string().describe("the block with the text"),
          turn: turnField.nullable().describe("the turn that made the text; null where unknown"),
          text: z.string().describe("the place in the text; U+E000 and U+E001 stand around what was found"),
        }),
      )
      .describe("by session, where `text` was found first"),
    costs: z
      .record(
        z.string(),
        z.object({
          costs: z.array(costSchema).describe("what the session cost, one entry a currency"),
          callMs: z.int().nullable().describe("how long a call took on average"),
        }),
      )
      .describe("by session; empty unless `costs` is asked for"),
    nextCursor: z.string().nullable().describe("`cursor` of the next page; null on the last one"),
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
  description:
    "Identity, counts, token figures and findings by severity. Reading it never loads content, so it costs the same for a long session.",
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
    from: numberParam(10_000_000).optional().describe("the first turn"),
    to: numberParam(10_000_000).optional().describe("the last turn"),
    maxPoints: z.coerce
      .number()
      .int()
      .min(1)
      .max(TURN_POINTS_MAX)
      .default(600)
      .describe("points in the answer at most"),
  }),
  response: z.object({
    turns: z.array(seriesPointSchema).describe("the points, in order"),
    total: z.int().describe("turns in the range, before thinning out"),
    from: turnField.nullable().describe("the first turn of the range; null without turns"),
    to: turnField.nullable().describe("the last turn of the range; null without turns"),
  }),
});

export const getWindow = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/turns/{turn}/window",
  summary: "What the model saw at a turn, in order",
  description:
    "Entries of the window with their tokens and where they came from, and what changed since the window before. Content is left out unless it is asked for.",
  scope: "read",
  params: sessionParams.extend({ turn: numberParam(10_000_000).describe("the turn, from 0") }),
  query: z.object({
    content: z.enum(["0", "1"]).default("0").describe("1 adds the whole text of every entry, up to a bound"),
    order: z
      .enum(["window", "tokens"])
      .default("window")
      .describe("as the model saw it, or the largest first"),
    offset: numberParam(10_000_000).default(0).describe("entries to skip"),
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
    /** Ids of blocks that entered, left, or changed their mode since the previous window; bounded. */
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
    output: z
      .array(windowEntryResultSchema.omit({ enteredTurn: true, mode: true }))
      .describe("what the model answered, as blocks"),
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

export const getBlock = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/blocks/{blockId}",
  summary: "The content and the life line of one block",
  description:
    "The content comes in pages of characters. The life line says when the block stood in the window, how it left, and who used it.",
  scope: "read",
  params: sessionParams.extend({ blockId: z.string().describe("the block's id") }),
  query: z.object({
    offset: numberParam(1_000_000_000).default(0).describe("characters to skip"),
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
    block: windowEntryResultSchema
      .omit({ enteredTurn: true, mode: true, content: true })
      .extend({
        chars: z
          .int()
          .nullable()
          .describe("characters of the whole content; null where the content is not known"),
        origin: z
          .object({
            path: z.string().optional().describe("the file that it was read from"),
            url: z.string().optional().describe("the address that it was fetched from"),
            artifact: z.string().optional().describe("the name of the stored thing that it is"),
          })
          .nullable()
          .describe("where the content comes from; null where nobody said"),
        completeness: z.string().describe("whether the source holds all of the content or only a part"),
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
          mode: z.string().describe("how the block stood in the window"),
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
    /** The uses of the block, oldest first, at most 200; `null` while the session is not analysed. */
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

export const listEvictions = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/evictions",
  summary: "What left the window, with cause and reference",
  description: "One row for each block that left, in the order of turns, with who needed it afterwards.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    from: numberParam(10_000_000).optional().describe("the first turn"),
    to: numberParam(10_000_000).optional().describe("the last turn"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(20_000)
      .default(5_000)
      .describe("evictions in the answer at most"),
    offset: numberParam(10_000_000).default(0).describe("evictions to skip"),
  }),
  response: z.object({
    evictions: z.array(neededEvictionSchema).describe("the evictions, in order"),
    total: z.int().describe("evictions of the range, on all pages"),
  }),
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
