/** The earlier of two turns of which either may be none. */
export function earliest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
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
