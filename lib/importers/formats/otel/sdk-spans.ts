import type { OtelRecord, SpanEvent } from "../../otel/spans/record";
import { AttributeSet } from "../../otel/spans/record";
import type { Loose } from "../../shared/values";
import { jsonIn, instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";

const NS_PER_MS = 1e6;
/** A larger number of milliseconds would be an impossible date, so it is microseconds. */
const MICROS_FROM = 1e14;
const STATUS_ERROR = 2;

/**
 * A span as an SDK holds it in memory and prints it, or as a store keeps it in a row: there its ids stand
 * beside its name, and its attributes can be JSON text. Phoenix also puts OpenInference's kind and the status there.
 */
export function recordOfSdkSpan(span: Loose): OtelRecord | null {
  const context = recordOf(span.spanContext ?? span._spanContext ?? span.context);
  const traceId = hexOf(context.traceId ?? context.trace_id ?? span.traceId);
  const spanId = hexOf(context.spanId ?? context.span_id ?? span.spanId ?? span.id);
  if (traceId === undefined || spanId === undefined) return null;
  const parent =
    hexOf(recordOf(span.parentSpanContext).spanId) ??
    hexOf(span.parentSpanId ?? span.parentId ?? span.parent_id);
  const scope = recordOf(span.instrumentationScope ?? span.instrumentationLibrary);
  const { code, message, status_code: named, description } = parsedRecord(span.status);
  const kind = stringOf(span.span_kind);
  const start = millisOf(span.startTime ?? span.start_time ?? span.timestamp);
  return {
    signal: "span",
    traceId,
    spanId,
    parentSpanId: parent ?? "",
    name: stringOf(span.name) ?? "",
    scope: stringOf(scope.name) ?? stringOf(span.scope) ?? "",
    start,
    end: millisOf(span.endTime ?? span.end_time) || start,
    resource: attributesIn(recordOf(span.resource).attributes),
    attributes: {
      ...(kind !== undefined && { "openinference.span.kind": kind }),
      ...attributesIn(span.attributes),
    },
    body: null,
    events: recordsOf(span.events).map((event): SpanEvent => ({
      name: stringOf(event.name) ?? "",
      at: millisOf(event.time ?? event.timestamp),
      attributes: attributesIn(event.attributes),
    })),
    dropped: 0,
    error:
      code === STATUS_ERROR || named === "ERROR" || span.status_code === "ERROR"
        ? (stringOf(message) ?? stringOf(description) ?? stringOf(span.status_message) ?? "error")
        : null,
  };
}

function attributesIn(values: unknown): OtelRecord["attributes"] {
  const attributes = new AttributeSet();
  for (const [key, value] of Object.entries(parsedRecord(values))) attributes.set(key, value);
  return attributes.values;
}

/** Python's SDK prints ids as hexadecimal numbers. */
function hexOf(value: unknown): string | undefined {
  return stringOf(value)?.replace(/^0x/, "");
}

function parsedRecord(value: unknown): Loose {
  return recordOf(typeof value === "string" ? jsonIn(value) : value);
}

/** A pair of seconds and nanoseconds, ISO text, or milli- or microseconds since 1970. */
function millisOf(time: unknown): number {
  if (Array.isArray(time)) {
    const [seconds, nanos] = time as unknown[];
    return typeof seconds === "number" && typeof nanos === "number" ? seconds * 1_000 + nanos / NS_PER_MS : 0;
  }
  if (typeof time === "string") return instantOf(time) ?? 0;
  if (typeof time !== "number" || !Number.isFinite(time) || time <= 0) return 0;
  return time < MICROS_FROM ? time : time / 1_000;
}
