import { hashContent } from "@/lib/core/hash";
import { readPlainly } from "@/lib/core/plain-issues";
import { deeperThan, JSON_DEPTH_MAX } from "@/lib/core/trace/well-formed";
import type { IngestReport } from "@/lib/api/endpoints/events";
import type { ModelCallBody } from "@/lib/api/endpoints/model-calls";
import { modelCallSchema } from "@/lib/api/endpoints/model-calls";
import { formatPath } from "@/lib/core/trace/parse-event";
import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { noteClientsSoon } from "../note-clients";
import { makeContinuationName } from "@/lib/importers/otel/joined-places";
import { findApiNamed } from "@/lib/importers/otel/raw";
import type { RequestSummary } from "@/lib/importers/otel/raw/request-summary";
import { requestSummaryOf } from "@/lib/importers/otel/raw/request-summary";
import type { BatchItem } from "../read-batch";
import { listClientsOfCalls } from "../../records/seen-clients";
import { joinSummarised } from "./summarised-sessions";
import type { InputCall } from "./take-calls";
import { takeCalls } from "./take-calls";

type Issue = IngestReport["rejected"][number];
type Read =
  | { readonly call: InputCall; readonly summary: RequestSummary }
  | { readonly issue: Omit<Issue, "index"> };

/**
 * Takes in raw model calls. When this returns, accepted calls are on disk, and the next reader of their session finds them.
 * Values may be changed in place.
 * @param bytes the size of the request
 */
export async function ingestModelCalls(
  db: Database,
  project: string,
  items: readonly BatchItem[],
  bytes = 0,
): Promise<IngestReport> {
  const rejected: Issue[] = [];
  const calls: InputCall[] = [];
  const summaries: RequestSummary[] = [];
  const places: number[] = [];
  const begun = Date.now();
  items.forEach((item, index) => {
    const readResult = readCall(item, begun + index / BATCH_MAX);
    if ("issue" in readResult) rejected.push({ index, ...readResult.issue });
    else {
      calls.push(readResult.call);
      places.push(index);
      summaries.push(readResult.summary);
    }
  });
  await joinSummarised(db, project, calls, summaries);
  const { accepted, differing } = await takeCalls(db, project, calls, bytes);
  noteClientsSoon(db, project, listClientsOfCalls(summaries));
  const warnings = differing.map((i) => ({
    index: places[i] ?? -1,
    id: calls[i]?.id ?? null,
    ...CALL_DIFFERS,
  }));
  await noteCalls(db, project, CALL_DIFFERS, warnings.length);
  const unread = summaries.flatMap(({ isAnswerKnown }, i) => (isAnswerKnown === false ? [i] : []));
  await noteCalls(db, project, ANSWER_UNKNOWN, unread.length);
  warnings.push(
    ...unread.map((i) => ({ index: places[i] ?? -1, id: calls[i]?.id ?? null, ...ANSWER_UNKNOWN })),
  );
  return { accepted, duplicates: calls.length - accepted, rejected, warnings };
}

const CALL_DIFFERS = {
  path: "id",
  code: "call_differs",
  message:
    "another call of this session has this id and says something else: both are kept, and the session notes what differs",
};

const ANSWER_UNKNOWN = {
  path: "response",
  code: "answer_unknown",
  message:
    "the response is in a form that no reader of its API knows: it is kept, its turn says so, and no window shows it",
};

async function noteCalls(
  db: Database,
  project: string,
  { code, message }: typeof CALL_DIFFERS,
  count: number,
): Promise<void> {
  if (count === 0) return;
  await addWarnings(db, project, [{ code, source: "raw model calls", message, count, sample: {} }]);
}

/** A number above that of the calls in a body, so that calls without a time keep their order within one millisecond. */
const BATCH_MAX = 1_000_000;

/** @param at when a call without a time of its own is taken to have begun, in ms since 1970 */
function readCall(item: BatchItem, at: number): Read {
  if ("broken" in item) {
    const { broken: message, path = "", code = "invalid_json" } = item;
    return { issue: { id: null, path, code, message } };
  }
  if (item.isShallow !== true && deeperThan(item.value, JSON_DEPTH_MAX))
    return {
      issue: { id: null, path: "", code: "too_deep", message: `nested deeper than ${JSON_DEPTH_MAX} levels` },
    };
  const parsed = readPlainly(modelCallSchema, item.value);
  if (!parsed.ok) {
    const [issue] = parsed.issues;
    return {
      issue: {
        id: null,
        path: formatPath(issue?.path ?? []),
        code: issue?.code ?? "invalid",
        message: issue?.message ?? "not a model call",
      },
    };
  }
  return recordOf(parsed.data, at);
}

function recordOf(body: ModelCallBody, at: number): Read {
  const apiName = findApiNamed(body.api ?? body.provider);
  const summary = requestSummaryOf(body.request, body.response ?? {}, apiName);
  const id = body.id ?? summary?.responseId;
  if (summary === null) {
    const message =
      "expected a request of Anthropic Messages, OpenAI Chat Completions, OpenAI Responses, Gemini, Bedrock Converse, Cohere 2 or Ollama chat";
    return { issue: { id: id ?? null, path: "request", code: "unknown_api", message } };
  }
  const session =
    body.session ?? traceOf(body.traceparent) ?? summary.conversation ?? identifyOpening(summary);
  if (session === null) {
    const message =
      "expected the session, because the request goes on from another and does not hold its beginning";
    return { issue: { id: id ?? null, path: "session", code: "missing", message } };
  }
  const { request, response, error, cut, thread, agent, side, applied, notKept } = body;
  const isNamed = body.session !== undefined || traceOf(body.traceparent) !== undefined;
  return {
    summary: isNamed ? { ...summary, begins: null } : summary,
    call: {
      id,
      session,
      thread,
      agent,
      side,
      startedAt: parseInstant(body.startedAt ?? body.at) ?? at,
      endedAt: parseInstant(body.endedAt),
      api: apiName,
      request,
      response,
      error,
      ...(cut !== undefined && { cut }),
      ...(applied !== undefined && { applied }),
      ...(notKept !== undefined && { notKept }),
      messages: summary.messages,
      responseId: summary.responseId,
      previousId: body.session === undefined ? summary.previousId : undefined,
    },
  };
}

function parseInstant(time: string | number | undefined): number | undefined {
  if (time === undefined) return undefined;
  return typeof time === "number" ? time : Date.parse(time);
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-/;

function traceOf(traceparent: string | undefined): string | undefined {
  const id = TRACEPARENT.exec(traceparent ?? "")?.[1];
  return id === undefined ? undefined : `trace:${id}`;
}

const OPENING_CHARS = 12;

/** Identifies a conversation by its first message when nothing else does. */
function identifyOpening({ isDelta, previousId, messages }: RequestSummary): string | null {
  if (previousId !== undefined) return makeContinuationName(previousId);
  if (isDelta) return null;
  const first: unknown = Array.isArray(messages)
    ? (messages as unknown[]).find((message) => !isSystem(message))
    : messages;
  return `calls-${hashContent(JSON.stringify(first) ?? "").slice(0, OPENING_CHARS)}`;
}

function isSystem(message: unknown): boolean {
  const role = typeof message === "object" && message !== null && "role" in message ? message.role : null;
  return role === "system" || role === "developer";
}
