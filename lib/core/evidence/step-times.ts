import type { Plan } from "./plan/steps/plan";
import type { TurnIndex } from "../units";

export interface TimedStep {
  readonly plan: string;
  readonly id: string;
  readonly text: string;
  readonly number: number;
  readonly from: TurnIndex;
  /**
   * The last turn of its work. It is the end of the session for a step that was never concluded, and its own
   * turn for an inferred step.
   */
  readonly to: TurnIndex;
}

/** Which steps were begun, and which were at work. Turns must be asked for in ascending order. */
export class StepTimes {
  private readonly steps: readonly TimedStep[];
  private readonly begun = new Map<TurnIndex, TimedStep[]>();
  private next = 0;
  private active: TimedStep[] = [];

  constructor(plans: readonly Plan[]) {
    let number = 0;
    const steps = plans.flatMap((plan) =>
      plan.steps.flatMap(({ id, text, executedTurn, startedBy, concludedTurn }): TimedStep[] => {
        const place = number++;
        if (executedTurn === null) return [];
        const to = concludedTurn ?? (startedBy === null ? Infinity : executedTurn);
        return [
          { plan: plan.id, id, text, number: place, from: executedTurn, to: Math.max(to, executedTurn) },
        ];
      }),
    );
    this.steps = steps.toSorted((a, b) => a.from - b.from || a.number - b.number);
    for (const step of this.steps) {
      const begun = this.begun.get(step.from) ?? [];
      begun.push(step);
      this.begun.set(step.from, begun);
    }
  }

  listBegunAt(turn: TurnIndex): readonly TimedStep[] {
    return this.begun.get(turn) ?? [];
  }

  listActiveAt(turn: TurnIndex): readonly TimedStep[] {
    this.active = this.active.filter(({ to }) => to >= turn);
    for (; (this.steps[this.next]?.from ?? Infinity) <= turn; this.next++) {
      const step = this.steps[this.next];
      if (step !== undefined && step.to >= turn) this.active.push(step);
    }
    return this.active;
  }
}
