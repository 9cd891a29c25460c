import type { EvidenceEdge } from "@/lib/core/evidence/edge";
import type { UseCounts } from "@/lib/core/evidence/use-state";
import type { StepStatus } from "@/lib/core/evidence/plan/steps/plan";
import type { Mode, SourceKind } from "@/lib/core/vocabulary";

export interface PlanInput {
  readonly analysed: boolean;
  readonly analysedAsOfTurn: number | null;
  readonly plans: readonly PlanFact[];
  readonly edges: readonly EdgeFact[];
  readonly total: number;
  /** Older frozen views count residual uses as dangling ones. */
  readonly counts: Omit<UseCounts, "residual"> & Partial<UseCounts>;
  readonly blocks: readonly BlockFact[];
  readonly lastTurn: number | null;
}

export interface PlanFact {
  readonly id: string;
  readonly title: string | null;
  readonly source: string;
  readonly revisions: readonly { readonly turn: number; readonly added: number; readonly removed: number }[];
  readonly steps: readonly StepFact[];
  readonly stepsTotal: number;
  readonly presence: readonly { readonly from: number; readonly to: number; readonly mode: Mode | null }[];
}

export interface StepFact {
  readonly id: string;
  readonly text: string;
  readonly changes: readonly { readonly turn: number; readonly status: StepStatus }[];
  readonly validations: readonly {
    readonly turn: number;
    readonly missing: readonly string[];
    readonly action: string;
  }[];
  readonly addedTurn: number;
  readonly removedTurn: number | null;
  readonly executedTurn: number | null;
  readonly startedBy: string | null;
  readonly concludedTurn: number | null;
}

export interface EdgeFact extends Pick<
  EvidenceEdge,
  "id" | "kind" | "executed" | "matched" | "matches" | "confidence" | "state" | "residual"
> {
  readonly from: string;
  readonly to: {
    readonly turn: number;
    readonly planId: string | null;
    readonly step: string | null;
    readonly blockId: string | null;
  };
  readonly residualBlock: string | null;
  readonly refetchedBy: string | null;
  readonly leftTurn: number | null;
}

export interface BlockFact {
  readonly blockId: string;
  readonly sourceKind: SourceKind;
  readonly toolName: string | null;
  readonly label: string | null;
  readonly preview: string;
  /** What tells the block from others of its name; empty for nothing. Absent in older frozen views. */
  readonly hint?: string;
  readonly createdTurn: number | null;
  readonly residencies: readonly { readonly from: number; readonly to: number | null; readonly mode: Mode }[];
}

export type BlockOf = (id: string | null) => BlockFact | undefined;

/** The turn in which a block entered a window; if it never did, the turn in which it was made. */
export function enteredTurn(block: BlockFact | undefined): number | null {
  return block?.residencies[0]?.from ?? block?.createdTurn ?? null;
}
