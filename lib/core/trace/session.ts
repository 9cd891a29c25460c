import type { EpochMs, TurnIndex, Tokens } from "../units";
import type {
  CalibrationBasis,
  EvictionHow,
  LimitProvenance,
  Mode,
  Outcome,
  Provenance,
  SessionRole,
  SourceKind,
  TrustLevel,
} from "../vocabulary";
import type { BlockFacts, EntryFacts, Reference } from "./block-facts";
import type { Cause } from "./cause";
import type { CompactionFacts } from "./cause-facts";
import type { TraceEventOf } from "./event";
import type { EventType } from "./event-schema";
import type { TurnFacts } from "./turn-facts";
import type { DeclaredBudgets, Delta, Figure, FoundOfTurn, TurnWindow } from "./turn-figures";
import type { Usage } from "./usage-facts";

/** Totals that the run reported, `null` if it reported none: counted by its own model, so measured. */
export interface RunTotals {
  readonly tokensSent: Tokens | null;
  readonly tokensReceived: Tokens | null;
  readonly calls: number | null;
  /** The cost in US dollars. */
  readonly cost: number | null;
}

export type BySource = Partial<Record<SourceKind, Tokens>>;

export interface SessionMeta {
  readonly externalId: string;
  readonly name: string | null;
  readonly agent: string | null;
  readonly model: string | null;
  readonly role: SessionRole;
  readonly parent: { readonly session: string; readonly toolCallId: string | null } | null;
  readonly source: { readonly format: string; readonly file: string | null } | null;
  readonly policy: TraceEventOf<"session.started">["policy"] | null;
  readonly tags: readonly string[];
  readonly notes: readonly string[];
  readonly startedAt: EpochMs | null;
  readonly endedAt: EpochMs | null;
  readonly outcome: Outcome | null;
  readonly outcomeReason: string | null;
  readonly contextWindow: Tokens | null;
  readonly contextWindowProvenance: LimitProvenance;
  readonly budget: Tokens | null;
  readonly budgets: DeclaredBudgets | null;
  readonly reported: RunTotals | null;
  /** The statement of the session's beginning and end, with fields that the program does not read; `null` where there is none. */
  readonly started: StatedEvent<"session.started"> | null;
  readonly ended: StatedEvent<"session.ended"> | null;
  /** The sender's id of the session whose history it began with a copy of. */
  readonly forkedFrom: string | null;
}

/** An event without its own name and place. */
type StatedEvent<T extends EventType> = Omit<TraceEventOf<T>, "id" | "session" | "type">;

export interface Redeclared {
  readonly kind: SourceKind;
  readonly trust: TrustLevel;
  readonly since: TurnIndex;
}

/** One text that a block was seen with. Most blocks have only one version. */
export interface BlockVersion {
  readonly hash: string | null;
  readonly text: string | null;
  readonly chars: number | null;
  readonly tokens: Tokens | null;
  readonly provenance: Provenance;
}

/** A block with the facts that its sender states, and those that the fold finds out. */
export interface Block extends BlockFacts {
  readonly id: string;
  readonly kind: SourceKind;
  readonly trust: TrustLevel;
  /** Other kinds and trust that its sender gave the block later, each once. The first kind and trust stay. */
  readonly redeclared: readonly Redeclared[];
  /** The turn that produced it or brought it in after its call; `null` if it was there before the first turn. */
  readonly createdTurn: TurnIndex | null;
  /** Index of the version that `full` means; -1 if the block was never seen in full. */
  readonly full: number;
  readonly versions: readonly BlockVersion[];
}

/**
 * A maximal run of turns in which a block stands in the window in one mode and one version. `rank` orders the
 * residencies of one turn as the model saw them. `continues` marks a run that follows another one of the block without
 * a gap, because the block moved or its text changed.
 */
export interface Residency extends EntryFacts {
  readonly block: number;
  readonly version: number;
  readonly mode: Mode;
  /** The turn in which the block entered. It stays when the mode, text or place changes. */
  readonly since: TurnIndex;
  readonly from: TurnIndex;
  readonly to: TurnIndex | null;
  readonly rank: number;
  readonly continues: boolean;
}

