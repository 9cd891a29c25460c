import { ATTRIBUTE_CHARS_MAX, ATTRIBUTES_MAX, VALUE_DEPTH_MAX } from "./spans/limits";
import type { Attributes, OtelRecord, SpanEvent } from "./spans/record";
import { AttributeSet } from "./spans/record";
import type { OtelSignal } from "./decoded";
import { Decoded, DecodeError, convertInteger, convertToMillis } from "./decoded";

type Loose = Readonly<Record<string, unknown>>;

/** The lists of a request, from the outside in; `older` is the name before version 0.15 of the protocol. */
const LISTS = {
  traces: {
    groups: "resourceSpans",
    scopes: "scopeSpans",
    older: "instrumentationLibrarySpans",
    items: "spans",
  },
  logs: {
    groups: "resourceLogs",
    scopes: "scopeLogs",
    older: "instrumentationLibraryLogs",
    items: "logRecords",
  },
} as const;

/**
 * Decodes the JSON form of an OTLP export request. Accepts what clients send: ids also in base64, 64-bit numbers also as numbers,
 * enumerations also by name, fields also under their names in the protocol's files (`resource_spans`). What has no list where one
 * belongs is refused, never passed over.
 * @throws DecodeError when the value is no such request
 */
export function decodeJson(given: unknown, signal: OtelSignal): Decoded {
  if (!isObject(given)) throw new DecodeError("expected an object");
  const body = convertNames(given);
  const names = LISTS[signal];
  const other = LISTS[signal === "traces" ? "logs" : "traces"].groups;
  if (!(names.groups in body) && other in body) {
    throw new DecodeError(
      signal === "traces"
        ? "the body holds log records, not spans; send it to /v1/logs"
        : "the body holds spans, not log records; send it to /v1/traces",
    );
  }
  if (!(names.groups in body) && Object.keys(body).length > 0)
    throw new DecodeError(
      `${names.groups}: expected a list; the body has ${Object.keys(body)[0]?.slice(0, KEY_CHARS_SHOWN)}`,
    );
  const groups = body[names.groups] ?? [];
  if (!Array.isArray(groups)) throw new DecodeError(`${names.groups}: expected a list`);
  const decoded = new Decoded();
  for (const group of readEntries(groups, names.groups, decoded)) {
    const resource = readAttributes(readObject(group.resource).attributes, decoded);
    for (const scoped of listIn(group, names.groups, [names.scopes, names.older], decoded)) {
      const scope = readText(readObject(scoped.scope ?? scoped.instrumentationLibrary).name);
      for (const item of listIn(scoped, names.scopes, [names.items], decoded))
        decoded.add(
          signal === "traces"
            ? readSpan(item, { scope, resource }, decoded)
            : logOf(item, { scope, resource }, decoded),
        );
    }
  }
  return decoded;
}

/** The list inside an entry. An empty one can be left out; an entry that has something else in its place is refused. */
function listIn(entry: Loose, place: string, names: readonly string[], decoded: Decoded): Loose[] {
  const name = names.find((one) => entry[one] !== undefined && entry[one] !== null);
  if (name !== undefined) return readEntries(entry[name], name, decoded);
  const strange = Object.keys(entry).find((key) => !ABOUT.has(key));
  if (strange !== undefined)
    decoded.refuse(`${place}: has no ${names[0]}, but ${strange.slice(0, KEY_CHARS_SHOWN)}`);
  return [];
}

/** What an entry says about its list. */
const ABOUT: ReadonlySet<string> = new Set(["resource", "scope", "instrumentationLibrary", "schemaUrl"]);
const KEY_CHARS_SHOWN = 40;

/** The objects of a list. What is no list, and what is no object in it, is refused. */
function readEntries(list: unknown, name: string, decoded: Decoded): Loose[] {
  if (!Array.isArray(list)) {
    decoded.refuse(`${name}: expected a list`);
    return [];
  }
  const entries = list.filter(isObject);
  for (let n = entries.length; n < list.length; n++) decoded.refuse(`${name}: expected objects`);
  return entries;
}

