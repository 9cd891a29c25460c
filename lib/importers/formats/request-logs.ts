import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { EpochMs, Tokens } from "@/lib/core/units";
import { readResponse } from "../messages/openai-response";
import type { RequestSession } from "../sessions/request-session";
import type { KnownKeys } from "../shared/known-keys";
import type { ReadingOf } from "../shared/record-type";
import type { Loose } from "../shared/values";
import { keepDefined, idOf, instantOf, recordsOf } from "../shared/values";
import { LOGGED_CALL, LOGGED_HALF, LOGGED_REQUEST } from "./request-logs-records";

/** Where a log keeps what a request and its response have. A field without a place is not in it. */
interface Places<R> {
  readonly session?: (record: R) => string | undefined;
  readonly messages: (record: R) => unknown;
  readonly tools: (record: R) => unknown;
  readonly model?: (record: R) => string | undefined;
  readonly at: (record: R) => EpochMs | null;
  readonly contextWindow?: (record: R) => Tokens | undefined;
  /** The response, in its record: that of the request, or one of its own. */
  readonly response: (record: R) => unknown;
  readonly endedAt?: (record: R) => EpochMs | null;
  readonly cost?: (record: R) => number | undefined;
}

interface RequestLog<R> {
  readonly record: KnownKeys & { of(value: unknown): R };
  readonly places: Places<R>;
}

function defineLog<R>(record: KnownKeys & { of(value: unknown): R }, places: Places<R>): RequestLog<R> {
  return { record, places };
}

/** The logs of requests to an API of OpenAI's form. */
export const REQUEST_LOGS = {
  openai_request_log: defineLog<ReadingOf<typeof LOGGED_REQUEST>>(LOGGED_REQUEST, {
    session: ({ metadata }) => idOf(metadata.session_id) ?? idOf(metadata.instance_id),
    messages: ({ messages }) => messages,
    tools: ({ tools }) => tools,
    model: ({ model }) => model,
    at: ({ timestamp }) => timestamp,
    response: ({ response }) => response,
  }),
  chat_completions_log: defineLog<ReadingOf<typeof LOGGED_HALF>>(LOGGED_HALF, {
    messages: ({ request_params: { messages } }) => messages,
    tools: ({ request_params: { tools } }) => tools,
    model: ({ request_params: { model } }) => model,
    at: ({ timestamp }) => timestamp,
    response: ({ response }) => response,
    endedAt: ({ timestamp }) => timestamp,
    cost: ({ cost }) => cost,
  }),
  litellm_call_log: defineLog<ReadingOf<typeof LOGGED_CALL>>(LOGGED_CALL, {
    messages: ({ messages }) => messages,
    tools: ({ tools, kwargs }) => tools ?? kwargs.tools,
    at: ({ timestamp, latency_sec: latency }) => startOf(instantOf(timestamp), latency),
    contextWindow: ({ context_window: tokens }) => tokens || undefined,
    response: ({ response }) => response,
    endedAt: ({ timestamp }) => instantOf(timestamp),
    cost: ({ cost }) => cost,
  }),
} as const;

/** A call that is logged at its end began as long before as it took. */
function startOf(endedAt: EpochMs | null, latency: unknown): EpochMs | null {
  if (endedAt === null) return null;
  return endedAt - Math.round((typeof latency === "number" ? latency : 0) * 1_000);
}

/** A request whose messages are read, with its window. */
export interface OpenRequest<R> {
  readonly session: RequestSession;
  readonly record: R;
  readonly window: BlockStatement[];
}

/** @param answers how many messages at the end of the list were not sent, but answered */
export function openRequest<R>(
  { places }: RequestLog<R>,
  record: R,
  session: RequestSession,
  answers = 0,
): OpenRequest<R> {
  const messages = recordsOf(places.messages(record));
  const sent = messages.slice(0, messages.length - answers);
  return { session, record, window: session.request(places.tools(record), sent) };
}

/**
 * The events of a call.
 * @param answered the record with its response; `null` where it has none
 * @param inList the answer, where the list of messages ends with it
 */
export function writeLoggedCall<R>(
  { places }: RequestLog<R>,
  { session, record, window }: OpenRequest<R>,
  answered: R | null,
  inList: Loose | null = null,
): TraceEvent[] {
  const { fields, message } = readResponse(answered === null ? undefined : places.response(answered));
  const answer = message ?? inList;
  const cost = answered === null ? undefined : places.cost?.(answered);
  const statedCost = cost ?? fields.usage?.statedCost;
  session.writer.writeTurn({
    at: places.at(record),
    window,
    ...keepDefined({
      model: places.model?.(record),
      contextWindow: places.contextWindow?.(record),
      endedAt: answered === null ? undefined : places.endedAt?.(answered),
      output: answer === null ? null : session.answer(answer),
    }),
    ...fields,
    ...(statedCost !== undefined && { usage: { ...fields.usage, statedCost } }),
  });
  return session.writer.take();
}
