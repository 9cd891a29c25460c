import { z } from "zod";
import { EVICTION_HOWS, OUTCOMES, SESSION_ROLES, SESSION_SORTS } from "@/lib/core/vocabulary";
import { endpoint, viewEndpoint } from "../endpoint";
import { turnField } from "@/lib/core/trace/fields";
import { costSchema, sessionSkeletonSchema, sessionSummarySchema } from "../schemas/session";
import { seriesPointSchema } from "../schemas/turn";
import { neededEvictionSchema } from "../schemas/window";
import { sessionParams, declareNumberParam } from "./session-params";

/** An order by cost or latency covers the newest sessions only. */
export const SESSIONS_PRICED_MAX = 2_000;
export const SESSIONS_PER_PAGE_MAX = 200;
/** A list counts at most this many sessions, because counting a million would be slow. */
export const SESSIONS_COUNTED_MAX = 10_000;
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
    tool: z.string().max(500).optional().describe("called this tool; `bash` and `Bash` are the same"),
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
    examples: z
      .enum(["in", "out"])
      .optional()
      .describe(
        "`out` leaves the demo sessions out once the project has sessions of its own, but for those that `ids` names; in otherwise",
      ),
    running: z
      .enum(["1"])
      .optional()
      .describe("runs as far as is known: no end was reported, and an event came in the last minute"),
    pending: z.enum(["1"]).optional().describe("is not analysed yet, and is going to be"),
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
          hits: z.int().describe("blocks of the session with the words, as far as they were counted"),
          hasMore: z.boolean().describe("whether there may be more of them"),
          stood: z
            .array(
              z.object({
                from: turnField.describe("the first turn with the text in its window"),
                to: turnField.nullable().describe("the last one; null while it is the session's last"),
                how: z.enum(EVICTION_HOWS).nullable().describe("how it left; null where it did not"),
              }),
            )
            .describe("when the text stood in the window, in order"),
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
      .describe(`how many sessions match, on all pages; ${SESSIONS_COUNTED_MAX} means that many or more`),
    searched: z
      .enum(["all", "part"])
      .describe(
        "`part` when the search for `text` ended early, because it found or read too much or took too long: then it is of the newest sessions",
      ),
    outdated: z
      .int()
      .describe(
        `sessions of the project whose findings are from earlier thresholds and are being computed again; ${OUTDATED_COUNTED_MAX} means that many or more`,
      ),
  }),
});

export const getSession = viewEndpoint({
  path: "/api/v1/sessions/{id}",
  summary: "A session without its content",
  description:
    "Identity, counts, token figures and findings by severity. Reading it never loads content, so it costs the same for a long session.",
  scope: "read",
  params: sessionParams,
  response: sessionSkeletonSchema,
});

export const TURN_POINTS_MAX = 5_000;

export const listTurns = viewEndpoint({
  path: "/api/v1/sessions/{id}/turns",
  summary: "The occupancy series",
  description:
    "One point a turn, or one for several neighbouring turns when there are more than `maxPoints`: then each point is the fullest turn of its bucket, " +
    "with the markers of all of them.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    from: declareNumberParam(10_000_000).optional().describe("the first turn"),
    to: declareNumberParam(10_000_000).optional().describe("the last turn"),
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

export const listEvictions = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/evictions",
  summary: "What left the window, with cause and reference",
  description: "One row for each block that left, in the order of turns, with who needed it afterwards.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    from: declareNumberParam(10_000_000).optional().describe("the first turn"),
    to: declareNumberParam(10_000_000).optional().describe("the last turn"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(20_000)
      .default(5_000)
      .describe("evictions in the answer at most"),
    offset: declareNumberParam(10_000_000).default(0).describe("evictions to skip"),
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
    "NDJSON, one event a line, as `POST /api/v1/events` and `POST /api/v1/import` take them, then a line for each verdict that people gave on its findings. Importing the file gives an equal session. Sub-agents are sessions of their own.",
  scope: "read",
  params: sessionParams,
  response: z.string(),
  responseType: "application/x-ndjson",
});
