import type { Plan } from "./plan/steps/plan";
import type { TurnIndex } from "../units";

/** A step with the turns in which it was at work. */
export interface TimedStep {
  readonly plan: string;
  readonly id: string;
  readonly text: string;
  /** Its place among the steps of all plans. */
  readonly number: number;
  readonly from: TurnIndex;
  /** The last turn of its work; the end of the session for one that was never concluded, its turn for an inferred one. */
  readonly to: TurnIndex;
}

/** Which steps were begun, and which were at work, at a turn. Turns are asked for in ascending order. */
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

  begunAt(turn: TurnIndex): readonly TimedStep[] {
    return this.begun.get(turn) ?? [];
  }

  /** The steps at work in a turn, in the order in which they were begun. */
  activeAt(turn: TurnIndex): readonly TimedStep[] {
    this.active = this.active.filter(({ to }) => to >= turn);
    for (; (this.steps[this.next]?.from ?? Infinity) <= turn; this.next++) {
      const step = this.steps[this.next];
      if (step !== undefined && step.to >= turn) this.active.push(step);
    }
    return this.active;
  }
}
