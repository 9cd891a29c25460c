import { z } from "zod";
import { policyChoiceSchema } from "@/lib/replay/choose-policy";
import { POLICIES_PER_REPLAY_MAX } from "@/lib/replay/limits";
import { EDGE_STATES } from "@/lib/core/evidence/edge";
import { EVICTION_HOWS } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import { JOB_STATES } from "./jobs";
import { provenanceField, tokensField, turnField } from "../schemas";
import { sessionParams } from "./sessions";

/** Evictions per policy that an answer lists. The replayed session has them all. */
export const REPLAY_EVICTIONS_MAX = 1_000;

const price = z.number().nonnegative().max(1_000_000);

export const priceTableSchema = z
  .strictObject({
    model: z.string().max(200).default("as given"),
    currency: z.string().max(10).default("USD"),
    input: price
      .nullable()
      .describe("per million tokens; null where it is not known, and costs are unknown then"),
    output: price.nullable().default(null),
    cacheRead: price.default(1).describe("as a multiple of `input`"),
    cacheWrite: price.default(1).describe("as a multiple of `input`"),
    ttlMs: z.number().int().nonnegative().default(300_000),
    minPrefix: z.number().int().nonnegative().default(1_024),
    step: z.number().int().positive().default(1),
    longAbove: z.number().int().positive().nullable().default(null),
    longFactor: price.default(1),
    source: z.string().max(1_000).default("given with the request"),
  })
  .meta({ id: "PriceTable" });

export const replayRequestSchema = z
  .strictObject({
    policies: z
      .array(policyChoiceSchema)
      .min(1, "at least one policy is needed")
      .max(POLICIES_PER_REPLAY_MAX, `at most ${POLICIES_PER_REPLAY_MAX} policies in one replay`)
      .describe("`recorded` among them, where the recording itself is to be compared with"),
    budget: z.int().positive().optional().describe("tokens a request may take; as recorded where left out"),
    contextWindow: z.int().positive().optional().describe("of the model; as recorded where left out"),
    prices: priceTableSchema.optional().describe("that of the session's model where left out"),
  })
  .meta({ id: "ReplayRequest" });
export type ReplayRequest = z.infer<typeof replayRequestSchema>;

const noteSchema = z.object({ path: z.string(), message: z.string() });

const summarySchema = z.object({
  turns: z.int(),
  peak: tokensField,
  peakTurn: turnField.nullable(),
  mean: tokensField,
  tokensSent: z.number(),
  tokensSentByRun: z
    .object({ value: tokensField, provenance: provenanceField })
    .default({ value: null, provenance: "unavailable" })
    .describe(
      "by the run's own count: of the recording as the run reported it, of a policy `tokensSent` at the recording's scale, estimated",
    ),
  price: z.number().nullable().describe("of the input, with the prompt cache; in the table's currency"),
  evictions: z.int(),
  compactions: z.int(),
  dangling: z.int().describe("uses of evidence that stands nowhere in the replayed window"),
  unrestorable: z.int(),
  duplicatesAvoided: z.int(),
  duplicatesCaused: z.int(),
  constraintsLost: z.int(),
  turnsOverBudget: z.int(),
  turnsOverWindow: z
    .int()
    .nullable()
    .default(null)
    .describe("null where the size of the window is not known"),
  summarizerTokens: z.number(),
});

const seriesSchema = z.object({
  turn: z.array(turnField),
  tokens: z.array(z.number()),
  recorded: z.array(z.number().nullable()),
  residual: z.array(z.number().nullable()),
  evictions: z.array(z.int()),
  tokensFreed: z.array(z.number()),
  read: z.array(z.number()).describe("tokens read from the prompt cache"),
  write: z.array(z.number()),
  uncached: z.array(z.number()),
  price: z.array(z.number().nullable()),
});

