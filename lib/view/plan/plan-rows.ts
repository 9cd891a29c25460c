import type { PlanFact, StepFact } from "../answers";
import { isShown } from "@/lib/core/evidence/plan/steps/plan";
import type { Mode } from "@/lib/core/vocabulary";
import { plural } from "../format/format";
import { makeStepKey } from "./graph-nodes";
import { pickStatusLook } from "./states";
import { NAME_CHARS, shortenStart } from "./words";

export interface PlanRow {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly steps: readonly StepRow[];
  /** The place among the steps of the one in question; 0 where none is. */
  readonly begin: number;
  readonly moreSteps: number;
  /** One sentence about when the plan itself stood in the window; `null` when no block states the plan. */
  readonly presence: string | null;
  readonly runs: readonly { readonly from: number; readonly to: number; readonly mode: Mode | null }[];
  /** Whether the plan stood there at the cursor; `null` without a cursor, or when unknown. */
  readonly standsNow: boolean | null;
}

export interface StepRow {
  readonly key: string;
  readonly id: string;
  /** The turn in which it ran; if it did not run, the turn in which it joined the plan. */
  readonly turn: number;
  readonly name: string;
  readonly text: string;
  readonly glyph: string;
  readonly status: string;
  readonly when: string;
  readonly faded: boolean;
  readonly warning: string | null;
}

const TEXT_CHARS = 240;

/** Statuses are those at the cursor, or at the end without one. */
export function planRows(
  plans: readonly PlanFact[],
  cursor: number | null,
  askedStep: string | null = null,
): PlanRow[] {
  return plans.map((plan) => ({
    begin: beginOf(plan, cursor, askedStep),
    id: plan.id,
    title: shortenStart(plan.title ?? plan.id, 80),
    source: describeSource(plan),
    steps: plan.steps.map((step) => makeStepRow(plan.id, step, cursor)),
    moreSteps: plan.stepsTotal - plan.steps.length,
    presence: describePresence(plan),
    runs: plan.presence,
    standsNow: isStanding(plan, cursor),
  }));
}

/** The step that was asked for, else the last that had begun by the turn. */
function beginOf(plan: PlanFact, cursor: number | null, askedStep: string | null): number {
  const at = plan.steps.findIndex(({ id }) => makeStepKey(plan.id, id) === askedStep);
  if (at >= 0 || cursor === null) return Math.max(0, at);
  return Math.max(
    0,
    plan.steps.findLastIndex(({ executedTurn }) => executedTurn !== null && executedTurn <= cursor),
  );
}

function describeSource({ source, revisions }: PlanFact): string {
  return `${describeOrigin({ source, revisions })}, stated ${revisions.length === 1 ? "once" : plural(revisions.length, "time")}`;
}

/** A plan whose every version stands in a block was stated by whoever wrote the block, also where an event tells of it. */
function describeOrigin({ source, revisions }: Pick<PlanFact, "source" | "revisions">): string {
  if (source !== "declared") return `read from blocks (${source.replaceAll("-", " ")})`;
  const isInBlocks = revisions.length > 0 && revisions.every(({ blockId }) => blockId !== null);
  return isInBlocks ? "read from blocks" : "declared by the harness";
}

function makeStepRow(plan: string, step: StepFact, cursor: number | null): StepRow {
  const changes = cursor === null ? step.changes : step.changes.filter(({ turn }) => turn <= cursor);
  const look = pickStatusLook(changes.at(-1)?.status ?? "pending");
  const missing = step.validations.find((check) => check.missing.length > 0);
  return {
    key: makeStepKey(plan, step.id),
    id: step.id,
    turn: step.executedTurn ?? step.addedTurn,
    name: shortenStart(step.id, 40),
    text: shortenStart(step.text, TEXT_CHARS),
    glyph: look.glyph,
    status: look.word,
    when: describeWhen(step),
    faded: cursor !== null && (step.addedTurn > cursor || (step.removedTurn ?? Infinity) <= cursor),
    warning:
      missing === undefined
        ? null
        : `turn ${missing.turn}: the harness found ${shortenStart(missing.missing.join(", "), 80)} missing and chose to ${missing.action}`,
  };
}

function describeWhen({ executedTurn, startedBy, concludedTurn, removedTurn }: StepFact): string {
  if (executedTurn === null) return removedTurn === null ? "" : `left out at turn ${removedTurn}`;
  if (startedBy !== null) return `turn ${executedTurn}, inferred from a call that matches its words`;
  if (concludedTurn === null) return `turn ${executedTurn} on`;
  return concludedTurn === executedTurn
    ? `turn ${executedTurn}`
    : `turns ${executedTurn} to ${concludedTurn}`;
}

/** What is said first of plans of which a part of the session lacked one; `null` for none. */
export function describeOutOfWindow(plans: readonly PlanFact[]): string | null {
  const gonePlans = plans.flatMap((plan) => {
    const turns = writeTurns(plan, false);
    return turns === "" ? [] : [{ plan, turns }];
  });
  const [first, ...otherPlans] = gonePlans;
  if (first === undefined) return null;
  const title = shortenStart(first.plan.title ?? first.plan.id, NAME_CHARS);
  const name = plans.length === 1 ? "The plan" : `The plan “${title}”`;
  const othersText = otherPlans.length === 0 ? "" : `, ${plural(otherPlans.length, "other")} at times too`;
  return `${name} was out of the window in turns ${first.turns}${othersText}.`;
}

/** The turns in which the plan stood in the window, or did not: "2 to 15, 18"; empty for none. */
function writeTurns({ presence }: PlanFact, hasStood: boolean): string {
  return listJoinedRuns(presence.filter((run) => isShown(run) === hasStood))
    .map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`))
    .join(", ");
}

function describePresence(plan: PlanFact): string | null {
  if (plan.presence.length === 0) return null;
  const [turnsThere, turnsGone] = [writeTurns(plan, true), writeTurns(plan, false)];
  if (turnsGone === "")
    return `The plan stood in the window in turns ${turnsThere}, as long as it was the newest.`;
  if (turnsThere === "") return `The plan never stood in the window in turns ${turnsGone}.`;
  return `The plan stood in the window in turns ${turnsThere}, and not in ${turnsGone}.`;
}

/** Without the changes from one text of the plan to another. */
function listJoinedRuns(runs: PlanFact["presence"]): { from: number; to: number }[] {
  const joinedRuns: { from: number; to: number }[] = [];
  for (const { from, to } of runs) {
    const last = joinedRuns.at(-1);
    if (last !== undefined && last.to === from - 1) last.to = to;
    else joinedRuns.push({ from, to });
  }
  return joinedRuns;
}

function isStanding({ presence }: PlanFact, cursor: number | null): boolean | null {
  if (cursor === null) return null;
  const run = presence.find(({ from, to }) => from <= cursor && cursor <= to);
  return run === undefined ? null : isShown(run);
}
