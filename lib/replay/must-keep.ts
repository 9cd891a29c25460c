import { findAll, makeFindingInput } from "@/lib/core/findings/find";
import { planLeftWindow } from "@/lib/core/findings/evidence/plan-left-window";
import { listConstraintsLeft } from "@/lib/core/findings/integrity/constraints";
import { taskLost } from "@/lib/core/findings/integrity/task-lost";
import { DEFAULT_SETTINGS } from "@/lib/core/findings/rule/settings";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { isOpenAt } from "@/lib/core/evidence/plan/steps/plan";
import { nameOfBlock, shortenWords } from "@/lib/core/findings/rule/subject";
import { makeOnce } from "@/lib/core/once";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import type { SourceKind } from "@/lib/core/vocabulary";

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
export function findMustKeep(recording: Recording): MustKeep {
  const { tasks, constraints, plansOut } = lossesOf(recording);
  return {
    tasks: tasks.length,
    constraints: constraints.length,
    openSteps: plansOut.reduce((sum, { numbers }) => sum + (numbers.open ?? 0), 0),
  };
}

const NAME_CHARS = 90;

/**
 * The names of what is lost: the task, sentences as they were said, steps by their words. Also blocks of rules and goals
 * that are gone, with their names. Example: `["the task", "“Never delete a row of the ledger table.”", "step “Send the
 * mail”"]`
 */
export function lostNames(recording: Recording): string[] {
  const { tasks, constraints, plansOut } = lossesOf(recording);
  const steps = buildPlans(recording).flatMap(({ steps: planSteps }) =>
    planSteps.filter((step) => plansOut.some(({ from }) => isOpenAt(step, from))).map(({ text }) => text),
  );
  const names = [
    ...(tasks.length > 0 ? ["the task"] : []),
    ...constraints.map(({ text }) => `“${shortenWords(text, NAME_CHARS)}”`),
    ...steps.map((text) => `step “${shortenWords(text, NAME_CHARS)}”`),
    ...rulesGone(recording.session).map((block) =>
      nameOfBlock({ session: recording.session, recording }, block),
    ),
  ];
  return [...new Set(names)];
}

const RULES: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions", "user_goal"]);

/** Blocks with rules, instructions and goals that a policy took out for good. */
export function rulesGone({ evictions, blocks }: Session): number[] {
  const lostRules = evictions.filter(
    ({ block, reenteredTurn, cause }) =>
      reenteredTurn === null && cause.policy !== null && RULES.has(blocks[block]?.kind ?? "other"),
  );
  return [...new Set(lostRules.map(({ block }) => block))];
}

const lossesOf = makeOnce((recording: Recording) => {
  const analysed = { recording, plans: buildPlans(recording), evidence: NO_EVIDENCE };
  const { findings } = findAll(analysed, DEFAULT_SETTINGS, [taskLost, planLeftWindow]);
  const selectFindings = (wantedCode: string) => findings.filter(({ code }) => code === wantedCode);
  return {
    tasks: selectFindings("task.lost"),
    constraints: listConstraintsLeft(makeFindingInput(analysed)),
    plansOut: selectFindings("plan.left_window"),
  };
});
