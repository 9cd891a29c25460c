import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { Prompt } from "./prompt";
import type { Unanswered } from "./read-answer";

/** The model that an operator configured. */
export interface JudgeModel {
  /**
   * Where it is asked. An address that ends in `/messages` is spoken to as Anthropic's; every other is the base of an
   * OpenAI-compatible service, such as `http://127.0.0.1:11434/v1`.
   */
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  readonly timeoutMs?: number;
}

export interface TokensUsed {
  readonly input: number;
  readonly output: number;
}

export type ModelReply =
  | { readonly is: "reply"; readonly text: string; readonly tokens: TokensUsed }
  | {
      readonly is: "none";
      readonly why: Unanswered;
      readonly detail: string;
      readonly tokens: TokensUsed;
      /** How long the service wants to be left alone, if it says so. */
      readonly retryInMs: number | null;
    };

export type AskModel = (prompt: Prompt) => Promise<ModelReply>;

const TIMEOUT_MS = 90_000;
/** Enough for a model that thinks before it answers. */
export const ANSWER_TOKENS_MAX = 4_000;
const NO_TOKENS: TokensUsed = { input: 0, output: 0 };
const MESSAGES = /\/(?:v1\/)?messages\/?$/;

/**
 * Asks the configured address and no other: redirects are not followed. Never throws, and never tries again by itself.
 */
export function makeModelClient({ url, model, key, timeoutMs = TIMEOUT_MS }: JudgeModel): AskModel {
  const options = {
    maxRetries: 0,
    timeout: timeoutMs,
    fetchOptions: { redirect: "error" as const },
    logLevel: "off" as const,
  };
  const ask = MESSAGES.test(new URL(url).pathname)
    ? makeAnthropicAsk(
        new Anthropic({
          ...options,
          baseURL: url.replace(MESSAGES, ""),
          apiKey: key ?? "none",
          authToken: null,
        }),
        model,
      )
    : openAiAsk(
        new OpenAI({
          ...options,
          baseURL: url.replace(/\/(?:chat\/completions)?\/?$/, ""),
          apiKey: key ?? "none",
          organization: null,
          project: null,
        }),
        model,
      );
  return async (prompt) => {
    // The library's own limit ends with the headers of the answer.
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await ask(prompt, signal);
    } catch (error) {
      return describeFailure(error, signal.aborted, timeoutMs);
    }
  };
}

type AskOnce = (prompt: Prompt, signal: AbortSignal) => Promise<ModelReply>;

function openAiAsk(client: OpenAI, model: string): AskOnce {
  const messages = ({ system, user }: Prompt) => [
    { role: "system" as const, content: system },
    { role: "user" as const, content: user },
  ];
  return async (prompt, signal) => {
    const plain = { model, messages: messages(prompt) };
    const formed = {
      ...plain,
      max_completion_tokens: ANSWER_TOKENS_MAX,
      response_format: {
        type: "json_schema" as const,
        json_schema: { name: "answer", schema: { ...prompt.schema } },
      },
    };
    const { choices, usage } = await client.chat.completions
      .create(formed, { signal })
      .catch((error: unknown) => {
        // Not every service knows the form of answers and the newer name of the limit.
        if (!(error instanceof OpenAI.BadRequestError)) throw error;
        return client.chat.completions.create({ ...plain, max_tokens: ANSWER_TOKENS_MAX }, { signal });
      });
    const tokens = { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 };
    const choice = choices?.[0];
    const refusal = choice?.message?.refusal ?? null;
    if (refusal !== null || choice?.finish_reason === "content_filter")
      return { ...makeNoReply("refused", refusal ?? "a content filter"), tokens };
    if (choice?.finish_reason === "length")
      return { ...makeNoReply("cut off", "the answer is too long"), tokens };
    return { is: "reply", text: choice?.message?.content ?? "", tokens };
  };
}

const TOOL = "answer";

function makeAnthropicAsk(client: Anthropic, model: string): AskOnce {
  return async ({ system, user, schema }, signal) => {
    const { content, stop_reason, usage } = await client.messages.create(
      {
        model,
        max_tokens: ANSWER_TOKENS_MAX,
        system,
        messages: [{ role: "user", content: user }],
        tools: [
          { name: TOOL, description: "Gives the answer.", input_schema: { ...schema, type: "object" } },
        ],
        tool_choice: { type: "tool", name: TOOL },
      },
      { signal },
    );
    const tokens = { input: usage?.input_tokens ?? 0, output: usage?.output_tokens ?? 0 };
    if (stop_reason === "refusal") return { ...makeNoReply("refused", "the model declined"), tokens };
    if (stop_reason === "max_tokens") return { ...makeNoReply("cut off", "the answer is too long"), tokens };
    // Not every service that speaks this wire sends all of it.
    const parts = (content ?? []).map((part) =>
      part.type === "tool_use" ? JSON.stringify(part.input) : part.type === "text" ? part.text : "",
    );
    return { is: "reply", text: parts.join("\n"), tokens };
  };
}

function makeNoReply(why: Unanswered, detail: string, retryInMs: number | null = null) {
  return { is: "none" as const, why, detail: detail.slice(0, 300), tokens: NO_TOKENS, retryInMs };
}

/** A service may refuse one request for its size or form and still take others. */
const OF_THE_QUESTION: ReadonlySet<number> = new Set([400, 413, 422]);

function describeFailure(error: unknown, isLate: boolean, timeoutMs: number): ModelReply {
  const said = error instanceof Error ? error.message : String(error);
  if (
    isLate ||
    error instanceof OpenAI.APIConnectionTimeoutError ||
    error instanceof Anthropic.APIConnectionTimeoutError
  )
    return makeNoReply("time-out", `no answer within ${timeoutMs} ms`);
  const status =
    error instanceof OpenAI.APIError || error instanceof Anthropic.APIError ? error.status : undefined;
  if (status === undefined) {
    const isBody = error instanceof SyntaxError;
    return isBody
      ? makeNoReply("no JSON", "the service's answer is no JSON")
      : makeNoReply("unreachable", findCause(error) ?? said);
  }
  const headers = (error as { headers?: Headers }).headers;
  if (status === 429)
    return makeNoReply("rate limit", `status ${status}`, retryAfter(headers?.get("retry-after") ?? null));
  const why = status >= 500 ? "server error" : OF_THE_QUESTION.has(status) ? "rejected" : "denied";
  return makeNoReply(why, said, retryAfter(headers?.get("retry-after") ?? null));
}

function findCause(error: unknown): string | null {
  for (let at = error, deep = 0; at instanceof Error && deep < 5; at = at.cause, deep++)
    if ("code" in at && typeof at.code === "string") return at.code;
  return null;
}

/** Seconds, or a date. */
function retryAfter(value: string | null): number | null {
  if (value === null) return null;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
