import { z } from "zod";
import { policyChoiceSchema } from "@/lib/replay/choose-policy";
import { POLICIES_PER_REPLAY_MAX } from "@/lib/replay/limits";
import { USE_STATES } from "@/lib/core/evidence/use-state";
import { FIGURES } from "@/lib/core/figures/names";
import { EVICTION_HOWS } from "@/lib/core/vocabulary";
import { endpoint, viewEndpoint } from "../endpoint";
import { JOB_STATES } from "./jobs";
import { provenanceField, tokensField, turnField } from "@/lib/core/trace/fields";
import { sessionParams } from "./session-params";
import { keepSchema } from "../schemas/keep-list";
import { pinsSchema } from "../schemas/pins";

export const REPLAY_EVICTIONS_MAX = 1_000;

const price = z.number().nonnegative().max(1_000_000);

export const priceTableSchema = z
  .strictObject({
    model: z.string().max(200).default("as given").describe("the model that the prices are of"),
    currency: z.string().max(10).default("USD").describe("the currency of the prices"),
    input: price
      .nullable()
      .describe("per million tokens; null where it is not known, and costs are unknown then"),
    output: price.nullable().default(null).describe("price of a million output tokens; null where unknown"),
    cacheRead: price.default(1).describe("as a multiple of `input`"),
    cacheWrite: price.default(1).describe("as a multiple of `input`"),
    ttlMs: z
      .number()
      .int()
      .nonnegative()
      .default(300_000)
      .describe("how long the prompt cache keeps a prefix, in milliseconds"),
    minPrefix: z
      .number()
      .int()
      .nonnegative()
      .default(1_024)
      .describe("the shortest prefix that is cached, in tokens"),
    step: z.number().int().positive().default(1).describe("the cache grows in steps of so many tokens"),
    longAbove: z
      .number()
      .int()
      .positive()
      .nullable()
      .default(null)
      .describe("size of a request in tokens above which another price holds; null for none"),
    longFactor: price.default(1).describe("the price of input above that size, as a multiple"),
    longOutputFactor: price.default(1).describe("the price of output above that size, as a multiple"),
    cacheWriteHour: price
      .default(2)
      .describe("price of what the cache keeps for an hour, as a multiple of input"),
    tiers: z.record(z.string(), price).default({}).describe("the prices of service tiers, as multiples"),
    webSearch: price.nullable().default(null).describe("price of one web search of the provider"),
    before: z.string().nullable().default(null).describe("the first day after these prices; null for none"),
    source: z.string().max(1_000).default("given with the request").describe("where the prices come from"),
  })
  .meta({ id: "PriceTable" });

export const replayRequestSchema = z
  .strictObject({
    policies: z
      .array(policyChoiceSchema)
      .min(1, "at least one policy is needed")
      .max(POLICIES_PER_REPLAY_MAX, `at most ${POLICIES_PER_REPLAY_MAX} policies in one replay`)
      .describe("`recorded` for the recording itself"),
    budget: z.int().positive().optional().describe("tokens a request may take; as recorded where left out"),
    contextWindow: z.int().positive().optional().describe("of the model; as recorded where left out"),
    prices: priceTableSchema.optional().describe("that of the session's model where left out"),
  })
  .meta({ id: "ReplayRequest" });
export type ReplayRequest = z.infer<typeof replayRequestSchema>;

const noteSchema = z.object({
  path: z.string().describe("the option, as a path below the choice"),
  message: z.string().describe("what was ignored or assumed"),
});

const summarySchema = z.object({
  turns: z.int().describe("turns that were replayed"),
  peak: tokensField.describe("tokens of the fullest window; null where unknown"),
  peakTurn: turnField.nullable().describe("the turn of the fullest window; null where unknown"),
  mean: tokensField.describe("tokens of a window on average; null where unknown"),
  tokensSent: z.number().describe("input tokens of all requests together, as the replay counts them"),
  tokensSentByRun: z
    .object({ value: tokensField.describe("the tokens; null where unknown"), provenance: provenanceField })
    .default({ value: null, provenance: "unavailable" })
    .describe(
      "by the run's own count: of the recording as the run reported it, of a policy `tokensSent` at the recording's scale, estimated",
    ),
  price: z
    .number()
    .nullable()
    .describe(
      "of all calls, those for summaries too, in the table's currency: that of the recording is its cost, and other windows are charged by the rules that it shows; null where that cannot be said",
    ),
  evictions: z.int().describe("blocks that left a window"),
  compactions: z.int().describe("compactions that the policy simulated"),
  dangling: z.int().describe(FIGURES.dangling.definition),
  unrestorable: z.int().describe("evictions that left no reference to fetch by"),
  duplicatesAvoided: z.int().describe("calls that would not have been repeated"),
  duplicatesCaused: z.int().describe("calls that would have been repeated"),
  constraintsLost: z
    .int()
    .describe(
      "blocks with rules, instructions or a goal that left for good; what a summary says is not read",
    ),
  mustKeep: z
    .object({
      tasks: z.int().describe("tasks that no text in the window states any more"),
      constraints: z
        .int()
        .describe("binding sentences that a policy took out for good, and nothing restates"),
      openSteps: z.int().describe("open steps of plans that the window lacks"),
    })
    .default({ tasks: 0, constraints: 0, openSteps: 0 })
    .describe("what a session cannot do without; a policy that loses any of it is never recommended"),
  turnsOverBudget: z.int().describe("turns whose window is over the budget"),
  turnsOverWindow: z
    .int()
    .nullable()
    .default(null)
    .describe("null where the size of the window is not known"),
  summarizerTokens: z.number().describe("tokens that the simulated summaries cost to make"),
  summarizerPrice: z
    .number()
    .nullable()
    .default(null)
    .describe("of the price, what the calls for summaries cost; null where that cannot be said"),
});

