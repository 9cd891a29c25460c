import { findConstraintLosses } from "../findings/integrity/constraints";
import type { FindingInput } from "../findings/rule/rule";
import type { TurnIndex } from "../units";

export interface ConstraintFigure {
  readonly text: string;
  /** Whether no text states it any more; false if it is still there in other words. */
  readonly lost: boolean;
  readonly turn: TurnIndex;
}

const CONSTRAINTS_MAX = 200;

export function countConstraintFigures(input: FindingInput): ConstraintFigure[] {
  const figures = new Map<string, ConstraintFigure>();
  for (const loss of findConstraintLosses(input)) {
    if (loss === undefined) continue;
    const { turn, lost, restated } = loss;
    for (const { text, plain } of lost) {
      const isLost = !restated.restate(plain);
      if (figures.get(plain)?.lost !== true) figures.set(plain, { text, lost: isLost, turn });
    }
  }
  return [...figures.values()].slice(0, CONSTRAINTS_MAX);
}
