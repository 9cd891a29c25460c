import type { InSteps } from "../../steps";
import { finishSteps } from "../../steps";
import type { Recording } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { ResidencyIndex } from "../../window/residency-index";
import { indexResidencies } from "../../window/residency-index";
import type { ActStep, PlanAct, StateAct } from "./acts";
import { collectDeclaredActs } from "./declared-acts";
import { addInferredStarts } from "./inferred-starts";
import type {
  Plan,
  PlanRevision,
  PlanStep,
  StatusChange,
  StepStatus,
  StepValidation,
  PlanPresence,
} from "./steps/plan";
import { findOutsidePresence } from "./outside-presence";
import { isKeptOutside } from "./readers";
import { addRestatements } from "./restated";
import { readActs } from "./read-acts";
import { addStatedProgress } from "./stated-progress";
import type { Session } from "../../trace/session";

interface GrowingStep {
  readonly id: string;
  text: string;
  readonly wordings: { turn: TurnIndex; text: string }[];
  readonly needs: Map<string, TurnIndex>;
  readonly changes: StatusChange[];
  statesStatus: boolean;
  readonly runs: { from: TurnIndex; to: TurnIndex | null }[];
  readonly validations: StepValidation[];
  readonly outputs: string[];
  readonly addedTurn: TurnIndex;
  removedTurn: TurnIndex | null;
}

interface GrowingPlan {
  readonly id: string;
  readonly source: string;
  title: string | null;
  readonly revisions: PlanRevision[];
  readonly steps: Map<string, GrowingStep>;
}

/**
 * The plans that events declare, and those that agents write down in calls, files and summaries. Each has its
 * steps, their status over time, its revisions, and when its text stood in the window. A start that nobody
 * reported is inferred where a call does what a step says.
 */
export function buildPlans(recording: Recording): Plan[] {
  return finishSteps(buildPlansInSteps(recording));
}

/** Like {@link buildPlans}, a statement or a text per step. */
export function* buildPlansInSteps(recording: Recording): InSteps<Plan[]> {
  const { session } = recording;
  const declared = collectDeclaredActs(session);
  const covered = new Set(declared.flatMap((act) => (act.do === "state" ? (act.block ?? []) : [])));
  const plans = new Map<string, GrowingPlan>();
  for (const act of [...declared, ...(yield* readActs(recording, covered))]) {
    take(plans, act);
    yield;
  }
  const standing = indexResidencies(session);
  const grown = [...plans.values()].map((plan) => ({
    ...plan,
    steps: [...plan.steps.values()].map(finishStep),
  }));
  const plansWithProgress: Plan[] = [];
  for (const { id, title, source, revisions, steps } of yield* addStatedProgress(recording, grown)) {
    const presence = isKeptOutside(source)
      ? yield* findOutsidePresence(recording, standing, steps)
      : yield* addRestatements(recording, standing, steps, findPresence(session, standing, revisions));
    plansWithProgress.push({ id, title, source, revisions, steps, presence });
  }
  return yield* addInferredStarts(recording, plansWithProgress);
}

function take(plans: Map<string, GrowingPlan>, act: PlanAct): void {
  const plan = plans.get(act.plan) ?? {
    id: act.plan,
    source: act.source,
    title: null,
    revisions: [],
    steps: new Map<string, GrowingStep>(),
  };
  plans.set(act.plan, plan);
  if (act.do === "state") applyStatement(plan, act);
  else {
    const step = openStep(plan, { id: act.step, text: act.step, needs: [], status: null }, act.turn);
    if (act.do === "validate") validate(step, act.validation);
    else {
      change(step, act, act.runTurn);
      step.outputs.push(...act.outputs);
    }
  }
}

function applyStatement(plan: GrowingPlan, { turn, title, whole, block, reason, steps }: StateAct): void {
  plan.title = title ?? plan.title;
  const statedIds = new Set(steps.map(({ id }) => id));
  const before = new Set(
    [...plan.steps.values()].flatMap((step) => (step.removedTurn === null ? step.id : [])),
  );
  let removedCount = 0;
  for (const step of plan.steps.values()) {
    if (statedIds.has(step.id)) step.removedTurn = null;
    else if (step.removedTurn === null) {
      step.removedTurn = turn;
      removedCount++;
    }
  }
  for (const acted of steps) {
    const step = openStep(plan, acted, turn);
    if (step.text !== acted.text) step.wordings.push({ turn, text: acted.text });
    step.text = acted.text;
    if (acted.isAllNeeds === true && step.runs.length === 0)
      for (const need of step.needs.keys()) if (!acted.needs.includes(need)) step.needs.delete(need);
    for (const need of acted.needs) addNeed(step, need, turn);
    if (acted.status === null) continue;
    step.statesStatus = true;
    change(step, { turn, status: acted.status, note: null }, turn);
  }
  const addedCount = steps.filter(({ id }) => !before.has(id)).length;
  if (whole || addedCount > 0)
    plan.revisions.push({
      turn,
      block,
      reason,
      steps: statedIds.size,
      added: addedCount,
      removed: removedCount,
    });
}