const pinsSchema = z
  .object({
    effects: z.array(
      z.object({
        blockId: z.string(),
        neededBy: z.array(z.string()),
        turn: turnField.describe("at which it would first have left without the pin"),
        how: z.enum(EVICTION_HOWS),
        rule: z.string().nullable(),
        turns: z.int().describe("on which it stands only because of the pin"),
        tokens: z.number().describe("that the requests of those turns hold for it, all together"),
        price: z.number().nullable().describe("its share of the price of those requests"),
        usedAt: z.array(turnField).describe("turns that used it, and had found it nowhere without the pin"),
      }),
    ),
    tokens: z.number().describe("tokens sent with the pins less those sent without"),
    price: z.number().nullable(),
    turnsOverBudget: z.array(turnField).describe("over the budget because of the pins"),
  })
  .nullable()
  .default(null)
  .describe(
    "what each pin saved and at what price, against the same policy without pins; null where nothing is pinned",
  );

export const replayResultSchema = z
  .object({
    policy: z.object({ kind: z.string(), version: z.string(), title: z.string(), options: z.json() }),
    session: z.string().describe("the replayed session: every view opens it like any other"),
    summary: summarySchema,
    series: seriesSchema.describe("one column for each figure, one place for each turn"),
    evictions: z.array(
      z.object({
        turn: turnField,
        blockId: z.string(),
        how: z.enum(EVICTION_HOWS),
        rule: z.string().nullable(),
        reason: z.string().nullable(),
        numbers: z.record(z.string(), z.number()).nullable(),
        tokensFreed: tokensField,
        restorable: z.boolean(),
        reenteredTurn: turnField.nullable(),
      }),
    ),
    evidence: z
      .object({
        counts: z.record(z.enum(EDGE_STATES), z.int()),
        changed: z.array(
          z.object({
            edge: z.string(),
            blockId: z.string(),
            turn: turnField,
            step: z.string().nullable(),
            recorded: z.enum(EDGE_STATES),
            replayed: z.enum(EDGE_STATES),
          }),
        ),
      })
      .describe("uses of evidence by state, and those whose state is another than recorded"),
    pins: pinsSchema,
    notRunnable: z
      .string()
      .nullable()
      .default(null)
      .describe("why the session could not have run under it: another vendor's, or part of another harness"),
    warnings: z.array(noteSchema),
    notes: z.array(z.string()),
  })
  .meta({ id: "ReplayResult" });
export type ReplayResult = z.infer<typeof replayResultSchema>;

const replaySchema = z
  .object({
    id: z.string(),
    session: z.string(),
    createdAt: z.string(),
    status: z.enum(JOB_STATES),
    progress: z.object({ done: z.int(), of: z.int() }).describe("turns replayed, of all policies together"),
    message: z.string().nullable(),
    request: replayRequestSchema,
    recommendation: z
      .object({
        result: z.int().nullable().describe("which of `results`; null where none of them is better"),
        reason: z.string(),
      })
      .nullable()
      .describe("what the session could follow instead of what it ran under; null before the replay is done"),
    results: z.array(replayResultSchema).describe("one for each policy that is done, in the order asked for"),
    counterfactual: z.string(),
  })
  .meta({ id: "Replay" });
export type ReplayAnswer = z.infer<typeof replaySchema>;

export const postReplay = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/replay",
  summary: "Replay a session under other policies",
  description:
    "Options are in each owner's own configuration format. Answers with the results when they are there within a few seconds, else with `status: running`: " +
    "then read `GET …/replays/{replayId}` until it is done. The same request has the same id.",
  scope: "write",
  params: sessionParams,
  body: { "application/json": replayRequestSchema },
  response: replaySchema,
});

const replayParams = sessionParams.extend({ replayId: z.string().max(100) });

export const getReplay = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/replays/{replayId}",
  summary: "A saved replay, or how far it is",
  scope: "read",
  params: replayParams,
  response: replaySchema,
});

export const cancelReplay = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/replays/{replayId}",
  summary: "Stop a replay that is running",
  description: "What is done already stays. A replay that is not running is left as it is.",
  scope: "write",
  params: replayParams,
  response: replaySchema,
});
