/**
 * The kinds of values that are counted of a window that is cut down. Each kind is told by its form alone, so that others can
 * count the same: `docs/compactions.md` states the forms, `scan-forms` finds them.
 */
export const SURVIVAL_KINDS = [
  "path",
  "command",
  "identifier",
  "address",
  "number",
  "error",
  "message",
  "step",
  "constraint",
] as const;
export type SurvivalKind = (typeof SURVIVAL_KINDS)[number];

/**
 * Where a value stands after a cut: the first of these that holds. `unreadable` means that nobody can look it up, because the
 * summary is encrypted, empty or not recorded; it is not lost.
 */
export const FATES = ["inSummary", "kept", "attached", "inNamedFile", "unreadable", "lost"] as const;
export type Fate = (typeof FATES)[number];

/** Distinct values of one kind; the fates add up to `before`. */
export interface Survival extends Readonly<Record<Fate, number>> {
  readonly before: number;
}

export type SurvivalByKind = Readonly<Record<SurvivalKind, Survival>>;

/** The share of values that still stand, or can be read where a name points, from 0 to 1; `null` where nothing can be known. */
export function computeSurvivingShare(survival: Survival): number | null {
  const readable = survival.before - survival.unreadable;
  return readable === 0 ? null : (readable - survival.lost) / readable;
}
