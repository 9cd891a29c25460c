import type { DeclaredBudgets, Figure } from "../trace/turn-figures";
import type { Tokens, TurnIndex } from "../units";
import type { CauseProvenance, Mode, SourceKind, TrustLevel } from "../vocabulary";

export const LEDGER_DECISIONS = ["included", "excluded", "compacted"] as const;
export type LedgerDecision = (typeof LEDGER_DECISIONS)[number];

/** `other` is a reason that fits none of the other classes. */
export const REASON_CLASSES = [
  "budget",
  "ranking",
  "relevance",
  "staleness",
  "permission",
  "trust",
  "duplicate",
  "policy",
  "evicted",
  "never_entered",
  "came_back",
  "unlisted",
  "other",
] as const;
export type ReasonClass = (typeof REASON_CLASSES)[number];

export interface LedgerReason {
  readonly class: ReasonClass;
  readonly text: string;
  readonly provenance: CauseProvenance;
  /** The turn in which it happened, if that is not the ledger's own turn. */
  readonly turn: TurnIndex | null;
}

export interface LedgerRow {
  readonly sourceId: string;
  /** Index into `Session.blocks`; `null` if the ledger names an item that the session never shows. */
  readonly block: number | null;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly decision: LedgerDecision;
  readonly mode: Mode | null;
  /** Place in the window, from 1. */
  readonly position: number | null;
  readonly reason: LedgerReason | null;
  readonly trust: TrustLevel | null;
  readonly tokens: Figure;
  readonly enteredTurn: TurnIndex | null;
  readonly summaryId: string | null;
  readonly originalRef: string | null;
  /** Whether it stands in the recorded window; `null` if the window is not known. */
  readonly standing: boolean | null;
  readonly text: string | null;
}

export interface LedgerHead {
  readonly runId: string;
  readonly policy: string | null;
  readonly phase: string | null;
  readonly tokenBudget: Tokens | null;
  readonly estimatedTokens: Tokens | null;
}

export interface TurnLedger {
  readonly turn: TurnIndex;
  /** `reported`: the harness kept it. `derived`: worked out from the windows. */
  readonly provenance: "reported" | "derived";
  readonly head: LedgerHead | null;
  readonly budgets: DeclaredBudgets | null;
  readonly windowKnown: boolean;
  readonly rows: readonly LedgerRow[];
  /** Notes on the turn as a whole: annotations, and remarks of a replay's policy that concern no single block. */
  readonly remarks: readonly string[];
  /** Differences between a kept ledger and the recorded window: listed but not standing, standing but not listed. */
  readonly disagreements: { readonly notStanding: number; readonly notListed: number };
}
