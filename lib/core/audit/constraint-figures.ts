import { constraintLosses } from "../findings/integrity/constraints";
import { isParaphrased } from "../findings/integrity/retold";
import type { FindingInput } from "../findings/rule/rule";
import type { TurnIndex } from "../units";

/** A constraint that a compaction took out of the window. */
export interface ConstraintFigure {
  readonly text: string;
  /** True when it is nowhere any more, false when it is there in other words. */
  readonly lost: boolean;
  readonly turn: TurnIndex;
}

/** Constraints of one session that are kept: the first ones, each once. */
const CONSTRAINTS_MAX = 200;

/** What the compactions of a session did to its constraints; of each, the worst that happened to it. */
export function constraintFigures(input: FindingInput): ConstraintFigure[] {
  const figures = new Map<string, ConstraintFigure>();
  for (const { turn, lost, restated } of constraintLosses(input)) {
    for (const { text, plain } of lost) {
      const gone = !isParaphrased(plain, restated);
      if (figures.get(plain)?.lost !== true) figures.set(plain, { text, lost: gone, turn });
    }
  }
  return [...figures.values()].slice(0, CONSTRAINTS_MAX);
}
