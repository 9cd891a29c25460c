import type { TurnIndex } from "../../units";
import type { StepStatus, StepValidation } from "./steps/plan";

export interface ActStep {
  readonly id: string;
  readonly text: string;
  readonly needs: readonly string[];
  /** Whether `needs` is the complete list, so that needs from before no longer count. */
  readonly isAllNeeds?: boolean;
  readonly status: StepStatus | null;
}

interface Act {
  readonly turn: TurnIndex;
  readonly plan: string;
  readonly source: string;
}

export interface StateAct extends Act {
  readonly do: "state";
  readonly whole: boolean;
  readonly title: string | null;
  readonly block: number | null;
  readonly reason: string | null;
  readonly steps: readonly ActStep[];
}

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
