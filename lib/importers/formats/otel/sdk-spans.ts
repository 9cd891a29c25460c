import type { OtelRecord, SpanEvent } from "../../otel/spans/record";
import { AttributeSet } from "../../otel/spans/record";
import type { Loose } from "../../shared/values";
import { SDK_SPAN, SPAN_CONTEXT, SPAN_SCOPE } from "./records";
import { parseJsonText, instantOf, recordOf, recordsOf, stringOf } from "../../shared/values";

const NS_PER_MS = 1e6;
/** A larger number of milliseconds would be an impossible date, so it is microseconds. */
const MICROS_FROM = 1e14;
const STATUS_ERROR = 2;

/**
 * A span as an SDK holds it in memory and prints it, or as a store keeps it in a row: there its ids stand
 * beside its name, and its attributes can be JSON text. Phoenix also puts OpenInference's kind and the status there.
 */
export function recordOfSdkSpan(record: Loose): OtelRecord | null {
  const span = SDK_SPAN.of(record);
  const context = SPAN_CONTEXT.of(span.spanContext ?? span._spanContext ?? span.context);
  const traceId = toHex(context.traceId ?? context.trace_id ?? span.traceId);
  const spanId = toHex(context.spanId ?? context.span_id ?? span.spanId ?? span.id);
  if (traceId === undefined || spanId === undefined) return null;
  const parent =
    toHex(span.parentSpanContext.spanId) ?? toHex(span.parentSpanId ?? span.parentId ?? span.parent_id);
  const scope = SPAN_SCOPE.of(span.instrumentationScope ?? span.instrumentationLibrary);
  const { code, message, status_code: named, description } = parseRecord(span.status);
  const { span_kind: kind } = span;
  const start = toMilliseconds(span.startTime ?? span.start_time ?? span.timestamp);
  return {
    signal: "span",
    traceId,
    spanId,
    parentSpanId: parent ?? "",
    name: span.name ?? "",
    scope: scope.name ?? span.scope ?? "",
    start,
    end: toMilliseconds(span.endTime ?? span.end_time) || start,
    resource: readAttributes(span.resource.attributes),
    attributes: {
      ...(kind !== undefined && { "openinference.span.kind": kind }),
      ...readAttributes(span.attributes),
    },
    body: null,
    events: recordsOf(span.events).map((event): SpanEvent => ({
      name: stringOf(event.name) ?? "",
      at: toMilliseconds(event.time ?? event.timestamp),
      attributes: readAttributes(event.attributes),
    })),
    dropped: 0,
    error:
      code === STATUS_ERROR || named === "ERROR" || span.status_code === "ERROR"
        ? (stringOf(message) ?? stringOf(description) ?? span.status_message ?? "error")
        : null,
  };
}

function readAttributes(values: unknown): OtelRecord["attributes"] {
  const attributes = new AttributeSet();
  for (const [key, value] of Object.entries(parseRecord(values))) attributes.set(key, value);
  return attributes.values;
}

/** Python's SDK prints ids as hexadecimal numbers. */
function toHex(value: unknown): string | undefined {
  return stringOf(value)?.replace(/^0x/, "");
}

function parseRecord(value: unknown): Loose {
  return recordOf(typeof value === "string" ? parseJsonText(value) : value);
}

/** A pair of seconds and nanoseconds, ISO text, or milli- or microseconds since 1970. */
function toMilliseconds(time: unknown): number {
  if (Array.isArray(time)) {
    const [seconds, nanos] = time as unknown[];
    return typeof seconds === "number" && typeof nanos === "number" ? seconds * 1_000 + nanos / NS_PER_MS : 0;
  }
  if (typeof time === "string") return instantOf(time) ?? 0;
  if (typeof time !== "number" || !Number.isFinite(time) || time <= 0) return 0;
  return time < MICROS_FROM ? time : time / 1_000;
}
