import { z } from "zod";
import { endpoint, viewEndpoint } from "../endpoint";
import { findingSchema } from "./findings";
import { sessionParams } from "./session-params";

const URL_CHARS_MAX = 2_000;
const CALLS_MAX = 1_000_000;
const TOKENS_MAX = 1_000_000_000_000;

const callsField = z.int().min(0).max(CALLS_MAX);
const tokensField = z.int().min(0).max(TOKENS_MAX);

export const judgeBody = z.strictObject({
  off: z.boolean().optional().describe("true asks nothing, whatever else is set"),
  url: z
    .url({ protocol: /^https?$/ })
    .max(URL_CHARS_MAX)
    .nullable()
    .optional()
    .describe(
      "where the model is asked: the base of an OpenAI-compatible service, or an address of Anthropic's kind, which ends in `/messages`; null uses that of the environment",
    ),
  model: z.string().trim().min(1).max(200).nullable().optional().describe("the name of the model there"),
  key: z.string().trim().min(1).max(2_000).nullable().optional().describe("the service's key; null for none"),
  callsPerDay: callsField.optional().describe("calls in one day (UTC) at most"),
  tokensPerDay: tokensField.optional().describe("tokens in one day (UTC) at most, read and written"),
});
export type JudgeBody = z.output<typeof judgeBody>;

const judgeResult = z.object({
  on: z.boolean().describe("whether sessions are judged"),
  by: z
    .enum(["project", "environment"])
    .nullable()
    .describe("whose settings name the model; null while the judge is off"),
  off: z.boolean().describe("whether this project is switched off"),
  url: z.string().nullable().describe("where the model is asked; null where this is not known"),
  model: z.string().nullable().describe("the name of the model; null where there is none"),
  hasKey: z.boolean().describe("whether a key is sent; the key itself is never shown"),
  ownAddress: z.boolean().describe("whether this project may name an address: not in team mode"),
  callsPerDay: callsField.describe("calls in one day (UTC) at most"),
  tokensPerDay: tokensField.describe("tokens in one day (UTC) at most"),
  today: z
    .object({ calls: z.int().describe("calls so far"), tokens: z.int().describe("tokens so far") })
    .describe("what this day (UTC) has used"),
});
export type JudgeResult = z.output<typeof judgeResult>;

export const getJudge = endpoint({
  method: "GET",
  path: "/api/v1/judge",
  summary: "The model that answers questions of meaning",
  description:
    "Off until somebody names a model in the environment or here. `docs/judge.md` says what is sent.",
  scope: "manage",
  response: judgeResult,
});

export const setJudge = endpoint({
  method: "PUT",
  path: "/api/v1/judge",
  summary: "Set the model that answers questions of meaning",
  description: "A field that is left out stays as it is.",
  scope: "manage",
  body: { "application/json": judgeBody },
  response: judgeResult,
});

const countField = z.int().min(0);

const judgedFinding = findingSchema
  .extend({
    question: z.string().describe("the question that was asked, such as `rule-broken`"),
    version: z.int().describe("the version of the question's prompt"),
    model: z.string().describe("the model that answered"),
    answer: z.string().describe("its answer, one of the question's verdicts"),
    quotes: z
      .array(
        z.object({
          role: z.string().describe("what the text is in the question, such as `rule` or `act`"),
          block: z.string().describe("id of the block that the words are from"),
          turn: z.int().describe("the turn of the block"),
          quote: z
            .string()
            .describe("the words, found in the text as it was sent: masked, and cut where it is long"),
          href: z.string().describe("the address of the words on this server"),
        }),
      )
      .describe("the words that the verdict rests on"),
  })
  .meta({ id: "JudgedFinding" });
export type JudgedFinding = z.output<typeof judgedFinding>;

export const getJudged = viewEndpoint({
  path: "/api/v1/sessions/{id}/judge",
  summary: "What the judge says of a session",
  description:
    "Findings of the standing `judged`: a model that the operator configured decided them, with words that stand in the texts. They count with their severity once a person calls them true; until then they count apart and fail no gate.",
  scope: "read",
  params: sessionParams,
  response: z.object({
    on: z.boolean().describe("whether sessions of the project are judged"),
    model: z.string().nullable().describe("the model that is asked now; null while the judge is off"),
    status: z
      .enum(["never asked", "waiting", "asked"])
      .describe("whether the session's questions have been asked"),
    note: z
      .string()
      .nullable()
      .describe("why not all questions are answered; null where nothing is in the way"),
    summary: z
      .object({
        sentence: z.string().describe("what went wrong, in one sentence"),
        model: z.string().describe("the model that says so"),
        version: z.int().describe("the version of the prompt"),
        href: z.string().describe("the address of the decisive event on this server"),
      })
      .nullable()
      .describe(
        "the one sentence that says what went wrong in the session; null where nothing did or nobody said so",
      ),
    findings: z.array(judgedFinding).describe("what is wrong, the worst first"),
    questions: countField.describe("questions that the session gives"),
    answered: countField.describe("those with an answer"),
    unanswered: z
      .array(
        z.object({
          question: z.string().describe("the question"),
          why: z.string().describe("why it has no answer"),
          count: countField.describe("how often"),
          detail: z.string().describe("what exactly happened, of the last one"),
        }),
      )
      .describe("those without one, by question and reason"),
    tokens: countField.describe("tokens that the answers of this session used"),
  }),
});
export type JudgedResult = z.output<typeof getJudged.response>;

export const askJudge = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/judge",
  summary: "Ask the judge about a session now",
  description: "A worker asks the questions that have no answer yet, within the daily budget.",
  scope: "write",
  params: sessionParams,
  response: z.object({ status: z.literal("waiting").describe("the questions are asked in the background") }),
});
