import type { EpochMs, TurnIndex, Tokens } from "../units";
import type {
  CalibrationBasis,
  CauseProvenance,
  Completeness,
  EvictionHow,
  LimitProvenance,
  Mode,
  Outcome,
  Provenance,
  SessionRole,
  SourceKind,
  TrustLevel,
} from "../vocabulary";
import type { Reference } from "./blocks-schema";
import type { TraceEventOf } from "./event";

/** A token figure and where it comes from; `null` exactly when the provenance is `unavailable`. */
export interface Figure {
  readonly value: Tokens | null;
  readonly provenance: Provenance;
}

/** Provider usage of one call, `null` where it is not known. `input` includes the cached part. */
export interface Usage {
  readonly input: Tokens | null;
  readonly uncached: Tokens | null;
  readonly cacheRead: Tokens | null;
  readonly cacheWrite: Tokens | null;
  readonly output: Tokens | null;
  readonly reasoning: Tokens | null;
}

/** What the run reported of itself as a whole, `null` where it says nothing: counted by its own model, measured. */
export interface RunTotals {
  readonly tokensSent: Tokens | null;
  readonly tokensReceived: Tokens | null;
  readonly calls: number | null;
}

/** Tokens by source kind; kinds without content are left out. */
export type BySource = Partial<Record<SourceKind, Tokens>>;

/** What a harness allowed itself for a turn: as a whole, and by source, which is a source kind or a name of its own. */
export interface DeclaredBudgets {
  readonly phase: string | null;
  readonly total: Tokens | null;
  readonly bySource: Readonly<Record<string, Tokens>>;
  readonly declaredTurn: TurnIndex;
}

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
  /** The budgets that were declared last. */
  readonly budgets: DeclaredBudgets | null;
  readonly reported: RunTotals | null;
}

/** One text that a block has been seen with. Most blocks have one version for life. */
export interface BlockVersion {
  readonly hash: string | null;
  /** The text itself where it is short (`SHORT_TEXT_CHARS`). */
  readonly text: string | null;
  readonly chars: number | null;
  /** Calibrated tokens; `null` where there is neither content nor a stated figure. */
  readonly tokens: Tokens | null;
  readonly provenance: Provenance;
}

export interface Block {
  readonly id: string;
  readonly kind: SourceKind;
  readonly trust: TrustLevel;
  readonly label: string | null;
  readonly toolName: string | null;
  readonly toolCallId: string | null;
  readonly isError: boolean;
  readonly media: Readonly<Record<string, number>> | null;
  readonly origin: {
    readonly path?: string | undefined;
    readonly url?: string | undefined;
    readonly artifact?: string | undefined;
  } | null;
  readonly completeness: Completeness;
  /** The turn that produced it, or whose aftermath it belongs to; `null` when it was there before the first turn. */
  readonly createdTurn: TurnIndex | null;
  /** Index of the version that `full` means; -1 when the block was never seen in full. */
  readonly full: number;
  readonly versions: readonly BlockVersion[];
}

/**
 * A maximal run of turns in which a block stands in the window in one mode and one version. `rank` orders the
 * residencies that are alive at a turn as the model saw them. `continues` marks a run that took over from another
 * without the block having left, because it moved or its text changed.
 */
export interface Residency {
  readonly block: number;
  readonly version: number;
  readonly mode: Mode;
  /** The turn in which the block came in, whatever happened to its mode, text or place since. */
  readonly since: TurnIndex;
  readonly from: TurnIndex;
  /** The last turn of the run; `null` while it stands in the newest window. */
  readonly to: TurnIndex | null;
  readonly rank: number;
  readonly continues: boolean;
  readonly reference: Reference | null;
}

export interface TurnWindow {
  /** Whether the source says what stood in it. When not, occupancy is known by its total at most. */
  readonly known: boolean;
  readonly provenance: "measured" | "inferred";
  /** The provider's total where it is reported, else the sum over blocks. */
  readonly tokens: Figure;
  readonly bySource: BySource;
  /** Provider total minus the sum over blocks: unseen system prompt, tool schemas, overhead. `null` without usage. */
  readonly residual: Tokens | null;
  readonly entries: number;
  /** Entries whose size nobody knows. */
  readonly unsized: number;
  readonly entered: number;
  readonly left: number;
  readonly changed: number;
}

