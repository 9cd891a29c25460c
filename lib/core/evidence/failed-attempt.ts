import type { TurnIndex } from "../units";

/** A call that failed, and the turn whose model made it. Blocks are indexes into `Session.blocks`. */
export interface FailedAttempt {
  readonly call: number;
  readonly result: number;
  readonly turn: TurnIndex;
  /** Equal for calls with the same arguments, and for the same command whatever is said of it. */
  readonly key: string;
  /** Equal for calls of one tool; of a shell, for calls of one program that do the same. */
  readonly kind: string;
  /** How many calls of its kind had worked before it. */
  readonly worked: number;
  /** Equal for calls of one tool; of a shell, for calls of one program, whatever they do. */
  readonly program: string;
  /** How many calls of its program had worked before it. */
  readonly programWorked: number;
  /** How many calls with its key had worked before it. */
  readonly sameWorked: number;
  /** Equal for calls that are after the same in one form (see `nameAim`). */
  readonly aim: string;
  /** How many calls with its aim had worked before it. */
  readonly aimWorked: number;
  /** What it runs, or the thing that it changes (see `nameRun`); `null` for a look-up. */
  readonly run: string | null;
  /** How many calls for the same had worked before it. */
  readonly runWorked: number;
  /** Of an answer that says nearly the same as an earlier one: that result, and how many of its lines stand here. */
  readonly like: { readonly result: number; readonly lines: number } | null;
  /** How many calls that change something had worked before it, where it is a run whose end depends on them; else 0. */
  readonly changes: number;
  /** What it asked for and is not there; `null` for another error. */
  readonly missing: string | null;
}
