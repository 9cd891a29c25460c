/**
 * A harness may state every window whole, and then each window repeats the previous one. The log stores such a window
 * as a difference from its last whole window: how many entries to keep at the start and at the end, and the entries
 * between them. The log is read in the order in which it was written, so a reader remembers only one window.
 */

interface Delta {
  readonly keep: number;
  readonly tail: number;
  readonly middle: readonly unknown[];
}

/**
 * A body with its whole window, if it has one, written as a difference from `before`. `before` is `null` if there is no
 * earlier window.
 */
export function makeDeltaWindow(
  body: Record<string, unknown>,
  before: readonly unknown[] | null,
): Record<string, unknown> {
  const entries = getWholeWindow(body);
  if (entries === null || before === null) return body;
  const isSame = (a: unknown, b: unknown) =>
    a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
  const shorter = Math.min(entries.length, before.length);
  let keep = 0;
  while (keep < shorter && isSame(entries[keep], before[keep])) keep++;
  let tail = 0;
  while (
    tail < shorter - keep &&
    isSame(entries[entries.length - 1 - tail], before[before.length - 1 - tail])
  )
    tail++;
  const delta: Delta = { keep, tail, middle: entries.slice(keep, entries.length - tail) };
  return { ...body, window: { delta } };
}

/** The opposite of writing a delta. @throws if the window before is missing, which means that the log is damaged */
export function restoreDeltaWindow(
  body: Record<string, unknown>,
  before: readonly unknown[] | null,
): Record<string, unknown> {
  const delta = (body.window as { delta?: Delta } | undefined)?.delta;
  if (delta === undefined) return body;
  if (before === null) throw new Error("a window in the log is written against one that is missing");
  const { keep, tail, middle } = delta;
  const entries = [...before.slice(0, keep), ...middle, ...before.slice(before.length - tail)];
  return { ...body, window: { entries } };
}

export function getWholeWindow(body: Record<string, unknown>): readonly unknown[] | null {
  const entries = (body.window as { entries?: unknown } | undefined)?.entries;
  return Array.isArray(entries) ? entries : null;
}

/** How many entries the stored form of a window holds, which is what it takes to read. */
export function countStatedEntries(stored: Record<string, unknown>): number {
  const { delta, entries } = (stored.window ?? {}) as { delta?: Delta; entries?: unknown };
  if (delta !== undefined) return delta.middle.length;
  return Array.isArray(entries) ? entries.length : 0;
}
