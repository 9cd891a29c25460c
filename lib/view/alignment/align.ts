import { diffArrays } from "diff";

export interface Landmark {
  readonly turn: number;
  readonly key: string;
  readonly label: string;
}

/** A step of both sessions; `a` or `b` is `null` where one session has no such step. */
export interface AlignedStep {
  readonly a: number | null;
  readonly b: number | null;
  readonly label: string;
}

/** With more differences than this, the two sessions have too little in common for the search. */
const EDITS_MAX = 3_000;

export function alignTurns(a: readonly number[], b: readonly number[]): AlignedStep[] {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, i) => ({
    a: a[i] ?? null,
    b: b[i] ?? null,
    label: "",
  }));
}

/** Aligns two sessions by their longest common sequence. @returns `null` when they differ too much */
export function alignByLandmarks(a: readonly Landmark[], b: readonly Landmark[]): AlignedStep[] | null {
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
