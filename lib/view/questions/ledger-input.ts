import type { LedgerChange } from "@/lib/core/ledger/compare";
import type { LedgerDecision, ReasonClass } from "@/lib/core/ledger/ledger";
import type { DeclaredBudgets } from "@/lib/core/trace/session";
import type { SourceKind, Mode, CauseProvenance, TrustLevel, Provenance } from "@/lib/core/vocabulary";

export interface LedgerRowInput {
  readonly sourceId: string;
  readonly inSession: boolean;
  readonly kind: SourceKind;
  readonly name: string | null;
  /** Absent in older frozen views. */
  readonly hint?: string;
  readonly decision: LedgerDecision;
  readonly mode: Mode | null;
  readonly position: number | null;
  readonly reason: {
    readonly class: ReasonClass;
    readonly text: string;
    readonly provenance: CauseProvenance;
  } | null;
  readonly trust: TrustLevel | null;
  readonly tokens: number | null;
  readonly provenance: Provenance;
  /** Absent in older frozen views. */
  readonly enteredTurn?: number | null;
  readonly summaryId: string | null;
  readonly originalRef: string | null;
  readonly standing: boolean | null;
  readonly text: string | null;
}

export interface LedgerLineInput {
  readonly change: LedgerChange | null;
  readonly group: string | null;
  readonly before: LedgerRowInput | null;
  readonly after: LedgerRowInput | null;
}

export interface BudgetUseInput {
  readonly source: string | null;
  readonly allowed: number;
  readonly used: number | null;
  readonly largest: { readonly blockId: string; readonly name: string; readonly tokens: number } | null;
}

export interface LedgerInput {
  readonly turn: number;
  readonly against: number | null;
  readonly provenance: "reported" | "derived";
  readonly windowKnown: boolean;
  readonly head: {
    readonly policy: string | null;
    readonly phase: string | null;
    readonly tokenBudget: number | null;
    readonly estimatedTokens: number | null;
  } | null;
  readonly budgets?: DeclaredBudgets | null;
  readonly budgetUses?: readonly BudgetUseInput[];
  readonly remarks: readonly string[];
  readonly disagreements: { readonly notStanding: number; readonly notListed: number };
  readonly rows: readonly LedgerLineInput[];
  readonly total: number;
  readonly unfiltered: number;
  readonly facets: Readonly<
    Record<"decision" | "kind" | "mode" | "trust" | "reason" | "change", Readonly<Record<string, number>>>
  >;
  readonly firstTurn: number;
  readonly lastTurn: number;
}
