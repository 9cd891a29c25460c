import { countUntil } from "../../count-until";
import type { InSteps } from "../../steps";
import type { Recording } from "../../trace/fold/recording";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { findProgress } from "./readers/progress-words";
import type { Plan, PlanStep, StatusChange, StepStatus } from "./steps/plan";

type PlanSoFar = Pick<Plan, "source" | "revisions" | "steps">;

const TEXT_CHARS_MAX = 20_000;

/**
 * Adds the progress that the agent reports in prose: "step 2 is done". It counts for the newest plan before
 * it. A plan whose progress events report is left unchanged.
 */
export function* addStatedProgress<P extends PlanSoFar>(
  recording: Recording,
  plans: readonly P[],
): InSteps<P[]> {
  const moves = new Map<PlanSoFar, Map<string, StatusChange[]>>();
  const stating = new Set(plans.flatMap(({ revisions }) => revisions.map(({ block }) => block)));
  const open = plans.filter(
    ({ source, steps }) => source !== "declared" || steps.every(({ changes }) => changes.length === 0),
  );
  if (open.length === 0) return [...plans];
  const newestBefore = findNewestStated(open);
  for (const [number, { kind, createdTurn: turn, ...block }] of recording.session.blocks.entries()) {
    if (kind !== "assistant_text" || turn === null || stating.has(number)) continue;
    const plan = newestBefore(turn);
    yield;
    const text = plan === undefined ? null : readFullText(recording, { kind, createdTurn: turn, ...block });
    if (plan === undefined || text === null || text.length > TEXT_CHARS_MAX) continue;
    const steps = plan.steps.filter(
      (step) => step.addedTurn <= turn && (step.removedTurn ?? Infinity) > turn,
    );
    for (const { place, status } of findProgress(text, steps.length)) {
      const step = steps[place];
      if (step !== undefined) note(moves, plan, step.id, { turn, status, note: null });
    }
  }
  return plans.map((plan) => {
    const changes = moves.get(plan);
    if (changes === undefined) return plan;
    return { ...plan, steps: plan.steps.map((step) => moveStep(step, changes.get(step.id) ?? [])) };
  });
}

/** Which plan was stated last at a turn. Of two that were stated in one turn it is the later one of the list. */
function findNewestStated<P extends PlanSoFar>(plans: readonly P[]): (turn: TurnIndex) => P | undefined {
  const statements = plans
    .flatMap((plan, no) => plan.revisions.map((revision) => ({ plan, no, turn: revision.turn })))
    .sort((a, b) => a.turn - b.turn || a.no - b.no);
  return (turn) => statements[countUntil(statements, (statement) => statement.turn <= turn) - 1]?.plan;
}

function note(
  moves: Map<PlanSoFar, Map<string, StatusChange[]>>,
  plan: PlanSoFar,
  step: string,
  change: StatusChange,
): void {
  const ofPlan = moves.get(plan) ?? new Map<string, StatusChange[]>();
  moves.set(plan, ofPlan);
  ofPlan.set(step, [...(ofPlan.get(step) ?? []), change]);
}

/**
 * A change counts where nothing else reports the step. A finished step does not begin again because a text
 * names it.
 */
function moveStep(step: PlanStep, changes: readonly StatusChange[]): PlanStep {
  let next = step;
  for (const change of changes) {
    const before = next.changes.findLast(({ turn }) => turn <= change.turn)?.status ?? "pending";
    if (before === change.status || (isOver(before) && change.status === "started")) continue;
    next = {
      ...next,
      changes: [...next.changes, change].sort((a, b) => a.turn - b.turn),
      runs: continueRuns(next, change),
    };
  }
  const concluded = next.changes.findLast(({ status }) => status === "completed" || status === "failed");
  return { ...next, executedTurn: next.runs[0]?.from ?? null, concludedTurn: concluded?.turn ?? null };
}

function isOver(status: StepStatus): boolean {
  return status === "completed" || status === "failed" || status === "skipped";
}

function continueRuns({ runs }: PlanStep, { turn, status }: StatusChange): PlanStep["runs"] {
  const last = runs.at(-1);
  if (status === "started") return last?.to === null ? runs : [...runs, { from: turn, to: null }];
  if (last?.to === null) return [...runs.slice(0, -1), { from: last.from, to: Math.max(turn, last.from) }];
  return last === undefined && status === "completed" ? [{ from: turn, to: turn }] : runs;
}
