import type { Message } from "@/lib/policies/contract/message";
import type { Policy, Summarizer } from "@/lib/policies/contract/policy";
import type { EpochMs, Tokens, TurnIndex } from "@/lib/core/units";
import type { CacheSpend, PriceTable } from "./prices";
import type { Decision, ReportedEdit, SummarizerCall, Trigger } from "@/lib/policies/contract/policy";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { TraceEvent } from "@/lib/core/trace/event";
import type { Session } from "@/lib/core/trace/session";

/** What a session is replayed under. What is left out is as the recording says. */
export interface ReplaySetup {
  readonly policy: Policy;
  readonly options?: unknown;
  /** Tokens that a request may take. */
  readonly budget?: Tokens | null;
  readonly contextWindow?: Tokens | null;
  readonly prices?: PriceTable;
  readonly summarize?: Summarizer;
  /** Further signals for the policy at a turn, such as what unexecuted steps need. */
  readonly signalsAt?: (turn: TurnIndex) => Readonly<Record<string, unknown>>;
  /** Blocks and calls that the signals name beside what plans need: two setups that differ in them are two. */
  readonly pins?: readonly string[];
  /** What the caller knows that a reader of the result must know, beside what the replay says itself. */
  readonly notes?: readonly string[];
  /** The id of the replayed session; made from the recording's and the setup where it is left out. */
  readonly id?: string;
}

/** A decision with the blocks that it is about. */
export interface ReplayDecision extends Omit<Decision, "from" | "to"> {
  readonly blocks: readonly string[];
}

/** What the policy did at one turn and why: empty lists where it did nothing. */
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

/** One turn of a replay in figures. */
export interface ReplayTurn {
  readonly turn: TurnIndex;
  readonly at: EpochMs | null;
  readonly tokens: Tokens;
  /** The recorded window's total, as measured where it was; null where it is unknown. */
  readonly recorded: Tokens | null;
  /** Recorded minus replayed: under the recorded policy what the recording does not show, else also what the policy saved. */
  readonly residual: Tokens | null;
  readonly evictions: number;
  readonly tokensFreed: Tokens;
  readonly cache: CacheSpend;
  /** Price of the input in the table's currency; null without a price. */
  readonly price: number | null;
  readonly overBudget: boolean;
  /** Whether the window is fuller than the model takes; null where that is not known. */
  readonly overWindow: boolean | null;
}

/** A counterfactual session with what was decided on the way. */
export interface Replay {
  readonly policy: {
    readonly kind: string;
    readonly version: string;
    readonly title: string;
    readonly options: unknown;
  };
  /** The replayed session and its texts: every view and analysis reads it like a recording. */
  readonly recording: Recording;
  readonly session: Session;
  readonly ledger: readonly LedgerTurn[];
  readonly series: readonly ReplayTurn[];
  /** What the session was folded from: storing these stores the session. */
  readonly events: readonly TraceEvent[];
  /** The window that the last request would have had. */
  readonly lastWindow: readonly Message[];
  readonly notes: readonly string[];
}
