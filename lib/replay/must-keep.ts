import { findAll, findingInput } from "@/lib/core/findings/find";
import { planLeftWindow } from "@/lib/core/findings/evidence/plan-left-window";
import { constraintsLeft } from "@/lib/core/findings/integrity/constraints";
import { taskLost } from "@/lib/core/findings/integrity/task-lost";
import { DEFAULT_SETTINGS } from "@/lib/core/findings/rule/settings";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import type { Recording } from "@/lib/core/trace/fold/recording";

/** How much of what a session cannot do without is nowhere in its windows any more. */
export interface MustKeep {
  readonly tasks: number;
  readonly constraints: number;
  readonly openSteps: number;
}

const NO_EVIDENCE = {
  edges: [],
  undecided: [],
  skipped: { chars: 0, values: 0, edges: 0, turns: 0, needs: 0 },
  work: 0,
};

/**
 * What left the windows of a recording or a replay, by the rules that find it in recordings: the task, binding sentences of
 * people and instructions, and plans with open steps. A simulated summary says nothing, so nothing stands in it.
 */
export function mustKeep(recording: Recording): MustKeep {
  const analysed = { recording, plans: plansOf(recording), evidence: NO_EVIDENCE };
  const { findings } = findAll(analysed, DEFAULT_SETTINGS, [taskLost, planLeftWindow]);
  const of = (wanted: string) => findings.filter(({ code }) => code === wanted);
  return {
    tasks: of("task.lost").length,
    constraints: constraintsLeft(findingInput(analysed)).length,
    openSteps: of("plan.left_window").reduce((sum, { numbers }) => sum + (numbers.open ?? 0), 0),
  };
}
