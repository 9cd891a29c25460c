/** Merges two changes: the state of the later one, from the first changed turn of both. */
export function mergeChanges<T extends { readonly fromTurn: number | null }>(before: T | null, now: T): T {
  const turns = [before?.fromTurn, now.fromTurn].filter((turn) => turn != null);
  return { ...now, fromTurn: turns.length === 0 ? null : Math.min(...turns) };
}

/**
 * Replaces the part of a series from a turn on.
 * @param from the first turn of `part`
 */
export function replacePart<T extends { readonly turn: number }>(
  series: readonly T[],
  part: readonly T[],
  from: number,
): T[] {
  return [...series.filter(({ turn }) => turn < from), ...part.filter(({ turn }) => turn >= from)];
}