export interface Delta extends Figure {
  /** The model changed between the two calls, and with it the tokenizer: part of the difference is no content. */
  readonly modelChanged: boolean;
  /** The turn whose output, tool results and aftermath made the window grow. */
  readonly causedByTurn: TurnIndex | null;
}

export interface Turn {
  readonly index: TurnIndex;
  readonly id: string | null;
  readonly at: EpochMs | null;
  readonly endedAt: EpochMs | null;
  readonly model: string | null;
  readonly contextWindow: Tokens | null;
  readonly contextWindowProvenance: LimitProvenance;
  /** The budgets that hold at this turn; `null` where the harness declared none. */
  readonly budgets: DeclaredBudgets | null;
  readonly phase: string | null;
  readonly stopReason: string | null;
  readonly error: string | null;
  readonly visibleTools: readonly string[] | null;
  readonly usage: Usage | null;
  readonly appliedEdits: TraceEventOf<"turn.recorded">["appliedEdits"] | null;
  readonly window: TurnWindow;
  readonly delta: Delta;
  readonly toolCalls: number;
  readonly completeness: Completeness;
  /** Indexes into `Session.blocks` of what the model produced in this turn. */
  readonly output: readonly number[];
}

export interface Cause {
  readonly policy: string | null;
  readonly rule: string | null;
  readonly reason: string | null;
  readonly numbers: Readonly<Record<string, number>> | null;
  readonly provenance: CauseProvenance;
}

/** The end of a residency that was not the end of the session. `turn` is the first turn without it. */
export interface Eviction {
  readonly block: number;
  /** Index of the residency that ended. */
  readonly residency: number;
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
  /** The first turn that fetched the same again, by an equal call or from the same path; what came is another block. */
  readonly refetchedTurn: TurnIndex | null;
  /** Index into `Session.compactions` when it left in one. */
  readonly compaction: number | null;
}

/** A reported edit after which blocks that it names stood in full, as indexes into `Session.blocks`. */
export interface UnmadeEdit {
  readonly turn: TurnIndex;
  readonly how: EvictionHow;
  readonly blocks: readonly number[];
}

export interface Compaction {
  readonly turn: TurnIndex;
  readonly trigger: string | null;
  readonly tokensBefore: Figure;
  readonly tokensAfter: Figure;
  readonly removed: number;
  readonly summaryBlock: number | null;
  readonly cause: Cause;
}

/** A tool call whose tool and canonical arguments an earlier call had. */
export interface RepeatedCall {
  readonly turn: TurnIndex;
  readonly call: number;
  readonly earlierCall: number;
  readonly earlierTurn: TurnIndex | null;
  /** Where the earlier result was when the call was made again; `pending` when both were made in the same turn. */
  readonly earlierResult: "in_window" | "left" | "never_entered" | "no_result" | "pending";
  readonly earlierResultBlock: number | null;
}

export interface Calibration {
  /** Every estimate of the session is the tokenizer's count times this. */
  readonly factor: number;
  readonly basis: CalibrationBasis;
  /** Measured deltas that the factor was learned from; 0 where it was learned from something else. */
  readonly samples: number;
  readonly tokenizer: string;
  /** Whether the tokenizer is the model's own. */
  readonly exact: boolean;
  /** Median of |estimated − measured| over the deltas it was learned from. */
  readonly medianError: Tokens | null;
}

/** What a session's events say, worked out. Holds no content: texts are found by version hash. */
export interface Session {
  readonly meta: SessionMeta;
  readonly turns: readonly Turn[];
  readonly blocks: readonly Block[];
  readonly residencies: readonly Residency[];
  readonly evictions: readonly Eviction[];
  readonly compactions: readonly Compaction[];
  /** Edits that the harness reported and that did not happen. */
  readonly unmadeEdits: readonly UnmadeEdit[];
  readonly repeats: readonly RepeatedCall[];
  readonly toolCalls: number;
  /** What the harness kept beside its calls: ledgers, plans, steps, checkpoints, gates, annotations. */
  readonly records: readonly { readonly turn: TurnIndex; readonly event: RecordEvent }[];
  readonly calibration: Calibration;
  /** Turn numbers that are missing below the highest one. */
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
