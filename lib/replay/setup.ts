import type { Message } from "@/lib/policies/contract/message";
import type { Policy, Summarizer } from "@/lib/policies/contract/policy";
import type { EpochMs, Tokens, TurnIndex } from "@/lib/core/units";
import type { PriceTable } from "@/lib/core/models/prices";
import type { CacheSpend } from "@/lib/core/cost/other-window";
import type { Decision, ReportedEdit, SummarizerCall, Trigger } from "@/lib/policies/contract/policy";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Session } from "@/lib/core/trace/session";

/** A field that is left out is taken from the recording. */
export interface ReplaySetup {
  readonly policy: Policy;
  readonly options?: unknown;
  readonly budget?: Tokens | null;
  readonly contextWindow?: Tokens | null;
  readonly prices?: PriceTable;
  readonly summarize?: Summarizer;
  /** Further signals for the policy at a turn, such as what unexecuted steps need. */
  readonly signalsAt?: (turn: TurnIndex) => Readonly<Record<string, unknown>>;
  /** Blocks and calls that the signals pin in addition to the plans' needs. They are part of the setup's identity. */
  readonly pins?: readonly string[];
  readonly notes?: readonly string[];
  readonly id?: string;
}

export interface ReplayDecision extends Omit<Decision, "from" | "to"> {
  readonly blocks: readonly string[];
}

/** What the policy did at one turn and why; empty lists if it did nothing. */
export interface LedgerTurn {
  readonly turn: TurnIndex;
  readonly tokens: Tokens;
  readonly budget: Tokens | null;
  readonly triggers: readonly Trigger[];
  readonly decisions: readonly ReplayDecision[];
  readonly edits: readonly ReportedEdit[];
  readonly summarizerCalls: readonly SummarizerCall[];
  readonly notes: readonly string[];
}

export interface ReplayTurn {
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
  readonly tokens: Tokens;
  readonly recorded: Tokens | null;
  /**
   * Recorded minus replayed. Under the recorded policy: what the recording does not show. Under another: also what that
   * policy saved.
   */
  readonly residual: Tokens | null;
  readonly evictions: number;
  readonly tokensFreed: Tokens;
  readonly cache: CacheSpend;
  /** The price of the input. */
  readonly price: number | null;
  readonly outputPrice: number | null;
  /** The price of the calls that the policy makes for its summaries at this turn; the two others do not contain it. */
  readonly summaryPrice: number | null;
  readonly overBudget: boolean;
  readonly overWindow: boolean | null;
}

export interface Replay {
  readonly policy: {
    readonly kind: string;
    readonly version: string;
    readonly title: string;
    readonly options: unknown;
  };
  /** The replayed session and its texts. Every view and analysis reads it like a recording. */
  readonly recording: Recording;
  readonly session: Session;
  readonly ledger: readonly LedgerTurn[];
  readonly series: readonly ReplayTurn[];
  /** What all calls cost, those for summaries too, and those whose windows are not known; `null` where that cannot be said. */
  readonly price: number | null;
  /** The part of the price that the calls for summaries cost. */
  readonly summaryPrice: number | null;
  /** The events that the session was folded from. Storing these stores the session. */
  readonly events: readonly TraceEvent[];
  readonly lastWindow: readonly Message[];
  readonly notes: readonly string[];
}
