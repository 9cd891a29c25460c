import type { Landmark } from "./align";

/** Where two runs stop doing the same. A side is `null` when its run ended there. */
export interface Divergence {
  /** How many landmarks both have in the same order from the beginning. */
  readonly same: number;
  readonly a: Landmark | null;
  readonly b: Landmark | null;
}

/** The first landmark at which two runs differ; `null` when they do the same to the end, or do nothing. */
export function findFirstDivergence(a: readonly Landmark[], b: readonly Landmark[]): Divergence | null {
  let same = 0;
  while (same < a.length && same < b.length && a[same]?.key === b[same]?.key) same++;
  if (same === a.length && same === b.length) return null;
  return { same, a: a[same] ?? null, b: b[same] ?? null };
}