/** Replays that were saved earlier count residual uses as dangling ones. */
const useCountsSchema = z.object({
  live: z.int().describe(FIGURES.live.definition),
  pinned: z.int().describe(FIGURES.pinned.definition),
  referenced: z.int().describe(FIGURES.referenced.definition),
  refetched: z.int().describe(FIGURES.refetched.definition),
  dangling: z.int().describe(FIGURES.dangling.definition),
  residual: z.int().default(0).describe(FIGURES.residual.definition),
});

const seriesSchema = z.object({
  turn: z.array(turnField).describe("the turns"),
  tokens: z.array(z.number()).describe("tokens of the replayed window"),
  recorded: z.array(z.number().nullable()).describe("tokens of the recorded window; null where unknown"),
  residual: z
    .array(z.number().nullable())
    .describe("measured tokens that no block accounts for; null where nothing was measured"),
  evictions: z.array(z.int()).describe("blocks that left at the turn"),
  tokensFreed: z.array(z.number()).describe("tokens that became free at the turn"),
  read: z.array(z.number()).describe("tokens read from the prompt cache"),
  write: z.array(z.number()).describe("tokens written to the prompt cache"),
  uncached: z.array(z.number()).describe("tokens that the cache did not hold"),
  price: z.array(z.number().nullable()).describe("price of the input; null where it cannot be priced"),
});

export const replayResultSchema = z
  .object({
    policy: z
      .object({
        kind: z.string().describe("the name to choose it by"),
        version: z.string().describe("the version of its rule"),
        title: z.string().describe("the policy's name for people"),
        options: z.json().describe("its options, as the vendor's configuration writes them"),
      })
      .describe("the policy that was run"),
    session: z.string().describe("the replayed session: every view opens it like any other"),
    summary: summarySchema.describe("the figures of the replay"),
    series: seriesSchema.describe("one column for each figure, one place for each turn"),
    evictions: z
      .array(
        z.object({
          turn: turnField.describe("the turn whose window lacks the block first"),
          blockId: z.string().describe("the block that left"),
          how: z.enum(EVICTION_HOWS).describe("how it left"),
          rule: z.string().nullable().describe("the policy's rule; null where it names none"),
          reason: z.string().nullable().describe("the reason in words; null where none is given"),
          numbers: z
            .record(z.string(), z.number())
            .nullable()
            .describe("the figures of the reason; null where it has none"),
          tokensFreed: tokensField.describe("tokens that became free; null where unknown"),
          restorable: z
            .boolean()
            .describe("whether a reference was left with which the content can be fetched"),
          reenteredTurn: turnField
            .nullable()
            .describe("the turn at which it entered again; null where it did not"),
        }),
      )
      .describe("what left the replayed windows, in order and up to a bound"),
    evidence: z
      .object({
        counts: useCountsSchema.describe("uses by state"),
        changed: z
          .array(
            z.object({
              edge: z.string().describe("the use's id"),
              blockId: z.string().describe("the block that was used"),
              turn: turnField.describe("the turn that used it"),
              step: z.string().nullable().describe("the step that used it; null outside of a plan"),
              recorded: z.enum(USE_STATES).describe("the state in the recording"),
              replayed: z.enum(USE_STATES).describe("the state in the replay"),
            }),
          )
          .describe("uses whose state is another than recorded"),
      })
      .describe("uses of evidence by state, and those whose state is another than recorded"),
    lost: z
      .array(z.string())
      .default([])
      .describe(
        "names of what the session cannot do without and is nowhere in its windows any more: the task, sentences, steps, rules",
      ),
    pins: pinsSchema,
    keep: keepSchema,
    notRunnable: z
      .string()
      .nullable()
      .default(null)
      .describe("why the session could not have run under it: another vendor's, or part of another harness"),
    warnings: z.array(noteSchema).describe("options that were ignored or assumed"),
    notes: z.array(z.string()).describe("what has to be known to read the figures"),
  })
  .meta({ id: "ReplayResult" });
export type ReplayResult = z.infer<typeof replayResultSchema>;

const replaySchema = z
  .object({
    id: z.string().describe("the replay's id"),
    session: z.string().describe("id of the session that was replayed"),
    createdAt: z.string().describe("when it was asked for"),
    status: z.enum(JOB_STATES).describe("whether it runs, and how it ended"),
    progress: z
      .object({ done: z.int().describe("turns that are done"), of: z.int().describe("turns that there are") })
      .describe("turns replayed, of all policies together"),
    message: z.string().nullable().describe("why it failed; null where it did not"),
    request: replayRequestSchema.describe("what was asked for"),
    recommendation: z
      .object({
        result: z.int().nullable().describe("which of `results`; null where none of them is better"),
        reason: z.string().describe("why, as a sentence"),
        nearest: z
          .int()
          .nullable()
          .default(null)
          .describe("which of `results` comes nearest where none is better; null where one is, or none does"),
      })
      .nullable()
      .describe("what the session could follow instead of what it ran under; null before the replay is done"),
    results: z.array(replayResultSchema).describe("one for each policy that is done, in the order asked for"),
    counterfactual: z.string().describe("what a replay cannot know, in words"),
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

const replayParams = sessionParams.extend({ replayId: z.string().max(100).describe("the replay's id") });

export const getReplay = viewEndpoint({
  path: "/api/v1/sessions/{id}/replays/{replayId}",
  summary: "A saved replay, or how far it is",
  description: "Results appear policy by policy while the replay runs.",
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
