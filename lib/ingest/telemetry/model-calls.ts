import { contentHash } from "@/lib/core/hash";
import { deeperThan, JSON_DEPTH_MAX } from "@/lib/core/trace/well-formed";
import type { IngestReport } from "@/lib/api/endpoints/events";
import type { ModelCallBody } from "@/lib/api/endpoints/model-calls";
import { modelCallSchema } from "@/lib/api/endpoints/model-calls";
import { pathText } from "@/lib/core/trace/parse-event";
import type { Database } from "@/lib/db/client";
import { callRecord } from "@/lib/importers/otel/call-record";
import { apiNamed, rawCall } from "@/lib/importers/otel/raw";
import type { OtelRecord } from "@/lib/importers/otel/record";
import type { BatchItem } from "../read-batch";
import { takeCalls } from "./take-records";

type Issue = IngestReport["rejected"][number];
type Read = { readonly record: OtelRecord } | { readonly issue: Omit<Issue, "index"> };

/**
 * Takes in raw model calls: requests and responses as a wrapper or a proxy saw them. When this returns, what it calls
 * accepted is on disk and part of its session.
 */
export async function ingestModelCalls(
  db: Database,
  project: string,
  items: readonly BatchItem[],
): Promise<IngestReport> {
  const rejected: Issue[] = [];
  const records: OtelRecord[] = [];
  items.forEach((item, index) => {
    const read = readCall(item);
    if ("issue" in read) rejected.push({ index, ...read.issue });
    else records.push(read.record);
  });
  const { changed, warnings } = await takeCalls(db, project, records);
  return {
    accepted: changed,
    duplicates: records.length - changed,
    rejected,
    warnings: warnings.map(({ code, message }) => ({ index: -1, id: null, path: "", code, message })),
  };
}

function readCall(item: BatchItem): Read {
  if ("broken" in item) return { issue: { id: null, path: "", code: "invalid_json", message: item.broken } };
  if (deeperThan(item.value, JSON_DEPTH_MAX))
    return {
      issue: { id: null, path: "", code: "too_deep", message: `nested deeper than ${JSON_DEPTH_MAX} levels` },
    };
  const parsed = modelCallSchema.safeParse(item.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      issue: {
        id: null,
        path: pathText(issue?.path ?? []),
        code: issue?.code ?? "invalid",
        message: issue?.message ?? "not a model call",
      },
    };
  }
  return recordOf(parsed.data);
}

function recordOf(call: ModelCallBody): Read {
  const api = apiNamed(call.api ?? call.provider);
  const fields = rawCall(call.request, call.response ?? {}, api);
  const id = call.id ?? fields?.responseId ?? contentHash(JSON.stringify(call.request));
  if (fields === null) {
    const message =
      "expected a request of Anthropic Messages, OpenAI Chat Completions, OpenAI Responses or Gemini";
    return { issue: { id, path: "request", code: "unknown_api", message } };
  }
  const session = call.session ?? traceOf(call.traceparent) ?? openingOf(call, fields.isDelta === true);
  if (session === null) {
    const message =
      "expected the session, because the request goes on from another and does not hold its beginning";
    return { issue: { id, path: "session", code: "missing", message } };
  }
  const startedAt = instant(call.startedAt ?? call.at) ?? Date.now();
  const { request, response, error, thread, agent, side } = call;
  return {
    record: callRecord({
      id,
      session,
      thread,
      agent,
      side,
      startedAt,
      endedAt: instant(call.endedAt),
      api,
      request,
      response,
      error,
    }),
  };
}

function instant(time: string | number | undefined): number | undefined {
  if (time === undefined) return undefined;
  return typeof time === "number" ? time : Date.parse(time);
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-/;

function traceOf(traceparent: string | undefined): string | undefined {
  const id = TRACEPARENT.exec(traceparent ?? "")?.[1];
  return id === undefined ? undefined : `trace:${id}`;
}

const OPENING_CHARS = 12;

/** A conversation is known by its first message when nothing else tells it. */
function openingOf({ request }: ModelCallBody, isDelta: boolean): string | null {
  if (isDelta) return null;
  const { messages, input, contents } = request;
  const list = messages ?? input ?? contents;
  const first: unknown = Array.isArray(list)
    ? (list as unknown[]).find((message) => !isSystem(message))
    : list;
  return `calls-${contentHash(JSON.stringify(first) ?? "").slice(0, OPENING_CHARS)}`;
}

function isSystem(message: unknown): boolean {
  const role = typeof message === "object" && message !== null && "role" in message ? message.role : null;
  return role === "system" || role === "developer";
}
