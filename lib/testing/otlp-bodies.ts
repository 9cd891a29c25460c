/**
 * OTLP export requests for tests: written as JSON, and encoded to protobuf by the field numbers of the specification.
 */

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export interface TestSpan {
  readonly trace?: string;
  readonly id: string;
  readonly parent?: string;
  readonly name: string;
  readonly at: number;
  readonly ms?: number;
  readonly attributes?: Readonly<Record<string, Value>>;
  readonly events?: readonly { name: string; at?: number; attributes: Readonly<Record<string, Value>> }[];
  readonly dropped?: number;
  readonly error?: string;
}

export interface TestLog {
  readonly trace?: string;
  readonly span?: string;
  readonly name?: string;
  readonly at: number;
  readonly body?: Value;
  readonly attributes?: Readonly<Record<string, Value>>;
}

const TRACE = "0af7651916cd43dd8448eb211c80319c";

export function tracesJson(scope: string, spans: readonly TestSpan[]): object {
  return {
    resourceSpans: [
      { resource: { attributes: [] }, scopeSpans: [{ scope: { name: scope }, spans: spans.map(spanJson) }] },
    ],
  };
}

export function logsJson(scope: string, logs: readonly TestLog[]): object {
  return {
    resourceLogs: [
      {
        resource: { attributes: [] },
        scopeLogs: [{ scope: { name: scope }, logRecords: logs.map(logJson) }],
      },
    ],
  };
}

function spanJson({
  trace = TRACE,
  id,
  parent,
  name,
  at,
  ms = 5,
  attributes = {},
  events = [],
  dropped,
  error,
}: TestSpan) {
  return {
    traceId: trace,
    spanId: spanId(id),
    ...(parent !== undefined && { parentSpanId: spanId(parent) }),
    name,
    kind: 3,
    startTimeUnixNano: nanos(at),
    endTimeUnixNano: nanos(at + ms),
    attributes: pairs(attributes),
    events: events.map((event) => ({
      name: event.name,
      timeUnixNano: nanos(event.at ?? at),
      attributes: pairs(event.attributes),
    })),
    ...(dropped !== undefined && { droppedAttributesCount: dropped }),
    status: error === undefined ? {} : { code: 2, message: error },
  };
}

function logJson({ trace = TRACE, span, name, at, body = null, attributes = {} }: TestLog) {
  return {
    timeUnixNano: nanos(at),
    traceId: trace,
    ...(span !== undefined && { spanId: spanId(span) }),
    ...(name !== undefined && { eventName: name }),
    body: anyValue(body),
    attributes: pairs(attributes),
  };
}

/** A span id that begins with a readable word. */
export function spanId(word: string): string {
  return Buffer.from(word.padEnd(8, "_").slice(0, 8)).toString("hex");
}

function nanos(ms: number): string {
  return `${BigInt(ms) * 1_000_000n}`;
}

function pairs(attributes: Readonly<Record<string, Value>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: Value): object {
  if (value === null) return {};
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number")
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: (value as Value[]).map(anyValue) } };
  return { kvlistValue: { values: pairs(value as Record<string, Value>) } };
}

type Json = Readonly<Record<string, unknown>>;
type Writer = (value: unknown) => Buffer;

export function protobufOf(body: object): Buffer {
  const { resourceSpans, resourceLogs } = body as Json;
  return resourceSpans === undefined
    ? list(1, resourceLogs, group(log))
    : list(1, resourceSpans, group(span));
}

const group = (record: Writer): Writer =>
  message([
    ["resource", 1, (value) => list(1, (value as Json).attributes, pair)],
    [
      record === span ? "scopeSpans" : "scopeLogs",
      2,
      null,
      message([
        ["scope", 1, message([["name", 1, text]])],
        [record === span ? "spans" : "logRecords", 2, null, record],
      ]),
    ],
  ]);

const any: Writer = (value) => {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = value as Json;
  if (stringValue !== undefined) return bytes(1, text(stringValue));
  if (boolValue !== undefined) return tagged(2, 0, varint(boolValue === true ? 1n : 0n));
  if (intValue !== undefined) return tagged(3, 0, varint(BigInt.asUintN(64, BigInt(intValue as string))));
  if (doubleValue !== undefined) {
    const buffer = Buffer.alloc(8);
    buffer.writeDoubleLE(Number(doubleValue));
    return tagged(4, 1, buffer);
  }
  if (arrayValue !== undefined) return bytes(5, list(1, (arrayValue as Json).values, any));
  return kvlistValue === undefined ? Buffer.alloc(0) : bytes(6, list(1, (kvlistValue as Json).values, pair));
};
const pair = message([
  ["key", 1, text],
  ["value", 2, any],
]);
const event = message([
  ["timeUnixNano", 1, null, fixed],
  ["name", 2, text],
  ["attributes", 3, null, pair],
]);
const span = message([
  ["traceId", 1, hex],
  ["spanId", 2, hex],
  ["parentSpanId", 4, hex],
  ["name", 5, text],
  ["startTimeUnixNano", 7, null, fixed],
  ["endTimeUnixNano", 8, null, fixed],
  ["attributes", 9, null, pair],
  ["droppedAttributesCount", 10, null, number],
  ["events", 11, null, event],
  [
    "status",
    15,
    message([
      ["message", 2, text],
      ["code", 3, null, number],
    ]),
  ],
]);
const log = message([
  ["timeUnixNano", 1, null, fixed],
  ["body", 5, any],
  ["attributes", 6, null, pair],
  ["traceId", 9, hex],
  ["spanId", 10, hex],
  ["eventName", 12, text],
]);

type FieldRow = readonly [name: string, number: number, single: Writer | null, other?: Writer];

/**
 * Writes a message. The third part of a field writes a length-delimited value; the fourth writes a scalar, or each item
 * of a list.
 */
function message(rows: readonly FieldRow[]): Writer {
  return (value) =>
    Buffer.concat(
      rows.map(([name, fieldNumber, single, other]) => {
        const field = (value as Json)[name];
        if (field === undefined) return Buffer.alloc(0);
        if (single !== null) return bytes(fieldNumber, single(field));
        if (Array.isArray(field)) return list(fieldNumber, field, other ?? any);
        return other === fixed ? tagged(fieldNumber, 1, fixed(field)) : tagged(fieldNumber, 0, number(field));
      }),
    );
}

function list(fieldNumber: number, items: unknown, write: Writer): Buffer {
  return Buffer.concat(((items ?? []) as unknown[]).map((item) => bytes(fieldNumber, write(item))));
}

function text(value: unknown): Buffer {
  return Buffer.from(String(value), "utf8");
}

function hex(value: unknown): Buffer {
  return Buffer.from(String(value), "hex");
}

function fixed(value: unknown): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(String(value)));
  return buffer;
}

function number(value: unknown): Buffer {
  return varint(BigInt(Number(value)));
}

function bytes(fieldNumber: number, content: Buffer): Buffer {
  return Buffer.concat([varint(BigInt((fieldNumber << 3) | 2)), varint(BigInt(content.length)), content]);
}

function tagged(fieldNumber: number, type: number, content: Buffer): Buffer {
  return Buffer.concat([varint(BigInt((fieldNumber << 3) | type)), content]);
}

function varint(value: bigint): Buffer {
  const out: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) out.push(Number(rest & 127n) | 128);
  return Buffer.from([...out, Number(rest)]);
}
