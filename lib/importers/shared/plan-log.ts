import type { TraceEventOf } from "@/lib/core/trace/event";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs, TurnIndex } from "@/lib/core/units";

type PlanStep = TraceEventOf<"plan.declared">["steps"][number];
type Status = NonNullable<PlanStep["status"]>;

/** A step as an agent states it: some formats number their steps, most only list them. */
export interface StatedStep {
  readonly id?: string | undefined;
  readonly text: string;
  readonly status: Status;
  /** Ids of the tool calls, blocks or steps that it says it needs. */
  readonly dependsOn?: readonly string[];
}

/** Where a plan was stated: the turn, and the block whose content it is. */
export interface PlanPlace {
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
  readonly block: string;
  readonly title?: string | undefined;
}

/** Writes the successive statements of one plan: declared once, then revised, with a `plan.step` for each status that changed. */
export class PlanLog {
  private steps: readonly PlanStep[] | null = null;
  private made = 0;

  constructor(
    private readonly writer: SessionWriter,
    private readonly planId: string,
  ) {}

  /** Writes what a new statement of the plan says. */
  state({ title, ...place }: PlanPlace, stated: readonly StatedStep[]): void {
    const before = this.steps ?? [];
    const steps = this.identify(before, stated);
    const { planId } = this;
    const type = this.steps === null ? "plan.declared" : "plan.revised";
    this.writer.write(type, { ...place, planId, ...(title !== undefined && { title }), steps });
    const { turn, at } = place;
    const statusBefore = new Map(before.map(({ id, status }) => [id, status]));
    for (const { id, status = "pending" } of steps) {
      if (status === "pending" || statusBefore.get(id) === status) continue;
      this.writer.write("plan.step", { turn, at, planId, step: id, status });
    }
    this.steps = steps;
  }

  /**
   * Keeps a step's id from one statement to the next: the id that the agent gives, else that of the step with the same
   * text, else that of the step in the same place whose text is gone.
   */
  private identify(before: readonly PlanStep[], stated: readonly StatedStep[]): PlanStep[] {
    const given = new Set(stated.map(({ id }) => id));
    if (!given.has(undefined) && given.size === stated.length)
      return stated.map(({ id = "", ...step }) => planStep(id, step));
    const free = new Map(before.map((step) => [step.id, step]));
    const byText = stated.map(({ text }) => {
      const same = [...free.values()].find((step) => step.text === text);
      if (same !== undefined) free.delete(same.id);
      return same?.id;
    });
    return stated.map(({ id: _id, ...step }, place) => {
      const inPlace = free.get(before[place]?.id ?? "");
      const id = byText[place] ?? inPlace?.id ?? `step-${++this.made}`;
      free.delete(id);
      return planStep(id, step);
    });
  }
}

function planStep(id: string, { text, status, dependsOn }: Omit<StatedStep, "id">): PlanStep {
  return { id, text, ...(dependsOn !== undefined && { dependsOn: [...dependsOn] }), status };
}
