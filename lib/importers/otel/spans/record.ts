import { deeperThan, JSON_DEPTH_MAX } from "@/lib/core/trace/well-formed";

/** Attribute values as they come: text, number, boolean, null, lists and objects of these. Bytes are base64 text. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Something that happened within a span. */
export interface SpanEvent {
  readonly name: string;
  /** Milliseconds since 1970, with fractions; 0 when unknown. */
  readonly at: number;
  readonly attributes: Attributes;
}

/**
 * One record of telemetry, whatever encoding it came in: a span, a log record, or a raw model call (whose request and
 * response are its body). Times are milliseconds since 1970 with fractions, 0 where unknown; ids are lower-case
 * hexadecimal, empty where there is none.
 */
export interface OtelRecord {
  readonly signal: "span" | "log" | "call";
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  /** A span's name, or the name of the event that a log record reports. */
  readonly name: string;
  readonly scope: string;
  readonly start: number;
  readonly end: number;
  readonly resource: Attributes;
  readonly attributes: Attributes;
  readonly body: unknown;
  readonly events: readonly SpanEvent[];
  /** Attributes and events that the client left out because of its own limits. */
  readonly dropped: number;
  /** What went wrong in the span, as its status says. */
  readonly error: string | null;
}

/** Keys that mean something to JavaScript itself and nothing to telemetry. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** A set of attributes to fill; keys that could reach an object's own machinery are passed over. */
export class AttributeSet {
  readonly values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  size = 0;

  set(key: string, value: unknown): void {
    if (UNSAFE_KEYS.has(key)) return;
    if (!(key in this.values)) this.size++;
    this.values[key] = value;
  }
}

export const NO_ATTRIBUTES: Attributes = new AttributeSet().values;

/** A field of a span as text; `undefined` when it is absent or empty. */
export function textAt(attributes: Attributes, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = attributes[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** A field as a whole number from 0 on; clients also write numbers as text. */
export function countAt(attributes: Attributes, ...keys: string[]): number | undefined {
  for (const key of keys) {
    const value = attributes[key];
    const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  }
  return undefined;
}

/** A structured field: a value as it is, or what its JSON text says; `undefined` when it is neither. */
export function valueAt(attributes: Attributes, ...keys: string[]): unknown {
  for (const key of keys) {
    const value = attributes[key];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string") return value;
    const parsed = jsonIn(value);
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}

/** What JSON text says, or `undefined` when it is not a list or object, or is nested beyond belief. */
export function jsonIn(text: string): unknown {
  const first = text.trimStart()[0];
  if (first !== "{" && first !== "[") return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return deeperThan(value, JSON_DEPTH_MAX) ? undefined : value;
  } catch {
    return undefined;
  }
}
