/** The visible symbol that replaces a NUL, which PostgreSQL text cannot hold. */
const NUL_SYMBOL = "\u2400";
const NUL = /\u0000/g;

/** Deeper nesting is refused before anything walks the value. */
export const JSON_DEPTH_MAX = 64;

/**
 * Makes every string in a JSON value storable: NUL becomes U+2400, a lone surrogate becomes U+FFFD. If nothing had to
 * change, the same value is returned.
 * @returns the value and how many strings were changed
 */
export function makeWellFormed<T>(value: T): { value: T; replaced: number } {
  let replaced = 0;
  return { value: walk(value) as T, replaced };

  function walk(node: unknown): unknown {
    if (typeof node === "string") return mendText(node);
    if (node === null || typeof node !== "object") return node;
    const before = replaced;
    if (Array.isArray(node)) {
      const items = node.map(walk);
      return replaced === before ? node : items;
    }
    const fields: [string, unknown][] = [];
    for (const key in node) fields.push([mendText(key), walk((node as Record<string, unknown>)[key])]);
    return replaced === before ? node : Object.fromEntries(fields);
  }

  function mendText(string: string): string {
    if (!isBroken(string)) return string;
    replaced++;
    return string.toWellFormed().replace(NUL, NUL_SYMBOL);
  }
}

/** Fields of one event over all levels. The largest real events have about ten thousand. */
export const JSON_FIELDS_MAX = 200_000;

/** The result of one walk over a JSON value: it is refused, or its strings must be repaired, or it is sound. */
export type JsonShape = "too_deep" | "too_many_fields" | "broken_text" | "sound";

/** Checks a JSON value in one walk against {@link JSON_DEPTH_MAX} and {@link JSON_FIELDS_MAX}. */
export function shapeOf(value: unknown): JsonShape {
  const walk = { fields: 0, broken: false };
  return (isNested(value) ? findTrouble(value, 1, walk) : null) ?? (walk.broken ? "broken_text" : "sound");
}

function findTrouble(
  node: object,
  depth: number,
  walk: { fields: number; broken: boolean },
): JsonShape | null {
  if (depth > JSON_DEPTH_MAX) return "too_deep";
  const isList = Array.isArray(node);
  for (const key in node) {
    if (++walk.fields > JSON_FIELDS_MAX) return "too_many_fields";
    const value = (node as Record<string, unknown>)[key];
    if ((!isList && isBroken(key)) || (typeof value === "string" && isBroken(value))) walk.broken = true;
    const trouble = isNested(value) ? findTrouble(value, depth + 1, walk) : null;
    if (trouble !== null) return trouble;
  }
  return null;
}

function isBroken(text: string): boolean {
  return !text.isWellFormed() || text.includes("\u0000");
}

/** Whether a JSON value nests deeper than `max`. It does not recurse, so deep values cannot overflow the stack. */
export function deeperThan(value: unknown, max: number): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= max) return true;
    const next: object[] = [];
    for (const node of level)
      for (const key in node) pushNested(next, (node as Record<string, unknown>)[key]);
    level = next;
  }
  return false;
}

function isNested(value: unknown): value is object {
  return value !== null && typeof value === "object";
}

function pushNested(list: object[], value: unknown): void {
  if (isNested(value)) list.push(value);
}
