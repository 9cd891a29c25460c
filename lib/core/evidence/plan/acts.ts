import type { TurnIndex } from "../../units";
import type { StepStatus, StepValidation } from "./steps/plan";

/** A step as one statement of its plan gives it; no status means that the statement does not speak of it. */
export interface ActStep {
  readonly id: string;
  readonly text: string;
  readonly needs: readonly string[];
  /** Whether `needs` are all that it needs, so that others said before no longer count. */
  readonly isAllNeeds?: boolean;
  readonly status: StepStatus | null;
}

interface Act {
  readonly turn: TurnIndex;
  readonly plan: string;
  readonly source: string;
}

/** A plan as it stands once something was said of it. */
export interface StateAct extends Act {
  readonly do: "state";
  /** Whether it was stated whole; otherwise only a part of it was spoken of. */
  readonly whole: boolean;
  readonly title: string | null;
  readonly block: number | null;
  readonly reason: string | null;
  readonly steps: readonly ActStep[];
}

/** One thing that was said of a plan, from whatever source, in the order in which it was said. */
export type PlanAct =
  | StateAct
  | (Act & {
      readonly do: "move";
      /** The turn whose call runs the step; `null` where it is not recorded yet. */
      readonly runTurn: TurnIndex | null;
      readonly step: string;
      readonly status: StepStatus;
      readonly note: string | null;
      readonly outputs: readonly string[];
    })
  | (Act & { readonly do: "validate"; readonly step: string; readonly validation: StepValidation });
