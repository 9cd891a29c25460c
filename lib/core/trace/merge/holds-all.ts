const DEPTH_MAX = 100;

/**
 * Whether `value` states all that `otherValue` states, and perhaps more. Of two variants of an event the one that holds all can
 * stand alone.
 *
 *     holdsAll({ a: 1, b: "" }, { a: 1 })     true: it states more
 *     holdsAll({ a: 1 }, { a: 1, b: "" })     true: an empty field states nothing
 *     holdsAll({ a: 1 }, { a: 2 })            false
 *     holdsAll("a longer text", "a longer")   true: the other text was cut
 *     holdsAll('{"a":1,"b":2}', '{"a":1}')    true: JSON in a text is compared like an object
 */
export function holdsAll(value: unknown, otherValue: unknown, depth = 0): boolean {
  if (value === otherValue || isEmpty(otherValue)) return true;
  if (depth > DEPTH_MAX) return false;
  if (typeof otherValue === "string")
    return typeof value === "string" && textHoldsAll(value, otherValue, depth);
  if (typeof value !== "object" || value === null || typeof otherValue !== "object" || otherValue === null)
    return false;
  if (Array.isArray(value) !== Array.isArray(otherValue)) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(otherValue).every(([key, part]) => holdsAll(fields[key], part, depth + 1));
}

function textHoldsAll(text: string, otherText: string, depth: number): boolean {
  if (text.startsWith(otherText)) return true;
  const [value, otherValue] = [parseJson(text), parseJson(otherText)];
  return value !== undefined && otherValue !== undefined && holdsAll(value, otherValue, depth + 1);
}

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
