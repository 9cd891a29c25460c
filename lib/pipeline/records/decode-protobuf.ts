import { ATTRIBUTE_CHARS_MAX, ATTRIBUTES_MAX, VALUE_DEPTH_MAX } from "@/lib/importers/otel/spans/limits";
import type { Attributes, OtelRecord, SpanEvent } from "@/lib/importers/otel/spans/record";
import { AttributeSet, NO_ATTRIBUTES } from "@/lib/importers/otel/spans/record";
import type { OtelSignal } from "@/lib/importers/otel/decoded";
import { Decoded, DecodeError, convertInteger, convertToMillis } from "@/lib/importers/otel/decoded";
import type { WireField } from "./wire-reader";
import { getBytes, readWireFields, getNumber } from "./wire-reader";

const STATUS_ERROR = 2n;
const doubles = Buffer.alloc(8);

/**
 * Decodes a body by the field numbers of the specification; unknown fields are skipped.
 * @throws DecodeError for any other bytes
 */
export function decodeProtobuf(bytes: Buffer, signal: OtelSignal): Decoded {
  const decoded = new Decoded();
  for (const field of readWireFields(bytes))
    if (field.number === 1) readResource(getBytes(field), signal, decoded);
  return decoded;
}

function readResource(bytes: Buffer, signal: OtelSignal, decoded: Decoded): void {
  const scopes: Buffer[] = [];
  let resource: Attributes = NO_ATTRIBUTES;
  for (const field of readWireFields(bytes)) {
    if (field.number === 1) resource = decodeAttributes(getBytes(field), 1, decoded);
    if (field.number === 2) scopes.push(getBytes(field));
  }
  for (const scopeBytes of scopes) {
    const records: Buffer[] = [];
    let scope = "";
    for (const field of readWireFields(scopeBytes)) {
      if (field.number === 1) scope = decodeText(getBytes(field), 1);
      if (field.number === 2) records.push(getBytes(field));
    }
    const decodeRecord = signal === "traces" ? decodeSpan : logOf;
    for (const record of records) decoded.add(decodeRecord(record, { scope, resource }, decoded));
  }
}

type Envelope = Pick<OtelRecord, "scope" | "resource">;

function decodeSpan(bytes: Buffer, envelope: Envelope, decoded: Decoded): OtelRecord {
  const span = { ...createBlank("span"), ...envelope };
  const attributes = new AttributeSet();
  const events: SpanEvent[] = [];
  for (const field of readWireFields(bytes)) {
    if (field.number === 1 && field.type === 1)
      throw new DecodeError("the body holds log records, not spans; send it to /v1/logs");
    if (field.number === 1) span.traceId = getBytes(field).toString("hex");
    if (field.number === 2) span.spanId = getBytes(field).toString("hex");
    if (field.number === 4) span.parentSpanId = getBytes(field).toString("hex");
    if (field.number === 5) span.name = getBytes(field).toString("utf8");
    if (field.number === 7) span.start = convertToMillis(getNumber(field));
    if (field.number === 8) span.end = convertToMillis(getNumber(field));
    if (field.number === 9) addPair(attributes, getBytes(field), decoded);
    if (field.number === 10 || field.number === 12) span.dropped += Number(getNumber(field));
    if (field.number === 11) events.push(decodeEvent(getBytes(field), decoded));
    if (field.number === 15) span.error = decodeError(getBytes(field));
  }
  return { ...span, attributes: attributes.values, events };
}

function decodeEvent(bytes: Buffer, decoded: Decoded): SpanEvent {
  const attributes = new AttributeSet();
  let [name, at] = ["", 0];
  for (const field of readWireFields(bytes)) {
    if (field.number === 1) at = convertToMillis(getNumber(field));
    if (field.number === 2) name = getBytes(field).toString("utf8");
    if (field.number === 3) addPair(attributes, getBytes(field), decoded);
  }
  return { name, at, attributes: attributes.values };
}

function decodeError(bytes: Buffer): string | null {
  let [message, code] = ["", 0n];
  for (const field of readWireFields(bytes)) {
    if (field.number === 2) message = getBytes(field).toString("utf8");
    if (field.number === 3) code = getNumber(field);
  }
  return code === STATUS_ERROR ? message || "error" : null;
}