/** The same request with its fields under their names of JSON. */
export function convertNames(request: Loose): Loose {
  return hasFileNames(request) ? readObject(convertNamesOfValue(request)) : request;
}

/**
 * Whether fields have the names of the protocol's files: by the keys on the way to the first record, and of that record. Names of
 * attributes are values here, so every key is a field's.
 */
function hasFileNames(body: Loose): boolean {
  let value: unknown = body;
  for (let depth = 0; depth < FIRST_RECORD_DEPTH && isObject(value); depth++) {
    const found: Loose = value;
    if (Object.keys(found).some((key) => key.includes("_"))) return true;
    value = Object.values(found).find(Array.isArray)?.[0];
  }
  return false;
}

const FIRST_RECORD_DEPTH = 8;

function convertNamesOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertNamesOfValue);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      convertNamesOfValue(inside),
    ]),
  );
}

type Envelope = Pick<OtelRecord, "scope" | "resource">;

function readSpan(span: Loose, envelope: Envelope, decoded: Decoded): OtelRecord {
  const { code, message } = readObject(span.status);
  return {
    signal: "span",
    ...envelope,
    traceId: readId(span.traceId),
    spanId: readId(span.spanId),
    parentSpanId: readId(span.parentSpanId),
    name: readText(span.name),
    start: readTime(span.startTimeUnixNano),
    end: readTime(span.endTimeUnixNano),
    attributes: readAttributes(span.attributes, decoded),
    body: null,
    events: readObjects(span.events).map((event): SpanEvent => ({
      name: readText(event.name),
      at: readTime(event.timeUnixNano),
      attributes: readAttributes(event.attributes, decoded),
    })),
    dropped: countOf(span.droppedAttributesCount) + countOf(span.droppedEventsCount),
    error: code === 2 || code === "STATUS_CODE_ERROR" ? readText(message) || "error" : null,
  };
}

function logOf(log: Loose, envelope: Envelope, decoded: Decoded): OtelRecord {
  const at = readTime(log.timeUnixNano) || readTime(log.observedTimeUnixNano);
  return {
    signal: "log",
    ...envelope,
    traceId: readId(log.traceId),
    spanId: readId(log.spanId),
    parentSpanId: "",
    name: readText(log.eventName),
    start: at,
    end: at,
    attributes: readAttributes(log.attributes, decoded),
    body: readValue(log.body, 0, decoded),
    events: [],
    dropped: countOf(log.droppedAttributesCount),
    error: null,
  };
}

function readAttributes(pairs: unknown, decoded: Decoded, depth = 0): Attributes {
  const attributes = new AttributeSet();
  for (const { key, value } of readObjects(pairs)) {
    if (attributes.size >= ATTRIBUTES_MAX) decoded.cut++;
    else if (typeof key === "string") attributes.set(key, readValue(value, depth, decoded));
  }
  return attributes.values;
}

function readValue(any: unknown, depth: number, decoded: Decoded): unknown {
  const value = readObject(any);
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
  if (value.intValue !== undefined) return convertInteger(readBigint(value.intValue));
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (value.arrayValue !== undefined)
    return listOf(readObject(value.arrayValue).values).map((item) => readValue(item, depth + 1, decoded));
  if (value.kvlistValue !== undefined)
    return readAttributes(readObject(value.kvlistValue).values, decoded, depth + 1);
  return typeof value.bytesValue === "string" ? value.bytesValue : null;
}

function readTime(value: unknown): number {
  const nanos = readBigint(value);
  return nanos > 0n ? convertToMillis(nanos) : 0;
}

function readBigint(value: unknown): bigint {
  if (typeof value === "string" && /^-?\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === "number" && Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;
}

/** Hexadecimal; generic protobuf tools write base64. */
function readId(value: unknown): string {
  if (typeof value !== "string") return "";
  if (/^[0-9a-f]*$/i.test(value)) return value.toLowerCase();
  return Buffer.from(value, "base64").toString("hex");
}

function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function countOf(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}

function readObject(value: unknown): Loose {
  return isObject(value) ? value : {};
}

function readObjects(value: unknown): Loose[] {
  return listOf(value).filter(isObject);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
