import type { TraceEventOf } from "@/lib/core/trace/event";
import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import { StepIds } from "@/lib/core/evidence/plan/steps/step-identity";
import { convertStatusWord } from "@/lib/core/evidence/plan/readers/statuses";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import { findId, nameIn } from "./bounds";
import { recordsOf } from "./values";

type PlanStep = TraceEventOf<"plan.declared">["steps"][number];

export interface PlanPlace {
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
  readonly block: string;
  readonly title?: string | undefined;
}

/**
 * The steps of a list of records with a status.
 * @param text the key of a step's text, and `id` that of its id, where it has one
 */
export function listStatedSteps(list: unknown, text: string, id?: string): StatedStep[] {
  return recordsOf(list).flatMap((step) => {
    const said = nameIn(step[text]);
    const ownId = id === undefined ? {} : { id: findId(step[id]) };
    return said === undefined ? [] : [{ ...ownId, text: said, status: convertStatusWord(step.status) }];
  });
}

/**
 * Successive statements of one plan: declared once, then revised, with a `plan.step` for each changed status.
 */
export class PlanLog {
  private steps: readonly PlanStep[] | null = null;
  private readonly ids = new StepIds();

  constructor(
    private readonly writer: SessionWriter,
    private readonly planId: string,
  ) {}

  state({ title, ...place }: PlanPlace, stated: readonly StatedStep[]): void {
    const before = this.steps ?? [];
    const steps = this.ids.identify(before, stated).map(({ dependsOn, ...step }): PlanStep => ({
      ...step,
      ...(dependsOn && { dependsOn: [...dependsOn] }),
    }));
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
}
