import type { Cost } from "@/lib/core/figures/cost";

export interface AuditInput {
  readonly sample: {
    readonly sessions: number;
    readonly limit: number;
    readonly isWhole: boolean;
    readonly pending: number;
    readonly outdated: number;
  };
  readonly total: GroupFigures;
  readonly outcomes: readonly GroupFigures[];
  readonly agents: readonly GroupFigures[];
  readonly models: readonly GroupFigures[];
  readonly policies: readonly GroupFigures[];
  readonly tools: readonly ToolFigures[];
  readonly constraints: readonly ConstraintFigures[];
  readonly checkpoints: CheckpointsFigures;
  /** Absent in older kept audits. */
  readonly rules?: readonly RuleFigures[] | undefined;
  readonly spending: Spending & {
    readonly models: readonly (Spending & { readonly model: string | null; readonly calls: number })[];
  };
}

/** What people said of the findings of a rule. */
export interface RuleFigures {
  readonly code: string;
  readonly title: string;
  readonly judged: number;
  readonly confirmed: number;
  readonly false: number;
  readonly notUseful: number;
}

export interface Spending {
  readonly costs: readonly Cost[];
  /** Average, in milliseconds. */
  readonly callMs: number | null;
}

export interface GroupFigures {
  readonly value: string | null;
  readonly sessions: number;
  readonly deciding: number;
  readonly withAbsent: number;
  readonly decisions: number;
  readonly absent: number;
  readonly absentPerSession: number | null;
  readonly shareWithAbsent: number | null;
}

export interface ToolFigures {
  readonly tool: string;
  readonly sessions: number;
  readonly calls: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly max: number | null;
  readonly share: number | null;
  readonly turnsResident: number | null;
  readonly evicted: number;
  readonly refetched: number;
  readonly uses: number;
  readonly usesAbsent: number;
}

/** The turns that were left at checkpoints, compared with the turns that the sessions then took. */
export interface CheckpointsFigures {
  readonly taken: number;
  readonly judged: number;
  readonly needless: number;
  readonly medianLeft: number | null;
  readonly medianNeeded: number | null;
  readonly newest: readonly {
    readonly sessionId: string;
    /** Absent in older kept audits. */
    readonly name?: string | null | undefined;
    readonly turn: number;
    readonly turnsLeft: number | null;
    readonly turnsNeeded: number | null;
    readonly restarts: number;
    readonly lost: number;
  }[];
}

export interface ConstraintFigures {
  readonly text: string;
  readonly sessions: number;
  readonly lost: number;
  readonly paraphrased: number;
  readonly latest: { readonly sessionId: string; readonly turn: number };
}

export type AuditFilters = Readonly<
  Partial<Record<"agent" | "model" | "policy" | "outcome" | "from" | "to", string | null>>
>;
