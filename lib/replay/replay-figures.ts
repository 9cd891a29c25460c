import type { StepResult } from "@/lib/policies/contract/policy";
import type { Session, Turn } from "@/lib/core/trace/session";
import type { Tokens } from "@/lib/core/units";
import { makeLedgerDecisions } from "./replay-decisions";
import type { CacheSpend } from "@/lib/core/cost/other-window";
import { PricedCalls } from "./priced-calls";
import type { LedgerTurn, ReplaySetup, ReplayTurn } from "./setup";
import type { ReplaySource } from "./windows/source";
import type { WindowEdit } from "./windows/window-edit";

/**
 * The sizes of a request: `front` is what is sent before the messages, `unseen` the part of it that no block shows, and
 * `frontChanged` says whether it differs from the previous request. `isEdited`: the policy changed what stood there.
 */
export interface RequestSizes {
  readonly front: Tokens;
  readonly unseen: Tokens;
  readonly frontChanged: boolean;
  readonly messages: Tokens;
  readonly isEdited: boolean;
}

export class ReplayFigures {
  readonly series: ReplayTurn[] = [];
  readonly ledger: LedgerTurn[] = [];
  readonly #source: ReplaySource;
  readonly #prices: PricedCalls;
  readonly #budget: Tokens | null;
  readonly #window: Tokens | null | undefined;
  #messagesBefore: Tokens = 0;

  constructor(source: ReplaySource, { prices, budget, contextWindow }: ReplaySetup) {
    const { meta } = source.recording.session;
    this.#source = source;
    this.#prices = new PricedCalls(source.recording, prices);
    this.#budget = budget ?? meta.budget;
    this.#window = contextWindow;
  }

  /** Enters a turn: its ledger row, and how a prompt cache would have charged its request. */
  add(
    turn: Turn,
    edit: WindowEdit,
    result: StepResult,
    { front, unseen, frontChanged, messages, isEdited }: RequestSizes,
  ): { readonly row: LedgerTurn; readonly cache: CacheSpend } {
    const place = isEdited && edit.unchangedPrefix !== null ? front + edit.unchangedPrefix : null;
    const { cache, ...price } = this.#prices.priceOther(turn, {
      blocks: front - unseen + messages,
      edit: place === null ? null : place - unseen,
      entriesBehind: edit.entriesBehind,
      tokens: front + messages,
      common: frontChanged ? 0 : Math.min(front + this.#messagesBefore, place ?? Infinity),
    });
    const tokens = cache.read + cache.write + cache.uncached;
    this.#messagesBefore = messages;
    const recorded = turn.window.tokens.value;
    const overBudget = this.#budget !== null && tokens > this.#budget;
    this.series.push({
      turn: turn.index,
      at: turn.at,
      tokens,
      recorded,
      residual: recorded === null ? null : recorded - tokens,
      evictions: edit.departures.length,
      tokensFreed: edit.departures.reduce((sum, { tokensFreed }) => sum + tokensFreed, 0),
      cache,
      ...price,
      summaryPrice: this.#prices.priceSummaries(turn, result.summarizerCalls ?? NONE),
      overBudget,
      overWindow: isOverWindow(tokens, replayWindow(turn, this.#source.recording.session, this.#window)),
    });
    const row = this.#rowOf(turn, tokens, overBudget, result);
    this.ledger.push(row);
    return { row, cache };
  }

  /** A turn whose window is not known. */
  pass(turn: Turn): void {
    this.#prices.skipUnknown(turn);
  }

  /** What the calls cost together; `null` where that cannot be said. */
  get price(): number | null {
    return this.#prices.total;
  }

  /** The part of the price that the calls for summaries cost. */
  get summaryPrice(): number | null {
    return this.#prices.summaries;
  }

  #rowOf(turn: Turn, tokens: Tokens, overBudget: boolean, result: StepResult): LedgerTurn {
    const notes = result.notes ?? NONE;
    const budget = this.#budget;
    return {
      turn: turn.index,
      tokens,
      budget,
      triggers: result.triggers ?? NONE,
      decisions: makeLedgerDecisions(result.decisions ?? NONE, this.#source),
      edits: result.edits ?? NONE,
      summarizerCalls: result.summarizerCalls ?? NONE,
      notes: overBudget && budget !== null ? [...notes, explainOverBudget(tokens, budget, result)] : notes,
    };
  }
}

const NONE: readonly never[] = [];

export function replayWindow(
  turn: Turn,
  { meta }: Session,
  declared: Tokens | null | undefined,
): Tokens | null {
  return declared === undefined ? (turn.contextWindow ?? meta.contextWindow) : declared;
}

/** Whether a request is longer than the window; `null` if the window is not known. */
export function isOverWindow(tokens: Tokens, window: Tokens | null): boolean | null {
  return window === null ? null : tokens > window;
}

function explainOverBudget(tokens: Tokens, budget: Tokens, { changes, triggers = [] }: StepResult): string {
  const over = `${tokens} tokens are over the budget of ${budget}`;
  if (changes.length > 0) return `${over}: what the policy took away was not enough.`;
  const waiting = triggers.find(({ fired }) => !fired);
  if (waiting === undefined) return `${over}: the policy finds nothing that it may take away.`;
  const { name, measured, threshold, unit } = waiting;
  return `${over}: the policy waits for ${name}, which is at ${measured ?? "an unknown number of"} of ${threshold ?? "unknown"} ${unit}.`;
}
