import type { OtelRecord, SpanEvent } from "../../otel/record";
import { AttributeSet } from "../../otel/record";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";

const NS_PER_MS = 1e6;
const STATUS_ERROR = 2;

/** A span as the JavaScript SDK holds it in memory, which is what its console and file dumps print. */
export function recordOfSdkSpan(span: Loose): OtelRecord | null {
  const context = recordOf(span.spanContext ?? span._spanContext);
  const [traceId, spanId] = [stringOf(context.traceId ?? span.traceId), stringOf(context.spanId ?? span.id)];
  if (traceId === undefined || spanId === undefined) return null;
  const parent =
    stringOf(recordOf(span.parentSpanContext).spanId) ?? stringOf(span.parentSpanId ?? span.parentId);
  const scope = recordOf(span.instrumentationScope ?? span.instrumentationLibrary);
  const { code, message } = recordOf(span.status);
  const start = millisOf(span.startTime ?? span.timestamp);
  return {
    signal: "span",
    traceId,
    spanId,
    parentSpanId: parent ?? "",
    name: stringOf(span.name) ?? "",
    scope: stringOf(scope.name) ?? "",
    start,
    end: millisOf(span.endTime) || start,
    resource: attributesIn(recordOf(span.resource).attributes),
    attributes: attributesIn(span.attributes),
    body: null,
    events: recordsOf(span.events).map((event): SpanEvent => ({
      name: stringOf(event.name) ?? "",
      at: millisOf(event.time),
      attributes: attributesIn(event.attributes),
    })),
    dropped: 0,
    error: code === STATUS_ERROR ? (stringOf(message) ?? "error") : null,
  };
}

function attributesIn(values: unknown): OtelRecord["attributes"] {
  const attributes = new AttributeSet();
  for (const [key, value] of Object.entries(recordOf(values))) attributes.set(key, value);
  return attributes.values;
}

/** Times are a pair of seconds and nanoseconds, or microseconds since 1970 in what the console prints. */
function millisOf(time: unknown): number {
  if (Array.isArray(time)) {
    const [seconds, nanos] = time as unknown[];
    return typeof seconds === "number" && typeof nanos === "number" ? seconds * 1_000 + nanos / NS_PER_MS : 0;
  }
  return typeof time === "number" && Number.isFinite(time) && time > 0 ? time / 1_000 : 0;
}
