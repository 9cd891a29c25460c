import { ATTRIBUTE_CHARS_MAX, ATTRIBUTES_MAX, VALUE_DEPTH_MAX } from "./spans/limits";
import type { Attributes, OtelRecord, SpanEvent } from "./spans/record";
import { AttributeSet } from "./spans/record";
import type { OtelSignal } from "./decoded";
import { Decoded, DecodeError, integerOf, millisOf } from "./decoded";

type Loose = Readonly<Record<string, unknown>>;

/**
 * Decodes the JSON form of an OTLP export request. Accepts what clients send: ids also in base64, 64-bit
 * numbers also as numbers, enumerations also by name.
 * @throws DecodeError when the value is no such request
 */
export function decodeJson(body: unknown, signal: OtelSignal): Decoded {
  if (!isObject(body)) throw new DecodeError("expected an object");
  const [mine, other] =
    signal === "traces" ? ["resourceSpans", "resourceLogs"] : ["resourceLogs", "resourceSpans"];
  if (mine !== undefined && !(mine in body) && other !== undefined && other in body) {
    throw new DecodeError(
      signal === "traces"
        ? "the body holds log records, not spans; send it to /v1/logs"
        : "the body holds spans, not log records; send it to /v1/traces",
    );
  }
  const groups = body[mine ?? ""] ?? [];
  if (!Array.isArray(groups)) throw new DecodeError(`${mine ?? ""}: expected a list`);
  const decoded = new Decoded();
  for (const group of objectsOf(groups)) {
    const resource = attributesOf(objectOf(group.resource).attributes, decoded);
    for (const scoped of objectsOf(group[signal === "traces" ? "scopeSpans" : "scopeLogs"])) {
      const envelope = { scope: textOf(objectOf(scoped.scope).name), resource };
      for (const item of objectsOf(scoped[signal === "traces" ? "spans" : "logRecords"]))
        decoded.add(signal === "traces" ? spanOf(item, envelope, decoded) : logOf(item, envelope, decoded));
    }
  }
  return decoded;
}

type Envelope = Pick<OtelRecord, "scope" | "resource">;

function spanOf(span: Loose, envelope: Envelope, decoded: Decoded): OtelRecord {
  const { code, message } = objectOf(span.status);
  return {
    signal: "span",
    ...envelope,
    traceId: idOf(span.traceId),
    spanId: idOf(span.spanId),
    parentSpanId: idOf(span.parentSpanId),
    name: textOf(span.name),
    start: timeOf(span.startTimeUnixNano),
    end: timeOf(span.endTimeUnixNano),
    attributes: attributesOf(span.attributes, decoded),
    body: null,
    events: objectsOf(span.events).map((event): SpanEvent => ({
      name: textOf(event.name),
      at: timeOf(event.timeUnixNano),
      attributes: attributesOf(event.attributes, decoded),
    })),
    dropped: countOf(span.droppedAttributesCount) + countOf(span.droppedEventsCount),
    error: code === 2 || code === "STATUS_CODE_ERROR" ? textOf(message) || "error" : null,
  };
}

function logOf(log: Loose, envelope: Envelope, decoded: Decoded): OtelRecord {
  const at = timeOf(log.timeUnixNano) || timeOf(log.observedTimeUnixNano);
  return {
    signal: "log",
    ...envelope,
    traceId: idOf(log.traceId),
    spanId: idOf(log.spanId),
    parentSpanId: "",
    name: textOf(log.eventName),
    start: at,
    end: at,
    attributes: attributesOf(log.attributes, decoded),
    body: valueOf(log.body, 0, decoded),
    events: [],
    dropped: countOf(log.droppedAttributesCount),
    error: null,
  };
}

function attributesOf(pairs: unknown, decoded: Decoded, depth = 0): Attributes {
  const attributes = new AttributeSet();
  for (const { key, value } of objectsOf(pairs)) {
    if (attributes.size >= ATTRIBUTES_MAX) decoded.cut++;
    else if (typeof key === "string") attributes.set(key, valueOf(value, depth, decoded));
  }
  return attributes.values;
}

function valueOf(any: unknown, depth: number, decoded: Decoded): unknown {
  const value = objectOf(any);
  if (depth > VALUE_DEPTH_MAX) {
    decoded.cut++;
    return null;
  }
  if (typeof value.stringValue === "string") {
    if (value.stringValue.length <= ATTRIBUTE_CHARS_MAX) return value.stringValue;
    decoded.cut++;
    return value.stringValue.slice(0, ATTRIBUTE_CHARS_MAX);
  }
  if (typeof value.boolValue === "boolean") return value.boolValue;
  if (value.intValue !== undefined) return integerOf(bigintOf(value.intValue));
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (value.arrayValue !== undefined)
    return listOf(objectOf(value.arrayValue).values).map((item) => valueOf(item, depth + 1, decoded));
  if (value.kvlistValue !== undefined)
    return attributesOf(objectOf(value.kvlistValue).values, decoded, depth + 1);
  return typeof value.bytesValue === "string" ? value.bytesValue : null;
}

function timeOf(value: unknown): number {
  const nanos = bigintOf(value);
  return nanos > 0n ? millisOf(nanos) : 0;
}

function bigintOf(value: unknown): bigint {
  if (typeof value === "string" && /^-?\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === "number" && Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

/** Hexadecimal; generic protobuf tools write base64. */
function idOf(value: unknown): string {
  if (typeof value !== "string") return "";
  if (/^[0-9a-f]*$/i.test(value)) return value.toLowerCase();
  return Buffer.from(value, "base64").toString("hex");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function countOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

function objectOf(value: unknown): Loose {
  return isObject(value) ? value : {};
}

function objectsOf(value: unknown): Loose[] {
  return listOf(value).filter(isObject);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
