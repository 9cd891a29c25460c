import { parseJsonText } from "../../shared/values";

/** Text, number, boolean, null, lists and objects of these. Bytes are base64 text. */
export type Attributes = Readonly<Record<string, unknown>>;

export interface SpanEvent {
  readonly name: string;
  /** Milliseconds since 1970, with fractions; 0 when unknown. */
  readonly at: number;
  readonly attributes: Attributes;
}

/**
 * A span, a log record, or a raw model call (its body is the request and response), in any encoding. Times
 * are milliseconds since 1970 with fractions, 0 where unknown. Ids are lower-case hexadecimal, empty where
 * there is none.
 */
export interface OtelRecord {
  readonly signal: "span" | "log" | "call";
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly scope: string;
  readonly start: number;
  readonly end: number;
  readonly resource: Attributes;
  readonly attributes: Attributes;
  readonly body: unknown;
  readonly events: readonly SpanEvent[];
  readonly dropped: number;
  readonly error: string | null;
}

const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/** Skips keys that could reach an object's prototype. */
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

/** The text of the first of these attributes; `undefined` where all are absent or empty. */
export function readTextAt(attributes: Attributes, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const value = attributes[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** The name of an event, which older SDKs put among the attributes of a log record. */
export function readEventNameOf({
  signal,
  name,
  attributes,
}: Pick<OtelRecord, "signal" | "name" | "attributes">): string {
  return signal !== "log" || name !== "" ? name : (readTextAt(attributes, "event.name") ?? "");
}

/** A whole number from 0 on. Clients also write numbers as text. */
export function countAt(attributes: Attributes, ...keys: string[]): number | undefined {
  for (const key of keys) {
    const value = attributes[key];
    const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  }
  return undefined;
}

/** A value, or the value of its JSON text; `undefined` for neither. */
export function readValueAt(attributes: Attributes, ...keys: string[]): unknown {
  for (const key of keys) {
    const value = attributes[key];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string") return value;
    const parsed = parseJsonText(value);
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}