function openStep(plan: GrowingPlan, { id, text, needs }: ActStep, turn: TurnIndex): GrowingStep {
  const existing = plan.steps.get(id);
  if (existing !== undefined) return existing;
  const step: GrowingStep = {
    id,
    text,
    wordings: [{ turn, text }],
    needs: new Map(needs.map((need) => [need, turn])),
    changes: [],
    statesStatus: false,
    runs: [],
    validations: [],
    outputs: [],
    addedTurn: turn,
    removedTurn: null,
  };
  plan.steps.set(id, step);
  return step;
}

function change(step: GrowingStep, { turn, status, note }: StatusChange, runTurn: TurnIndex | null): void {
  const last = step.changes.at(-1)?.status ?? "pending";
  if (last === status && note === null) return;
  step.changes.push({ turn, status, note });
  run(step, status, runTurn);
}

/** Adds a run of a step. A step that is only reported as concluded ran in that turn. */
function run({ runs }: GrowingStep, status: StepStatus, turn: TurnIndex | null): void {
  const last = runs.at(-1);
  const isOpen = last?.to === null;
  if (turn === null) return;
  if (status === "started") {
    if (!isOpen) runs.push({ from: turn, to: null });
  } else if (isOpen) last.to = Math.max(turn, last.from);
  else if (last === undefined && (status === "completed" || status === "failed"))
    runs.push({ from: turn, to: turn });
}

/** Notes a validation. A harness that checks for something declares that the step needs it. */
function validate(step: GrowingStep, validation: StepValidation): void {
  step.validations.push(validation);
  for (const need of [...validation.present, ...validation.missing]) addNeed(step, need, validation.turn);
}

function addNeed({ needs }: GrowingStep, need: string, turn: TurnIndex): void {
  if (!needs.has(need)) needs.set(need, turn);
}

function finishStep({ needs, ...step }: GrowingStep): PlanStep {
  const concluded = step.changes.findLast(({ status }) => status === "completed" || status === "failed");
  return {
    ...step,
    needs: [...needs.keys()],
    neededSince: Object.fromEntries(needs),
    executedTurn: step.runs[0]?.from ?? null,
    startedBy: null,
    concludedTurn: concluded?.turn ?? null,
  };
}

/**
 * When the newest statement of the plan stood in the window. A statement that the model makes in a turn can
 * stand from the next turn on.
 */
function findPresence(
  { turns, blocks }: Session,
  standing: ResidencyIndex,
  revisions: readonly PlanRevision[],
): PlanPresence[] {
  const last = turns.at(-1)?.index ?? -1;
  const statedRevisions = revisions.filter(({ block }) => block !== null);
  const starts = statedRevisions.map(({ turn, block }) =>
    blocks[block ?? -1]?.createdTurn === turn ? turn + 1 : turn,
  );
  return statedRevisions.flatMap(({ block }, i) => {
    const from = starts[i] ?? 0;
    const to = Math.min(last, (starts[i + 1] ?? last + 1) - 1);
    return block === null || from > to ? [] : findPresenceRuns(standing, block, from, to);
  });
}

function findPresenceRuns(
  standing: ResidencyIndex,
  block: number,
  from: TurnIndex,
  to: TurnIndex,
): PlanPresence[] {
  const runs: PlanPresence[] = [];
  let next = from;
  for (const residency of standing.listResidencies(block)) {
    const [start, end] = [Math.max(residency.from, next), Math.min(residency.to ?? to, to)];
    if (start > end) continue;
    if (start > next) runs.push({ from: next, to: start - 1, mode: null, block });
    const before = runs.at(-1);
    if (before?.mode === residency.mode && before.to === start - 1)
      runs[runs.length - 1] = { ...before, to: end };
    else runs.push({ from: start, to: end, mode: residency.mode, block });
    next = end + 1;
  }
  if (next <= to) runs.push({ from: next, to, mode: null, block });
  return runs;
}
