import type { Plan } from "./steps/plan";

/** Steps that were neither run nor left out, each as `[plan, step]` in JSON. */
export function listPendingSteps(plans: readonly Plan[]): ReadonlySet<string> {
  return new Set(
    plans.flatMap(({ id, steps }) =>
      steps
        .filter(
          ({ changes, runs, removedTurn }) =>
            runs.length === 0 && removedTurn === null && changes.at(-1)?.status !== "skipped",
        )
        .map((step) => JSON.stringify([id, step.id])),
    ),
  );
}
