import { groupBy } from "../group-by";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Block, Eviction, Session, Turn } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { SessionBill, TurnBill, FirstDifference } from "./bill-parts";
import { computeCostBetween } from "./money";
import type { BreakCause } from "./break-causes";
import type { CacheState } from "./cache-state";

export interface CacheBreak {
  readonly turn: TurnIndex;
  readonly before: TurnIndex;
  readonly kept: Tokens;
  readonly read: Tokens;
  readonly lost: Tokens;
  /** Tokens that the call paid again: those that had been in the cache and stood there before, without what left and what came. */
  readonly rewritten: Tokens;
  /** What these tokens cost, and what they cost more than reading them; in money units, `null` without prices. */
  readonly cost: number | null;
  readonly extra: number | null;
  readonly idleMs: number | null;
  readonly ttlMs: number;
  /** The shortest beginning that the cache keeps, in tokens. */
  readonly minPrefix: Tokens;
  readonly cause: BreakCause;
  /**
   * The part of the request that changed, where that is the cause: its blocks, the tools offered, or an edit that the provider
   * made.
   */
  readonly by: "window" | "tools" | "provider" | null;
  /** The place where the read beginning ended. */
  readonly at: { readonly tokens: Tokens; readonly block: number | null };
  /** The eviction, or the block that came or changed at the place. */
  readonly edit: { readonly eviction: number | null; readonly block: number } | null;
}

/** Every call that read less than the call before it had left in the cache. */
export function findBreaks(session: Session, bill: SessionBill): CacheBreak[] {
  return finishSteps(findBreaksInSteps(session, bill));
}

/** Like {@link findBreaks}, a turn per step. */
export function* findBreaksInSteps(session: Session, bill: SessionBill): InSteps<CacheBreak[]> {
  const bills = new Map(bill.turns.map((turn) => [turn.turn, turn]));
  const evictions = groupEvictionsByTurn(session.evictions);
  const keeps: { turn: TurnIndex; tokens: Tokens }[] = [];
  const breaks: CacheBreak[] = [];
  for (const turn of session.turns) {
    yield;
    const state = bill.cache.get(turn.index);
    const isLost = state !== undefined && state.kept !== null && state.lost > 0;
    const earlier = isLost ? [...keeps] : [];
    if (turn.usage?.input != null && state !== undefined) remember(keeps, turn, state);
    if (!isLost || state.kept === null || turn.index < bill.from) continue;
    const turnBill = bills.get(turn.index);
    const place = bill.placeOf.get(turn.index);
    const { at: changedAt, change } = findFirstChange(bill, state.before, turn.index);
    const edit = findEdit(session, change, evictions.get(changedAt) ?? []);
    const again = bill.paidAgain.get(turn.index) ?? [];
    const rewritten = again.reduce((sum, { from, to }) => sum + to - from, 0);
    const price =
      turnBill === undefined
        ? null
        : again.reduce((sum, { from, to }) => sum + computeCostBetween(turnBill.rates.parts, from, to), 0);
    breaks.push({
      turn: turn.index,
      before: state.before,
      kept: state.kept,
      read: state.read,
      lost: state.lost,
      rewritten,
      cost: price,
      extra:
        price === null || turnBill === undefined
          ? null
          : Math.max(0, price - rewritten * turnBill.rates.read),
      idleMs: state.idleMs,
      ttlMs: state.ttlMs,
      minPrefix: state.minPrefix,
      ...findCause(session, turn, { state, own: turnBill, edit, change, earlier }),
      at: {
        tokens: state.read,
        block: place === undefined ? null : (session.residencies[place]?.block ?? null),
      },
      edit: edit === null ? null : { eviction: edit.eviction, block: edit.block },
    });
  }
  return breaks;
}

/** Remembers the ends of earlier requests, up to which a cache may still hold a beginning; a loss leaves only what was read. */
function remember(
  keeps: { turn: TurnIndex; tokens: Tokens }[],
  turn: Turn,
  { read, lost }: CacheState,
): void {
  if (lost > 0) while (keeps.length > 0 && (keeps.at(-1)?.tokens ?? 0) > read) keeps.pop();
  const tokens = (turn.usage?.cacheRead ?? 0) + (turn.usage?.cacheWrite ?? 0);
  keeps.push({ turn: turn.index, tokens });
  if (keeps.length > KEEPS_MAX) keeps.shift();
}

const KEEPS_MAX = 64;

interface Edit {
  readonly block: number;
  readonly eviction: number | null;
}

