import type { DeclaredBudgets, BySource } from "@/lib/core/trace/session";
import type { LimitProvenance, Provenance, SourceKind } from "@/lib/core/vocabulary";
import type { ProjectedNext, Budget } from "@/lib/core/window/projected-next";
import type { Cost } from "@/lib/core/figures/cost";
import type { BlocksBySource, StandingInput, DepartureInput } from "./window-rows";

export interface WindowInput {
  readonly turn: {
    readonly turn: number;
    readonly at: string | null;
    readonly endedAt?: string | null;
    readonly model: string | null;
    readonly contextWindow: number | null;
    readonly contextWindowProvenance?: LimitProvenance;
    readonly windowKnown: boolean;
    readonly windowProvenance: "measured" | "inferred";
    readonly delta: number | null;
    readonly deltaProvenance: Provenance;
    readonly causedByTurn: number | null;
    readonly modelChanged: boolean;
    readonly stopReason: string | null;
    readonly error: string | null;
    readonly attempts?: readonly { readonly error: string }[] | null;
    readonly phase: string | null;
    readonly budgets?: DeclaredBudgets | null;
    readonly completeness: string;
    readonly appliedEdits:
      | readonly {
          readonly type: string;
          readonly by?: "proxy" | undefined;
          readonly tokensBefore?: number | undefined;
          readonly tokensAfter?: number | undefined;
          readonly problem?: string | undefined;
        }[]
      | null;
    readonly usage: {
      readonly input: number | null;
      readonly uncached: number | null;
      readonly cacheRead: number | null;
      readonly cacheWrite: number | null;
      readonly output: number | null;
      readonly reasoning: number | null;
    };
  };
  /** Absent in older frozen views. */
  readonly costs?: readonly Cost[];
  readonly bySource: BySource;
  readonly residual: number | null;
  readonly windowTokens: number | null;
  readonly provenance: Provenance;
  readonly blocksBySource: BlocksBySource;
  readonly entries: readonly StandingInput[];
  readonly offset: number;
  readonly total: number;
  readonly counts: { readonly entered: number; readonly evictions: number };
  readonly left: readonly DepartureInput[];
  readonly output: readonly {
    readonly blockId: string;
    readonly sourceKind: SourceKind;
    readonly toolName: string | null;
    readonly tokens: number | null;
    readonly provenance: Provenance;
    readonly preview: string;
  }[];
  readonly projectedNext?: ProjectedNext | null;
  readonly budget?: Budget | null;
  readonly previousTurn: number | null;
  readonly nextTurn: number | null;
}
