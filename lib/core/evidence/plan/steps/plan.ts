import type { Mode } from "../../../vocabulary";
import type { TurnIndex } from "../../../units";

export const STEP_STATUSES = ["pending", "started", "completed", "failed", "skipped"] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export interface StatusChange {
  readonly turn: TurnIndex;
  readonly status: StepStatus;
  readonly note: string | null;
}

export interface StepRun {
  readonly from: TurnIndex;
  readonly to: TurnIndex | null;
}

export interface StepValidation {
  readonly turn: TurnIndex;
  readonly present: readonly string[];
  readonly missing: readonly string[];
  readonly action: "proceed" | "refetch" | "replan" | "abort";
}

export interface PlanStep {
  readonly id: string;
  /** The newest wording. */
  readonly text: string;
  /** Oldest first, each with the turn that gave it. */
  readonly wordings: readonly { readonly turn: TurnIndex; readonly text: string }[];
  /** Ids of blocks, calls or other steps, from any statement of the plan. */
  readonly needs: readonly string[];
  /** The turn in which the plan first declared each of `needs`. */
  readonly neededSince: Readonly<Record<string, TurnIndex>>;
  readonly changes: readonly StatusChange[];
  /** Whether a statement of the plan says how far the step is, as a box or a status does. */
  readonly statesStatus: boolean;
  /** Oldest first. Empty while the step has not run, also if it began after the last call. */
  readonly runs: readonly StepRun[];
  readonly validations: readonly StepValidation[];
  readonly outputs: readonly string[];
  readonly addedTurn: TurnIndex;
  /** The turn of the revision that left the step out; `null` while the plan has it. */
  readonly removedTurn: TurnIndex | null;
  /** The turn of its start, else of its conclusion; `null` for neither. */
  readonly executedTurn: TurnIndex | null;
  /**
   * Index into `Session.blocks` of the call that does what the step says, from which its start was inferred;
   * else `null`.
   */
  readonly startedBy: number | null;
  readonly concludedTurn: TurnIndex | null;
}

export interface PlanRevision {
  readonly turn: TurnIndex;
  /** Index into `Session.blocks` of the text; `null` where no block states the plan. */
  readonly block: number | null;
  readonly reason: string | null;
  readonly steps: number;
  readonly added: number;
  readonly removed: number;
}

/**
 * The newest statement of a plan stood in the window in one mode during these turns. `null` means that it did
 * not stand there.
 */
export interface PlanPresence {
  readonly from: TurnIndex;
  readonly to: TurnIndex;
  readonly mode: Mode | null;
  readonly block: number;
}

/** A reference to a plan does not show its steps. */
export function isShown({ mode }: Pick<PlanPresence, "mode">): boolean {
  return mode !== null && mode !== "reference";
}

export interface Plan {
  readonly id: string;
  readonly title: string | null;
  /** `declared` for events, else the reader that found the plan in blocks. */
  readonly source: string;
  readonly revisions: readonly PlanRevision[];
  readonly steps: readonly PlanStep[];
  /** Empty where no block states the plan. */
  readonly presence: readonly PlanPresence[];
}

/** Once the turn is over. */
export function isStatedAt(
  { addedTurn, removedTurn }: Pick<PlanStep, "addedTurn" | "removedTurn">,
  turn: TurnIndex,
): boolean {
  return addedTurn <= turn && (removedTurn ?? Infinity) > turn;
}

type DatedStep = Pick<PlanStep, "addedTurn" | "removedTurn" | "changes">;

export function isOpenAt(step: DatedStep, turn: TurnIndex): boolean {
  const status = getStatusAt(step, turn);
  return (status === "pending" || status === "started") && isStatedAt(step, turn);
}

/** The words of the step once the turn is over. */
export function getStepText({ wordings, text }: PlanStep, turn: TurnIndex): string {
  return wordings.findLast((wording) => wording.turn <= turn)?.text ?? text;
}

/** Once the turn is over; `null` before the plan had the step. */
export function getStatusAt(
  step: Pick<PlanStep, "addedTurn" | "changes">,
  turn: TurnIndex,
): StepStatus | null {
  if (turn < step.addedTurn) return null;
  return step.changes.findLast((change) => change.turn <= turn)?.status ?? "pending";
}