function findEdit(
  session: Session,
  change: FirstDifference | undefined,
  evictions: readonly (readonly [number, Eviction])[],
): Edit | null {
  const block = change === undefined ? undefined : session.residencies[change.residency]?.block;
  if (block === undefined) return null;
  const eviction = evictions.find(([, candidate]) => candidate.block === block) ?? null;
  return { block, eviction: eviction === null ? null : eviction[0] };
}

function groupEvictionsByTurn(
  evictions: readonly Eviction[],
): Map<TurnIndex, (readonly [number, Eviction])[]> {
  return groupBy(evictions.entries(), ([, { turn }]) => turn);
}

interface Facts {
  readonly state: CacheState;
  readonly own: TurnBill | undefined;
  readonly edit: Edit | null;
  readonly change: FirstDifference | undefined;
  readonly earlier: readonly { readonly tokens: Tokens }[];
}

const INSTRUCTIONS = new Set(["system_rules", "repository_instructions", "tool_schemas", "memory"]);

function findCause(session: Session, turn: Turn, facts: Facts): Pick<CacheBreak, "cause" | "by"> {
  const { state, edit } = facts;
  if (state.idleMs !== null && state.idleMs > state.ttlMs) return { cause: "idle", by: null };
  const block = edit === null ? undefined : session.blocks[edit.block];
  if (block !== undefined && isCauseOfLoss(turn, facts)) return { cause: nameEditCause(block), by: "window" };
  if (areToolsChanged(session, turn, state)) return { cause: "instructions_changed", by: "tools" };
  if ((turn.appliedEdits ?? []).some(({ problem }) => problem === undefined))
    return { cause: findAppliedCause(turn), by: "provider" };
  if (state.modelChanged) return { cause: "model_changed", by: null };
  return { cause: state.isShort ? "too_short" : "unexplained", by: null };
}

function nameEditCause({ kind }: Block): BreakCause {
  if (INSTRUCTIONS.has(kind)) return "instructions_changed";
  return kind === "thinking" ? "thinking_dropped" : "window_edited";
}

/** The first place where the window differs from the last one that was charged. A call without usage may stand between the two. */
function findFirstChange(
  { changes }: SessionBill,
  before: TurnIndex,
  turn: TurnIndex,
): { readonly at: TurnIndex; readonly change: FirstDifference | undefined } {
  let [at, change] = [turn, changes.get(turn)];
  for (let n = turn - 1; n > before; n--) {
    const otherChange = changes.get(n);
    if (otherChange !== undefined && otherChange.place <= (change?.place ?? Infinity))
      [at, change] = [n, otherChange];
  }
  return { at, change };
}

/** An edit that the provider reported, of content that the record still shows. */
function findAppliedCause({ appliedEdits }: Turn): BreakCause {
  const isThinking =
    appliedEdits?.every(({ clearedThinkingTurns }) => (clearedThinkingTurns ?? 0) > 0) ?? false;
  return isThinking ? "thinking_dropped" : "window_edited";
}

/** The number of blocks over which the provider looks back for a beginning that it holds. */
const LOOK_BACK = 20;
const SLACK = 1_024;
const SLACK_SHARE = 0.03;

/**
 * Whether the first difference of the windows explains what was read. What was read cannot reach beyond the difference, and where
 * an earlier request ended before it and near it, the provider would have read up to there.
 */
function isCauseOfLoss({ usage }: Turn, { state, own, change, earlier }: Facts): boolean {
  if (change === undefined || state.kept === null) return false;
  const slack = SLACK + SLACK_SHARE * (usage?.input ?? 0);
  const place = change.place + (own?.layout.front ?? 0);
  if (place >= state.kept || state.read > place + slack) return false;
  if (state.modelChanged) return change.entriesBehind > LOOK_BACK || state.read > 0;
  const reachable = Math.max(
    0,
    ...earlier.filter(({ tokens }) => tokens <= place).map(({ tokens }) => tokens),
  );
  return change.entriesBehind > LOOK_BACK || reachable <= state.read + slack;
}

function areToolsChanged(
  { turns }: Session,
  { index, visibleTools }: Turn,
  { before, read }: CacheState,
): boolean {
  const earlier = findTurn(turns, before)?.visibleTools ?? null;
  if (visibleTools === null || earlier === null || index === before) return false;
  // Tools stand in front. Where a part of the beginning was read, it was not the tools that broke the cache.
  if (read > SLACK) return false;
  return visibleTools.length !== earlier.length || visibleTools.some((name, n) => name !== earlier[n]);
}

function findTurn(turns: readonly Turn[], index: TurnIndex): Turn | undefined {
  let [low, high] = [0, turns.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = turns[middle]?.index ?? 0;
    if (at === index) return turns[middle];
    if (at < index) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
