import { contentHash } from "../../hash";
import type { LimitFigure } from "../../models/window-of";
import type { ModelSetting } from "../../models/model-settings";
import { Calibrator } from "../../tokens/calibrate";
import type { Tokenizer } from "../../tokens/tokenizer";
import { countTokens, tokenizerFor } from "../../tokens/tokenizer";
import type { EpochMs, Tokens } from "../../units";
import type { TraceEventOf } from "../event";
import type { DeclaredBudgets, RecordEvent, Usage, UnmadeEdit } from "../session";
import { BudgetBook } from "./budgets";
import type { CompactionFacts } from "./compaction-facts";
import type { EvictionFacts } from "./evictions";
import { Refetches } from "./refetches";
import { Registry } from "./registry";
import { CallLog } from "./repeats";
import { Warnings } from "./warnings";
import { WindowState } from "./window-state";

type TurnEvent = TraceEventOf<"turn.recorded">;

/** What the event of a turn says beside its texts and its usage. */
export type TurnStatement = Pick<TurnEvent, "session" | "turn" | "at"> & {
  readonly [
    Name in
      | "turnId"
      | "endedAt"
      | "model"
      | "contextWindow"
      | "phase"
      | "stopReason"
      | "error"
      | "visibleTools"
      | "appliedEdits"
      | "completeness"
      | "windowProvenance"
  ]: TurnEvent[Name] | undefined;
};

/** What the fold keeps of a turn; sums over blocks are made when the session is finished. */
export interface TurnFacts {
  readonly event: TurnStatement;
  readonly limit: LimitFigure;
  readonly budgets: DeclaredBudgets | null;
  readonly usage: Usage | null;
  readonly known: boolean;
  readonly entries: number;
  readonly entered: number;
  readonly left: number;
  readonly changed: number;
  readonly output: readonly number[];
}

/** What the turns say about the session as a whole, kept up to date turn by turn. */
export interface SpanFacts {
  session: string | null;
  firstAt: EpochMs | null;
  /** The newest turn whose start is known. */
  last: { readonly at: EpochMs; readonly endedAt: EpochMs | null } | null;
  /** The first model that a turn names, and the newest context window. */
  model: string | null;
  contextWindow: Tokens | null;
}

export interface FoldOptions {
  /** Token counts known from an earlier fold, by content hash; spares counting again. */
  readonly counted?: ((hash: string) => Tokens | undefined) | undefined;
  /** Content hashes that are known already; spares hashing again. */
  readonly hashOf?: ((text: string) => string | undefined) | undefined;
  /** What the session's project says of models, in place of the table. */
  readonly models?: readonly ModelSetting[] | undefined;
  /** Told of every text once per block that has it. The fold itself keeps none. */
  readonly onText?: ((hash: string, text: string) => void) | undefined;
}

/** Everything the fold has worked out so far. Grows with blocks and turns, never with their product. */
export interface FoldState {
  started: TraceEventOf<"session.started"> | null;
  ended: TraceEventOf<"session.ended"> | null;
  readonly turns: TurnFacts[];
  readonly span: SpanFacts;
  /** Each with its place: a turn, half a turn more for what came after its call, infinite where none tells. */
  readonly records: { turn: number; event: RecordEvent | TraceEventOf<"session.restarted"> }[];
  readonly evictions: EvictionFacts[];
  /** The newest eviction of each block, to be closed when the block comes back. */
  readonly lastEviction: Map<number, EvictionFacts>;
  readonly compactions: CompactionFacts[];
  readonly unmadeEdits: UnmadeEdit[];
  readonly registry: Registry;
  readonly window: WindowState;
  readonly calls: CallLog;
  readonly refetches: Refetches;
  readonly calibrator: Calibrator;
  readonly warnings: Warnings;
  /** The window that a turn last stated, by its model: it holds for the model's following turns. */
  readonly statedWindows: Map<string, Tokens>;
  readonly budgets: BudgetBook;
  readonly models: readonly ModelSetting[];
  tokenizer: Tokenizer;
}

export function emptyState(options: FoldOptions): FoldState {
  const window = new WindowState();
  const registry = new Registry(
    (text, hash) => {
      options.onText?.(hash, text);
      return options.counted?.(hash) ?? countTokens(text, state.tokenizer);
    },
    (text) => options.hashOf?.(text) ?? contentHash(text),
  );
  const state: FoldState = {
    started: null,
    ended: null,
    turns: [],
    span: { session: null, firstAt: null, last: null, model: null, contextWindow: null },
    records: [],
    evictions: [],
    lastEviction: new Map(),
    compactions: [],
    unmadeEdits: [],
    registry,
    window,
    calls: new CallLog(registry, window),
    refetches: new Refetches(),
    calibrator: new Calibrator(),
    warnings: new Warnings(),
    statedWindows: new Map(),
    budgets: new BudgetBook(),
    models: options.models ?? [],
    tokenizer: tokenizerFor(null),
  };
  return state;
}
