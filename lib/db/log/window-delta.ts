/**
 * A harness may state every window whole, and then each repeats the one before. In the log such a window is written as
 * what differs from the last whole window that the log holds: how many entries to keep from its start and from its end,
 * and what stands between. Reading goes through the log in the order it was written, so one window is all there is to
 * remember.
 */

interface Delta {
  readonly keep: number;
  readonly tail: number;
  readonly middle: readonly unknown[];
}

/** A body whose whole window, if it has one, is written against `before`; `before` is null when there is none to write against. */
export function deltaWindow(
  body: Record<string, unknown>,
  before: readonly unknown[] | null,
): Record<string, unknown> {
  const entries = wholeWindow(body);
  if (entries === null || before === null) return body;
  const same = (a: unknown, b: unknown) =>
    a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
  const shorter = Math.min(entries.length, before.length);
  let keep = 0;
  while (keep < shorter && same(entries[keep], before[keep])) keep++;
  let tail = 0;
  while (tail < shorter - keep && same(entries[entries.length - 1 - tail], before[before.length - 1 - tail]))
    tail++;
  const delta: Delta = { keep, tail, middle: entries.slice(keep, entries.length - tail) };
  return { ...body, window: { delta } };
}

/** The body with its window whole again. */
export function undeltaWindow(
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

/** The entries of a window that is stated whole, or `null`. */
export function wholeWindow(body: Record<string, unknown>): readonly unknown[] | null {
  const entries = (body.window as { entries?: unknown } | undefined)?.entries;
  return Array.isArray(entries) ? entries : null;
}
