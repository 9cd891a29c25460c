import type { DeclaredBudgets, Figure } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { CauseProvenance, Mode, SourceKind, TrustLevel } from "../vocabulary";

export const LEDGER_DECISIONS = ["included", "excluded", "compacted"] as const;
export type LedgerDecision = (typeof LEDGER_DECISIONS)[number];

/** What kind of reason a harness or a comparison of windows gives. `other` is a reason that names none of these. */
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

/** Why an item was decided on as it was, and who says so. */
export interface LedgerReason {
  readonly class: ReasonClass;
  readonly text: string;
  readonly provenance: CauseProvenance;
  /** The turn in which it happened, where that is not the ledger's own. */
  readonly turn: TurnIndex | null;
}

/** One decision about one item. */
export interface LedgerRow {
  readonly sourceId: string;
  /** Index into `Session.blocks`; `null` for an item that the ledger names and the session never shows. */
  readonly block: number | null;
  readonly kind: SourceKind;
  readonly name: string | null;
  readonly decision: LedgerDecision;
  readonly mode: Mode | null;
  /** Place in the window, from 1. */
  readonly position: number | null;
  /** `null` where no reason can be shown. */
  readonly reason: LedgerReason | null;
  readonly trust: TrustLevel | null;
  readonly tokens: Figure;
  /** The first turn whose window held it; `null` where none is known to. */
  readonly enteredTurn: TurnIndex | null;
  /** The summary that speaks for a compacted item, and where its original is. */
  readonly summaryId: string | null;
  readonly originalRef: string | null;
  /** Whether it stands in the window as recorded; `null` where the window is not known. */
  readonly standing: boolean | null;
  /** What the ledger itself says of an item's text. */
  readonly text: string | null;
}

/** What the harness wrote on top of its ledger. */
export interface LedgerHead {
  readonly runId: string;
  readonly policy: string | null;
  readonly phase: string | null;
  readonly tokenBudget: Tokens | null;
  readonly estimatedTokens: Tokens | null;
}

/** What went into a turn's window, what did not, and why. */
export interface TurnLedger {
  readonly turn: TurnIndex;
  /** `reported`: the harness kept it. `derived`: worked out from the windows. */
  readonly provenance: "reported" | "derived";
  readonly head: LedgerHead | null;
  /** The budgets that hold at the turn; `null` where the harness declared none. */
  readonly budgets: DeclaredBudgets | null;
  readonly windowKnown: boolean;
  /** Included rows come first, in window order. */
  readonly rows: readonly LedgerRow[];
  /** What was noted of the turn as a whole: annotations, and what a replay's policy said beside single blocks. */
  readonly remarks: readonly string[];
  /** Where a kept ledger and the recorded window differ: listed but not standing, standing but not listed. */
  readonly disagreements: { readonly notStanding: number; readonly notListed: number };
}
