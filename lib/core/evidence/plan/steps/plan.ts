import type { Mode } from "../../../vocabulary";
import type { TurnIndex } from "../../../units";

export type StepStatus = "pending" | "started" | "completed" | "failed" | "skipped";

/** A status that a step took on, and the turn from which it holds. */
export interface StatusChange {
  readonly turn: TurnIndex;
  readonly status: StepStatus;
  readonly note: string | null;
}

/** Turns in which a step was at work, the first and the last; `to` is `null` where it was never concluded. */
export interface StepRun {
  readonly from: TurnIndex;
  readonly to: TurnIndex | null;
}

/** A check of what a step needs, made by the harness before the step ran. */
export interface StepValidation {
  readonly turn: TurnIndex;
  readonly present: readonly string[];
  readonly missing: readonly string[];
  readonly action: "proceed" | "refetch" | "replan" | "abort";
}

export interface PlanStep {
  readonly id: string;
  /** The step in its newest words. */
  readonly text: string;
  /** Ids of blocks, calls or other steps that the step was declared to need, in any statement of the plan. */
  readonly needs: readonly string[];
  /** The turn at which the plan first said so, for each of `needs`. */
  readonly neededSince: Readonly<Record<string, TurnIndex>>;
  readonly changes: readonly StatusChange[];
  /** When it was at work, oldest first. Empty while it has not run, also where it was begun after the last call. */
  readonly runs: readonly StepRun[];
  readonly validations: readonly StepValidation[];
  /** Ids of blocks that the step produced. */
  readonly outputs: readonly string[];
  readonly addedTurn: TurnIndex;
  /** The revision that left the step out; `null` while the plan has it. */
  readonly removedTurn: TurnIndex | null;
  /** The turn in which the step was begun, or else concluded; `null` while it has been neither. */
  readonly executedTurn: TurnIndex | null;
  /**
   * Index into `Session.blocks` of the call that the start was inferred from, since it does what the step says; `null`
   * where the start was told, or there was none.
   */
  readonly startedBy: number | null;
  /** The turn in which it was last concluded. */
  readonly concludedTurn: TurnIndex | null;
}

/** One statement of a plan: its declaration or a revision. */
export interface PlanRevision {
  readonly turn: TurnIndex;
  /** Index into `Session.blocks` of the text that states it; `null` where no block does. */
  readonly block: number | null;
  readonly reason: string | null;
  readonly steps: number;
  readonly added: number;
  readonly removed: number;
}

/** A run of turns in which the newest statement of a plan stood in the window in one mode; `null` where it did not. */
export interface PlanPresence {
  readonly from: TurnIndex;
  /** The last turn of the run. */
  readonly to: TurnIndex;
  readonly mode: Mode | null;
  readonly block: number;
}

export interface Plan {
  readonly id: string;
  readonly title: string | null;
  /** `declared` where the harness says so in events, else the reader that found it in blocks. */
  readonly source: string;
  readonly revisions: readonly PlanRevision[];
  readonly steps: readonly PlanStep[];
  /** Empty where no block states the plan. */
  readonly presence: readonly PlanPresence[];
}

/** Whether a step is still to be done once a turn is over, and is not taken out of the plan by then. */
export function isOpenAt(step: PlanStep, turn: TurnIndex): boolean {
  const status = statusAt(step, turn);
  return (status === "pending" || status === "started") && (step.removedTurn ?? Infinity) > turn;
}

/** A step's status once a turn is over; `null` before the plan had the step. */
export function statusAt(step: PlanStep, turn: TurnIndex): StepStatus | null {
  if (turn < step.addedTurn) return null;
  return step.changes.findLast((change) => change.turn <= turn)?.status ?? "pending";
}
