import { hashContent } from "../../hash";
import type { LimitFigure } from "../../models/window-of";
import type { ModelSetting } from "../../models/model-settings";
import { Calibrator } from "../../tokens/calibrate";
import type { Tokenizer } from "../../tokens/tokenizer";
import { countTokens, getTokenizer } from "../../tokens/tokenizer";
import type { EpochMs, Tokens } from "../../units";
import type { TraceEventOf } from "../event";
import type { UnmadeEdit, SessionWarning, UnsentOutput } from "../session";
import type { FoundOfTurn } from "../turn-figures";
import type { TurnFacts } from "../turn-facts";
import type { Usage } from "../usage-facts";
import { BudgetBook } from "./budgets";
import type { FoldedCompaction } from "./folded-compaction";
import type { FoldedEviction } from "./folded-eviction";
import { RecordList } from "./records";
import { Refetches } from "./refetches";
import { Registry } from "./registry";
import { CallLog } from "./repeats";
import { WindowState } from "./window-state";
import { Witness } from "./witness";

class Warnings {
  private readonly byCode = new Map<string, { message: string; count: number }>();

  add(code: string, message: string, count = 1): void {
    if (count === 0) return;
    const existing = this.byCode.get(code);
    if (existing === undefined) this.byCode.set(code, { message, count });
    else existing.count += count;
  }

  list(): SessionWarning[] {
    return [...this.byCode].map(([code, { message, count }]) => ({ code, message, count }));
  }
}

/** The facts of a turn during the fold. Sums over blocks are made when the session is finished. */
export interface FoldedTurn {
  readonly event: Pick<TraceEventOf<"turn.recorded">, "session" | "turn" | "at">;
  readonly stated: TurnFacts;
  readonly limit: LimitFigure;
  readonly found: FoundOfTurn;
  readonly usage: Usage | null;
  readonly known: boolean;
  readonly entries: number;
  readonly entered: number;
  readonly left: number;
  readonly changed: number;
  readonly output: readonly number[];
}

export interface SessionSpan {
  session: string | null;
  firstAt: EpochMs | null;
  last: { readonly at: EpochMs; readonly endedAt: EpochMs | null } | null;
  model: string | null;
  contextWindow: Tokens | null;
}

export interface FoldOptions {
  readonly counted?: ((hash: string) => Tokens | undefined) | undefined;
  readonly hashOf?: ((text: string) => string | undefined) | undefined;
  readonly models?: readonly ModelSetting[] | undefined;
  /** Called with every text once per block that has it. The fold itself keeps no texts. */
  readonly onText?: ((hash: string, text: string) => void) | undefined;
}

/** Everything that the fold has worked out so far. It grows with blocks and turns, never with their product. */
export interface FoldState {
  started: TraceEventOf<"session.started"> | null;
  ended: TraceEventOf<"session.ended"> | null;
  readonly turns: FoldedTurn[];
  readonly span: SessionSpan;
  readonly records: RecordList;
  readonly evictions: FoldedEviction[];
  readonly lastEviction: Map<number, FoldedEviction>;
  readonly compactions: FoldedCompaction[];
  readonly unmadeEdits: UnmadeEdit[];
  readonly unsentOutputs: UnsentOutput[];
  readonly registry: Registry;
  readonly window: WindowState;
  readonly witness: Witness;
  readonly calls: CallLog;
  readonly refetches: Refetches;
  readonly calibrator: Calibrator;
  readonly warnings: Warnings;
  /** The context window that a turn last stated, by model. It holds for the model's following turns. */
  readonly statedWindows: Map<string, Tokens>;
  readonly largestRequests: Map<string, Tokens>;
  readonly budgets: BudgetBook;
  readonly models: readonly ModelSetting[];
  tokenizer: Tokenizer;
}

export function createFoldState(options: FoldOptions): FoldState {
  const window = new WindowState();
  const registry = new Registry(
    (text, hash) => {
      options.onText?.(hash, text);
      return options.counted?.(hash) ?? countTokens(text, state.tokenizer);
    },
    (text) => options.hashOf?.(text) ?? hashContent(text),
  );
  const state: FoldState = {
    started: null,
    ended: null,
    turns: [],
    span: { session: null, firstAt: null, last: null, model: null, contextWindow: null },
    records: new RecordList(),
    evictions: [],
    lastEviction: new Map(),
    compactions: [],
    unmadeEdits: [],
    unsentOutputs: [],
    registry,
    window,
    witness: new Witness(registry, window),
    calls: new CallLog(registry, window),
    refetches: new Refetches(),
    calibrator: new Calibrator(),
    warnings: new Warnings(),
    statedWindows: new Map(),
    largestRequests: new Map(),
    budgets: new BudgetBook(),
    models: options.models ?? [],
    tokenizer: getTokenizer(null),
  };
  return state;
}
