import type { StepStatus } from "@/lib/core/evidence/plan/steps/plan";
import type { Pin } from "@/lib/policies/wrappers/pinning";

export interface ManifestStep {
  readonly id: string;
  readonly text: string;
  /** Ids of messages, calls or earlier steps, or the path or address that something came from. */
  readonly needs: readonly string[];
  readonly status: StepStatus;
  readonly outputs: readonly string[];
}

/** Sent beside the messages. Its needs may not leave until its steps are done. */
export interface PlanManifest {
  readonly id: string;
  readonly title: string | null;
  readonly steps: readonly ManifestStep[];
}

export function isOpenStep({ status }: Pick<ManifestStep, "status">): boolean {
  return status === "pending" || status === "started";
}

export function countConcludedSteps({ steps }: PlanManifest): number {
  return steps.filter((step) => !isOpenStep(step)).length;
}

/** Each with the step that needs it. For a need that is another step, that step's outputs. */
export function listManifestPins({ steps }: PlanManifest): Pin[] {
  return steps
    .filter(isOpenStep)
    .flatMap((step) =>
      step.needs
        .flatMap((need) => steps.find(({ id }) => id === need)?.outputs ?? [need])
        .map((id) => ({ id, neededBy: `step ${step.id}`, due: step.status === "started" })),
    );
}

const MARKS = { pending: " ", started: "~", completed: "x", failed: "!", skipped: "-" } as const;

export function writeManifest({ title, steps }: PlanManifest): string {
  return [title ?? "Plan", ...steps.map(({ status, text }) => `[${MARKS[status]}] ${text}`)].join("\n");
}
