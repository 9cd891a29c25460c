import type { BySource, Turn } from "../trace/session";
import type { Tokens } from "../units";

/** What is known of one turn's window: what the provider counted, and what is listed. */
export interface CountedWindow {
  readonly known: boolean;
  /** What the provider counted; null where it did not. */
  readonly measured: Tokens | null;
  /** The change since the turn before, where both were measured with one tokenizer; else null. */
  readonly change: Tokens | null;
  readonly bySource: BySource;
  readonly residual: Tokens | null;
  /** How many blocks left or were shortened. */
  readonly gone: number;
}

/** Providers drop earlier reasoning, which no block may show: in recorded sessions at most a fifteenth of a window. */
const FALL_MIN = 0.1;
/** How far the estimates of a window may be above what was measured. */
const EXCESS_MIN = 0.2;

/**
 * Whether what is listed in a window cannot all have been sent: the provider counted less than at the turn before
 * although nothing left (`fell`), or less than what is listed comes to (`exceeds`).
 */
export function findContradiction(window: CountedWindow): "fell" | "exceeds" | null {
  const { known, measured, change, bySource, residual, gone } = window;
  if (!known || measured === null) return null;
  const fall = -(change ?? 0) - (bySource.thinking ?? 0);
  if (gone === 0 && fall > (measured - (change ?? 0)) * FALL_MIN) return "fell";
  return -(residual ?? 0) > measured * EXCESS_MIN ? "exceeds" : null;
}

/** {@link findContradiction} of a turn as it is stored. */
export function findContradictionOfTurn({
  window,
  delta,
}: Pick<Turn, "window" | "delta">): "fell" | "exceeds" | null {
  const { known, tokens, bySource, residual, left, changed } = window;
  return findContradiction({
    known,
    measured: tokens.provenance === "measured" ? tokens.value : null,
    change: delta.provenance === "measured" && !delta.modelChanged ? delta.value : null,
    bySource,
    residual,
    gone: left + changed,
  });
}
