import { diffArrays } from "diff";

export const ALIGNMENTS = ["turn", "call", "text"] as const;
/** What two sessions are held against each other by: their turns, their tool calls, or the texts in them. */
export type Alignment = (typeof ALIGNMENTS)[number];

/** Something of a session that another session may have too. */
export interface Landmark {
  readonly turn: number;
  /** Equal where two landmarks are the same. */
  readonly key: string;
  readonly label: string;
}

/** A step of both sessions, or of one where the other has none like it. */
export interface AlignedStep {
  readonly a: number | null;
  readonly b: number | null;
  readonly label: string;
}

/** Beyond so many differences the two have nothing in common that would be worth the search. */
const EDITS_MAX = 8_000;

/** Two sessions by the places of their turns. */
export function alignTurns(a: readonly number[], b: readonly number[]): AlignedStep[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => ({
    a: a[i] ?? null,
    b: b[i] ?? null,
    label: "",
  }));
}

/**
 * Two sessions by what both have in the same order. @returns `null` where they differ too much to be aligned
 */
export function alignLandmarks(a: readonly Landmark[], b: readonly Landmark[]): AlignedStep[] | null {
  const parts = diffArrays(
    a.map(({ key }) => key),
    b.map(({ key }) => key),
    { maxEditLength: EDITS_MAX },
  );
  if (parts === undefined) return null;
  let [i, j] = [0, 0];
  return parts.flatMap(({ count, added, removed }) =>
    Array.from({ length: count ?? 0 }, (): AlignedStep => {
      const left = added ? undefined : a[i++];
      const right = removed ? undefined : b[j++];
      return { a: left?.turn ?? null, b: right?.turn ?? null, label: left?.label ?? right?.label ?? "" };
    }),
  );
}