function logOf(bytes: Buffer, envelope: Envelope, decoded: Decoded): OtelRecord {
  const log = { ...createBlank("log"), ...envelope };
  const attributes = new AttributeSet();
  let observed = 0;
  for (const field of readWireFields(bytes)) {
    if (field.number === 1 && field.type === 2)
      throw new DecodeError("the body holds spans, not log records; send it to /v1/traces");
    if (field.number === 1) log.start = convertToMillis(getNumber(field));
    if (field.number === 11) observed = convertToMillis(getNumber(field));
    if (field.number === 5) log.body = decodeValue(getBytes(field), 0, decoded);
    if (field.number === 6) addPair(attributes, getBytes(field), decoded);
    if (field.number === 7) log.dropped += Number(getNumber(field));
    if (field.number === 9) log.traceId = getBytes(field).toString("hex");
    if (field.number === 10) log.spanId = getBytes(field).toString("hex");
    if (field.number === 12) log.name = getBytes(field).toString("utf8");
  }
  const at = log.start || observed;
  return { ...log, start: at, end: at, attributes: attributes.values };
}

function createBlank(signal: OtelRecord["signal"]) {
  return {
    signal,
    traceId: "",
    spanId: "",
    parentSpanId: "",
    name: "",
    start: 0,
    end: 0,
    body: null as unknown,
    events: [] as SpanEvent[],
    dropped: 0,
    error: null as string | null,
  };
}

function decodeAttributes(bytes: Buffer, number: number, decoded: Decoded): Attributes {
  const attributes = new AttributeSet();
  for (const field of readWireFields(bytes))
    if (field.number === number) addPair(attributes, getBytes(field), decoded);
  return attributes.values;
}

function addPair(attributes: AttributeSet, bytes: Buffer, decoded: Decoded, depth = 0): void {
  if (attributes.size >= ATTRIBUTES_MAX) {
    decoded.cut++;
    return;
  }
  let key = "";
  let value: unknown = null;
  for (const field of readWireFields(bytes)) {
    if (field.number === 1) key = getBytes(field).toString("utf8");
    if (field.number === 2) value = decodeValue(getBytes(field), depth, decoded);
  }
  attributes.set(key, value);
}

function decodeValue(bytes: Buffer, depth: number, decoded: Decoded): unknown {
  if (depth > VALUE_DEPTH_MAX) {
    decoded.cut++;
    return null;
  }
  let value: unknown = null;
  for (const field of readWireFields(bytes)) value = decodeOneOf(field, depth, decoded);
  return value;
}

function decodeOneOf(field: WireField, depth: number, decoded: Decoded): unknown {
  switch (field.number) {
    case 1:
      return boundText(getBytes(field), decoded);
    case 2:
      return getNumber(field) !== 0n;
    case 3:
      return convertInteger(BigInt.asIntN(64, getNumber(field)));
    case 4:
      doubles.writeBigUInt64LE(getNumber(field));
      return doubles.readDoubleLE();
    case 5:
      return [...readWireFields(getBytes(field))]
        .filter((item) => item.number === 1)
        .map((item) => decodeValue(getBytes(item), depth + 1, decoded));
    case 6: {
      const pairs = new AttributeSet();
      for (const pair of readWireFields(getBytes(field)))
        if (pair.number === 1) addPair(pairs, getBytes(pair), decoded, depth + 1);
      return pairs.values;
    }
    case 7:
      return getBytes(field).toString("base64");
    default:
      return null;
  }
}

function boundText(bytes: Buffer, decoded: Decoded): string {
  const text = bytes.toString("utf8");
  if (text.length <= ATTRIBUTE_CHARS_MAX) return text;
  decoded.cut++;
  return text.slice(0, ATTRIBUTE_CHARS_MAX);
}

function decodeText(bytes: Buffer, number: number): string {
  for (const field of readWireFields(bytes))
    if (field.number === number) return getBytes(field).toString("utf8");
  return "";
}
