import type { StepStatus } from "@/lib/core/evidence/plan/steps/plan";
import type { Pin } from "@/lib/policies/wrappers/pinning";

/** A step as the agent's own program knows it: what it needs by name, and how far it is. */
export interface ManifestStep {
  readonly id: string;
  readonly text: string;
  /** Ids of messages, calls or earlier steps, or the path or address that something came from. */
  readonly needs: readonly string[];
  readonly status: StepStatus;
  /** Ids of messages or calls that the step produced. */
  readonly outputs: readonly string[];
}

/** The plan beside the messages: what may not leave until its steps are done. */
export interface PlanManifest {
  readonly id: string;
  readonly title: string | null;
  readonly steps: readonly ManifestStep[];
}

/** Whether a step is still to be done. */
export function isOpenStep({ status }: Pick<ManifestStep, "status">): boolean {
  return status === "pending" || status === "started";
}

/** How many steps are over. */
export function concludedSteps({ steps }: PlanManifest): number {
  return steps.filter((step) => !isOpenStep(step)).length;
}

/** What the open steps of a plan pin, each with who needs it; of another step, what that produced. */
export function manifestPins({ steps }: PlanManifest): Pin[] {
  return steps
    .filter(isOpenStep)
    .flatMap((step) =>
      step.needs
        .flatMap((need) => steps.find(({ id }) => id === need)?.outputs ?? [need])
        .map((id) => ({ id, neededBy: `step ${step.id}`, due: step.status === "started" })),
    );
}

const MARKS = { pending: " ", started: "~", completed: "x", failed: "!", skipped: "-" } as const;

/** The plan as a text, a line for each step. */
export function manifestText({ title, steps }: PlanManifest): string {
  return [title ?? "Plan", ...steps.map(({ status, text }) => `[${MARKS[status]}] ${text}`)].join("\n");
}
