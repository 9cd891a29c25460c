/** Two changes as one: what the later one says, from the first turn that either is about. */
export function together<T extends { readonly fromTurn: number | null }>(before: T | null, now: T): T {
  const turns = [before?.fromTurn, now.fromTurn].filter((turn) => turn != null);
  return { ...now, fromTurn: turns.length === 0 ? null : Math.min(...turns) };
}

/**
 * A series with the part from a turn on in place of what it had there.
 * @param from the first turn that `part` is about
 */
export function withPart<T extends { readonly turn: number }>(
  series: readonly T[],
  part: readonly T[],
  from: number,
): T[] {
  return [...series.filter(({ turn }) => turn < from), ...part.filter(({ turn }) => turn >= from)];
}
