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
export function decodeJson(request: unknown, signal: OtelSignal): Decoded {
  if (!isObject(request)) throw new DecodeError("expected an object");
  const body = nameFields(request);
  const names = LISTS[signal];
  const otherGroups = LISTS[signal === "traces" ? "logs" : "traces"].groups;
  if (!(names.groups in body) && otherGroups in body) {
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
    const resource = readAttributes(readObject(group.resource, "resource", decoded).attributes, decoded);
    for (const scoped of listIn(group, names.groups, [names.scopes, names.older], decoded)) {
      const scope = readText(
        readObject(scoped.scope ?? scoped.instrumentationLibrary, "scope", decoded).name,
      );
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
  const name = names.find((candidate) => entry[candidate] !== undefined && entry[candidate] !== null);
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
  return entries.map(nameFields);
}

/** Renames the fields of a request to their names in JSON, at every depth. Names of attributes are values here. */
export function convertNames(request: Loose): Loose {
  return Object.fromEntries(
    Object.entries(nameFields(request)).map(([key, inside]) => [key, convertNamesOfValue(inside)]),
  );
}

function convertNamesOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convertNamesOfValue);
  return isObject(value) ? convertNames(value) : value;
}

/** Clients write `trace_id` for `traceId`, also in some objects of a request only. */
function nameFields(object: Loose): Loose {
  for (const key in object)
    if (key.includes("_"))
      return Object.fromEntries(
        Object.entries(object).map(([name, value]) => [
          name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ]),
      );
  return object;
}

type Envelope = Pick<OtelRecord, "scope" | "resource">;

/** The fields of the protocol, also those that nothing is made of. */
const FIELDS = {
  span: new Set(
    "traceId spanId parentSpanId name kind startTimeUnixNano endTimeUnixNano attributes droppedAttributesCount events droppedEventsCount links droppedLinksCount status traceState flags".split(
      " ",
    ),
  ),
  log: new Set(
    "timeUnixNano observedTimeUnixNano severityNumber severityText eventName body attributes droppedAttributesCount flags traceId spanId".split(
      " ",
    ),
  ),
};

function noteStrangeFields(item: Loose, signal: keyof typeof FIELDS, decoded: Decoded): void {
  for (const key in item)
    if (!FIELDS[signal].has(key) && !isEmpty(item[key]))
      decoded.lose(
        `${key.slice(0, KEY_CHARS_SHOWN)} is no field of a ${signal === "span" ? "span" : "log record"}`,
      );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === 0 || value === false;
}

function readSpan(span: Loose, envelope: Envelope, decoded: Decoded): OtelRecord {
  const { code, message } = readObject(span.status, "status", decoded);
  noteStrangeFields(span, "span", decoded);
  return {
    signal: "span",
    ...envelope,
    traceId: readId(span.traceId),
    spanId: readId(span.spanId),
    parentSpanId: readId(span.parentSpanId),
    name: readText(span.name),
    start: readTime(span.startTimeUnixNano, decoded),
    end: readTime(span.endTimeUnixNano, decoded),
    attributes: readAttributes(span.attributes, decoded),
    body: null,
    events: readObjects(span.events, "events", decoded).map((event): SpanEvent => ({
      name: readText(event.name),
      at: readTime(event.timeUnixNano, decoded),
      attributes: readAttributes(event.attributes, decoded),
    })),
    dropped: countOf(span.droppedAttributesCount) + countOf(span.droppedEventsCount),
    error: code === 2 || code === "STATUS_CODE_ERROR" ? readText(message) || "error" : null,
  };
}

function logOf(log: Loose, envelope: Envelope, decoded: Decoded): OtelRecord {
  noteStrangeFields(log, "log", decoded);
  const at = readTime(log.timeUnixNano, decoded) || readTime(log.observedTimeUnixNano, decoded);
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
  for (const { key, value } of readObjects(pairs, "attributes", decoded)) {
    if (attributes.size >= ATTRIBUTES_MAX) decoded.cut++;
    else if (typeof key === "string") attributes.set(key, readValue(value, depth, decoded));
    else decoded.lose("attributes: one has no key");
  }
  return attributes.values;
}

function readValue(any: unknown, depth: number, decoded: Decoded): unknown {
  if (depth > VALUE_DEPTH_MAX) {
    decoded.cut++;
    return null;
  }
  const value = readObject(any, "value", decoded);
  if (typeof value.stringValue === "string") {
    if (value.stringValue.length <= ATTRIBUTE_CHARS_MAX) return value.stringValue;
    decoded.cut++;
    return value.stringValue.slice(0, ATTRIBUTE_CHARS_MAX);
  }
  if (typeof value.boolValue === "boolean") return value.boolValue;
  const { intValue, doubleValue } = value;
  if (isWhole(intValue)) return convertInteger(readBigint(intValue));
  if (typeof doubleValue === "number" || (typeof doubleValue === "string" && DOUBLE.test(doubleValue)))
    return Number(doubleValue);
  if (isObject(value.arrayValue))
    return readList(value.arrayValue.values, "arrayValue", decoded).map((item) =>
      readValue(item, depth + 1, decoded),
    );
  if (isObject(value.kvlistValue)) return readAttributes(value.kvlistValue.values, decoded, depth + 1);
  if (typeof value.bytesValue === "string") return value.bytesValue;
  for (const key in value)
    if (value[key] !== undefined && value[key] !== null)
      decoded.lose(`value: ${key.slice(0, KEY_CHARS_SHOWN)} does not hold what it should`);
  return null;
}

const DOUBLE = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$|^(NaN|-?Infinity)$/i;

function readTime(value: unknown, decoded: Decoded): number {
  if (value !== undefined && value !== null && !isWhole(value))
    decoded.lose("a time is no number of nanoseconds");
  const nanos = readBigint(value);
  return nanos > 0n ? convertToMillis(nanos) : 0;
}

function isWhole(value: unknown): boolean {
  return typeof value === "string"
    ? /^-?\d{1,20}$/.test(value)
    : typeof value === "number" && Number.isFinite(value);
}

function readBigint(value: unknown): bigint {
  if (!isWhole(value)) return 0n;
  return typeof value === "string" ? BigInt(value) : BigInt(Math.trunc(value as number));
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

function readObject(value: unknown, place: string, decoded: Decoded): Loose {
  if (isObject(value)) return nameFields(value);
  if (value !== undefined && value !== null) decoded.lose(`${place}: expected an object`);
  return {};
}

function readObjects(value: unknown, place: string, decoded: Decoded): Loose[] {
  const list = readList(value, place, decoded);
  const objects = list.filter(isObject);
  for (let n = objects.length; n < list.length; n++) decoded.lose(`${place}: expected objects`);
  return objects.map(nameFields);
}

function readList(value: unknown, place: string, decoded: Decoded): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  if (value !== undefined && value !== null) decoded.lose(`${place}: expected a list`);
  return [];
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