/** A turn with the facts that its sender states, the context window that holds for it, and what the fold finds out. */
export interface Turn extends TurnFacts, FoundOfTurn {
  readonly index: TurnIndex;
  readonly at: EpochMs | null;
  readonly contextWindowProvenance: LimitProvenance;
  readonly usage: Usage | null;
  readonly window: TurnWindow;
  readonly delta: Delta;
  readonly toolCalls: number;
  /** Indexes into `Session.blocks` of what the model produced in this turn. */
  readonly output: readonly number[];
}

/**
 * The end of a residency that was not the end of the session, or of a block that was made and never stood whole: the
 * first window that it came into showed less. `turn` is the first turn without it.
 */
export interface Eviction {
  readonly block: number;
  readonly turn: TurnIndex;
  readonly enteredTurn: TurnIndex;
  readonly how: EvictionHow;
  readonly fromMode: Mode;
  readonly toMode: Mode | null;
  readonly cause: Cause;
  readonly tokensFreed: Tokens | null;
  readonly reference: Reference | null;
  readonly restorable: boolean;
  readonly reenteredTurn: TurnIndex | null;
  /**
   * The first turn that fetched the same content again, by an equal call or from the same path. The result is another
   * block.
   */
  readonly refetchedTurn: TurnIndex | null;
  readonly compaction: number | null;
}

/** A reported edit although blocks that it names still stood in full afterwards. `blocks` are indexes into `Session.blocks`. */
export interface UnmadeEdit {
  readonly turn: TurnIndex;
  readonly how: EvictionHow;
  readonly blocks: readonly number[];
}

/** Output of a call that no later window holds, because a reported edit took it back before it was sent. */
export interface UnsentOutput {
  readonly turn: TurnIndex;
  readonly blocks: readonly number[];
  readonly cause: Cause;
}

export interface Compaction extends CompactionFacts {
  readonly turn: TurnIndex;
  readonly tokensBefore: Figure;
  readonly tokensAfter: Figure;
  readonly removed: number;
  readonly summaryBlock: number | null;
  readonly cause: Cause;
}

/** A tool call with the same tool and canonical arguments as an earlier call. */
export interface RepeatedCall {
  readonly turn: TurnIndex;
  readonly call: number;
  readonly earlierCall: number;
  readonly earlierTurn: TurnIndex | null;
  /** Where the earlier result was when the call was repeated; `pending` if both calls were made in the same turn. */
  readonly earlierResult: "in_window" | "left" | "never_entered" | "no_result" | "pending";
  readonly earlierResultBlock: number | null;
}

export interface Calibration {
  /** Every estimate is the tokenizer's count times this factor. */
  readonly factor: number;
  readonly basis: CalibrationBasis;
  /** Measured deltas behind the factor; 0 if it was learned from something else. */
  readonly samples: number;
  readonly tokenizer: string;
  readonly exact: boolean;
  /** Median of |estimated − measured| over these deltas. */
  readonly medianError: Tokens | null;
}

/** A folded session. It holds no content: texts are found by version hash. */
export interface Session {
  readonly meta: SessionMeta;
  readonly turns: readonly Turn[];
  readonly blocks: readonly Block[];
  readonly residencies: readonly Residency[];
  readonly evictions: readonly Eviction[];
  readonly compactions: readonly Compaction[];
  readonly unmadeEdits: readonly UnmadeEdit[];
  readonly unsentOutputs: readonly UnsentOutput[];
  readonly repeats: readonly RepeatedCall[];
  readonly toolCalls: number;
  readonly records: readonly { readonly turn: TurnIndex; readonly event: RecordEvent }[];
  readonly calibration: Calibration;
  readonly gaps: readonly { readonly from: TurnIndex; readonly to: TurnIndex }[];
  readonly warnings: readonly SessionWarning[];
}

export type RecordEvent = KeptEvent | (TraceEventOf<"session.restarted"> & { readonly turn: TurnIndex });

type KeptEvent = TraceEventOf<
  | "context.decided"
  | "plan.declared"
  | "plan.revised"
  | "plan.step"
  | "step.validated"
  | "checkpoint.taken"
  | "gate.checked"
  | "annotation.added"
>;

export interface SessionWarning {
  readonly code: string;
  readonly message: string;
  readonly count: number;
}
