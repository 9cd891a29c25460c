/** What stands in for a NUL, which a text database cannot hold: the visible symbol for it. */
const NUL_SYMBOL = "\u2400";
const NUL = /\u0000/g;

/** Nesting beyond this is refused before anything walks the value. */
export const JSON_DEPTH_MAX = 64;

/**
 * Makes every string in a JSON value storable: NUL becomes U+2400, a lone surrogate U+FFFD. The value itself comes back
 * when nothing had to change.
 * @returns the value and how many strings were changed
 */
export function wellFormed<T>(value: T): { value: T; replaced: number } {
  let replaced = 0;
  return { value: walk(value) as T, replaced };

  function walk(node: unknown): unknown {
    if (typeof node === "string") return text(node);
    if (node === null || typeof node !== "object") return node;
    if (Array.isArray(node)) {
      const items = node.map(walk);
      return items.some((item, i) => item !== node[i]) ? items : node;
    }
    let changed = false;
    const entries = Object.entries(node).map(([key, item]): [string, unknown] => {
      const [newKey, newItem] = [text(key), walk(item)];
      changed ||= newKey !== key || newItem !== item;
      return [newKey, newItem];
    });
    return changed ? Object.fromEntries(entries) : node;
  }

  function text(string: string): string {
    if (string.isWellFormed() && !string.includes("\u0000")) return string;
    replaced++;
    return string.toWellFormed().replace(NUL, NUL_SYMBOL);
  }
}

/** Whether a JSON value nests deeper than `max`. Does not recurse, so no depth can hurt it. */
export function deeperThan(value: unknown, max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= max; depth++) {
    level = level.flatMap((node) => (node !== null && typeof node === "object" ? Object.values(node) : []));
    if (level.length === 0) return false;
  }
  return true;
}
