/** One session's part of a share: `hits` of `n`. */
export interface SharePart {
  readonly hits: number;
  readonly n: number;
}

export interface ClusteredShare extends SharePart {
  /** 0 to 1; `null` where there is nothing to divide by. */
  readonly share: number | null;
  /** The 95 % interval; `null` of one session, which says nothing of another. */
  readonly low: number | null;
  readonly high: number | null;
}

/** The 97.5th percentile of the normal distribution. */
export const Z = 1.959964;

/**
 * A share over several sessions, with the interval of the ratio of two sums. Values of one session are no independent cases, so the
 * spread is that of sessions:
 *
 *     10 of 100 and 90 of 100      share 0.5, 0 to 1
 *     50 of 100 and 50 of 100      share 0.5, 0.5 to 0.5
 */
export function shareOfSessions(parts: readonly SharePart[]): ClusteredShare {
  const countedParts = parts.filter(({ n }) => n > 0);
  const [hits, n] = [sumOf(countedParts, "hits"), sumOf(countedParts, "n")];
  if (n === 0) return { hits, n, share: null, low: null, high: null };
  const share = hits / n;
  const sessions = countedParts.length;
  if (sessions < 2) return { hits, n, share, low: null, high: null };
  const squares = countedParts.reduce((sum, part) => sum + (part.hits - share * part.n) ** 2, 0);
  const reach = (Z * Math.sqrt((squares * sessions) / (sessions - 1))) / n;
  return { hits, n, share, low: Math.max(0, share - reach), high: Math.min(1, share + reach) };
}

function sumOf(parts: readonly SharePart[], field: keyof SharePart): number {
  return parts.reduce((sum, part) => sum + part[field], 0);
}
