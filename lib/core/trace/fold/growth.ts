import type { Tokens, TurnIndex } from "../../units";
import type { Cause } from "../cause";
import type {
  Block,
  Calibration,
  Compaction,
  Eviction,
  RepeatedCall,
  Residency,
  Session,
  Turn,
} from "../session";
import { computeCalibration } from "./calibration";
import { listAwaitedCompactions } from "./compactions";
import type { Doubt } from "./doubts";
import { addDoubtToCause, computeDoubts, turnsInDoubt, addDoubt } from "./doubts";
import type { EditReport } from "./evictions";
import {
  finishBlock,
  finishCompaction,
  finishEviction,
  finishRecord,
  finishResidency,
  computeMeta,
  sessionWarnings,
  makeVersionLookup,
} from "./finish";
import { hasBeliefChanged, limitInForce } from "./limits";
import { RunningOccupancy } from "./occupancy";
import type { SessionTotals } from "./session-totals";
import type { FoldState } from "./state";
import { RunningTotals } from "./totals";
import type { Marked } from "./touched";
import type { TurnBefore } from "./turns";
import { finishTurn } from "./turns";

export interface Placed<T> {
  readonly no: number;
  readonly item: T;
}

/** A residency with the eviction that ended it. */
export interface GrownResidency {
  readonly residency: Residency;
  readonly block: Block;
  readonly eviction: Eviction | null;
  /** The cause of the compaction that the eviction is part of. */
  readonly compactionCause: Cause | null;
}

export interface Growth {
  readonly anew: boolean;
  readonly totals: SessionTotals;
  readonly turns: readonly Turn[];
  readonly toolCalls: ReadonlyMap<TurnIndex, number>;
  readonly blocks: Iterable<Placed<Block>>;
  readonly residencies: Iterable<Placed<GrownResidency>>;
  readonly evictions: readonly Eviction[];
  /** A compaction whose turn has not come is repeated in the next growth, or is gone by then. */
  readonly compactions: readonly Placed<Compaction>[];
  readonly repeats: readonly Placed<RepeatedCall>[];
  readonly records: readonly Placed<Session["records"][number]>[];
}

interface Taken {
  turns: number;
  evictions: number;
  compactions: number;
  repeats: number;
  records: number;
  settled: number;
}

/**
 * Returns what a fold has gained since the last call. All growths together make the finished session: a row of a growth
 * replaces the stored one with its number, and a growth that begins anew replaces all rows.
 *
 * For example, a window of blocks `a` to `f`, and behind `->` the rows of the growth that is taken after the turn. A residency is
 * written with its turns, `a:0-` while `a` still stands:
 *
 *     turn 0: a b, measured 300          -> turns 0, blocks a b, residencies a:0- b:0-
 *     turn 1: a c, measured 310          -> turns 1, blocks c, residencies b:0-0 c:1-
 *     turn 2: a c d, measured 440        -> turns 2, blocks d, residencies d:2-
 *     turn 3: a c d e, measured 570      -> turns 3, blocks e, residencies e:3-
 *     turn 4: a c d e f, measured 700    -> anew, turns 0 1 2 3 4, blocks a b c d e f, residencies a:0- b:0-0 c:1- d:2- e:3- f:4-
 *     turn 5: a c d e f b, measured 830  -> turns 5, residencies b:0-0 b:5-
 *
 * A row is written again when something about it changes: at turn 1 the residency of `b` ends, and at turn 5 its eviction is told
 * that `b` came back. At turn 4 three measured differences are known, so every size is estimated anew.
 */
export class Grower {
  private taken: Taken = createNothing();
  private occupancy = new RunningOccupancy();
  private totals = new RunningTotals();
  private last: Turn | undefined;
  private factor: number | null = null;
  private reclassified = 0;
  private limit: Tokens | null = null;
  private doubts = new Map<TurnIndex, Doubt>();
  private readonly inDoubt = new Set<TurnIndex>();

  constructor(private readonly state: FoldState) {}

  take(awaited: readonly EditReport[]): Growth {
    const { state } = this;
    const calibration = computeCalibration(state);
    const isStale =
      this.factor !== null &&
      (this.factor !== calibration.factor ||
        this.reclassified !== state.registry.reclassified ||
        hasBeliefChanged(state, this.limit));
    if (isStale) this.startOver();
    [this.factor, this.reclassified] = [calibration.factor, state.registry.reclassified];
    this.limit = limitInForce(state);
    const marks = this.markPlaces(isStale);
    const turnsBefore = new Map<TurnIndex, TurnBefore>(
      this.last === undefined ? [] : [[this.last.index, this.last]],
    );
    const before = this.last;
    const turns = this.newTurns(calibration, marks.residencies);
    for (const turn of turns) turnsBefore.set(turn.index, turn);
    const sizeOf = makeVersionLookup(state, calibration);
    const evictionsNow = state.evictions
      .slice(this.taken.evictions)
      .map((facts) => finishEviction(facts, state, sizeOf));
    for (const [turn, doubt] of computeDoubts(before, turns, evictionsNow)) this.doubts.set(turn, doubt);
    const evictions = evictionsNow.map((eviction) => addDoubt(eviction, this.doubts.get(eviction.turn)));
    for (const turn of turnsInDoubt(evictions)) this.inDoubt.add(turn);
    const settled = state.compactions.length;
    const compactions = [
      ...state.compactions.slice(this.taken.compactions),
      ...listAwaitedCompactions(state, awaited),
    ].map((facts, i) => ({
      no: this.taken.compactions + i,
      item: addDoubt(finishCompaction(facts, turnsBefore), this.doubts.get(facts.turn)),
    }));
    const records = this.newRecords(turns.length > 0);
    const repeats = placeItems(state.calls.repeats, this.taken.repeats, (repeat) => repeat);
    this.totals.add(turns, evictions, new Set(compactions.map(({ item }) => item.turn)));
    this.taken = {
      turns: state.turns.length,
      evictions: state.evictions.length,
      compactions: settled,
      repeats: state.calls.repeats.length,
      records: state.records.all.length,
      settled: this.countSettledRecords(),
    };
    return {
      anew: isStale,
      totals: this.sumTotals(calibration, listAwaitedCompactions(state, awaited).length),
      turns,
      toolCalls: this.countChangedCalls(marks.turns, turns[0]?.index),
      blocks: this.finishBlocks(marks.blocks, calibration),
      residencies: this.finishTouchedResidencies(marks.residencies, calibration),
      evictions,
      compactions,
      repeats,
      records,
    };
  }

  private newRecords(hasTurns: boolean): Placed<Session["records"][number]>[] {
    const { turns } = this.state;
    const records = this.state.records.all;
    const moved = this.state.records.takeMoved();
    this.taken.settled = Math.min(this.taken.settled, moved);
    this.taken.records = Math.min(this.taken.records, moved);
    const from = hasTurns ? this.taken.settled : this.taken.records;
    return placeItems(records, from, (record) => finishRecord(record, turns));
  }

  /**
   * How many records have their final turn. A record after the newest turn may belong to a turn that is still to come.
   */
  private countSettledRecords(): number {
    const records = this.state.records.all;
    const last = this.last?.index;
    let { settled } = this.taken;
    if (last !== undefined) while ((records[settled]?.turn ?? Infinity) <= last) settled++;
    return settled;
  }

  private startOver(): void {
    this.taken = createNothing();
    this.occupancy = new RunningOccupancy();
    this.totals = new RunningTotals();
    this.last = undefined;
    this.doubts.clear();
    this.inDoubt.clear();
  }

  private markPlaces(isWhole: boolean): Record<"blocks" | "residencies" | "turns", Marked> {
    const { registry, window, calls, turns } = this.state;
    const newest: TurnIndex = turns.at(-1)?.event.turn ?? -1;
    for (const block of registry.reedited)
      for (const residency of window.historyOf(block)) window.touched.add(residency);
    registry.reedited.clear();
    const marks = {
      blocks: registry.touched.take(registry.blocks.length),
      residencies: window.touched.take(window.residencies.length),
      turns: calls.touched.take(newest + 1),
    };
    return isWhole
      ? {
          ...marks,
          blocks: markUpTo(registry.blocks.length),
          residencies: markUpTo(window.residencies.length),
        }
      : marks;
  }

  private newTurns(calibration: Calibration, touched: Marked): Turn[] {
    const { state } = this;
    const facts = state.turns.slice(this.taken.turns);
    const sums = this.occupancy.next(
      facts.map(({ event }) => event.turn),
      this.finishResidencies(touched, calibration),
    );
    const turns: Turn[] = [];
    facts.forEach((turn, i) => {
      this.last = finishTurn(state, turn, sums[i], this.last);
      turns.push(this.last);
    });
    return turns;
  }

  private *finishResidencies(touched: Marked, calibration: Calibration) {
    const { window, registry } = this.state;
    const sizeOf = makeVersionLookup(this.state, calibration);
    for (const index of touched) {
      const residency = window.getResidency(index);
      yield { residency, version: sizeOf(residency), kind: registry.getFacts(residency.block).kind };
    }
  }

  private countChangedCalls(touched: Marked, firstNew: TurnIndex = Number.POSITIVE_INFINITY) {
    const changed = new Map<TurnIndex, number>();
    for (const turn of touched) {
      if (turn >= firstNew) break;
      changed.set(turn, this.state.calls.countMadeIn(turn));
    }
    return changed;
  }

  private *finishBlocks(touched: Marked, calibration: Calibration): Generator<Placed<Block>> {
    for (const no of touched) yield { no, item: finishBlock(this.state.registry.getFacts(no), calibration) };
  }

  private *finishTouchedResidencies(touched: Marked, calibration: Calibration) {
    const { state } = this;
    const sizeOf = makeVersionLookup(state, calibration);
    for (const no of touched) {
      const open = state.window.getResidency(no);
      const block = finishBlock(state.registry.getFacts(open.block), calibration);
      const finishedEviction = open.eviction === null ? null : finishEviction(open.eviction, state, sizeOf);
      const doubt = finishedEviction === null ? undefined : this.doubts.get(finishedEviction.turn);
      const eviction = finishedEviction === null ? null : addDoubt(finishedEviction, doubt);
      const compaction = state.compactions[finishedEviction?.compaction ?? -1];
      const compactionCause = compaction === undefined ? null : addDoubtToCause(compaction.cause, doubt);
      yield { no, item: { residency: finishResidency(open), block, eviction, compactionCause } };
    }
  }

  private sumTotals(calibration: Calibration, awaited: number): SessionTotals {
    const { state, totals } = this;
    return {
      meta: computeMeta(state),
      turns: state.turns.length,
      lastTurn: this.last?.index ?? null,
      blocks: state.registry.blocks.length,
      toolCalls: state.calls.total,
      repeats: state.calls.repeats.length,
      evictions: state.evictions.length,
      compactions: state.compactions.length + awaited,
      evictedTokens: totals.evictedTokens,
      peak: totals.peak,
      openings: totals.openings,
      calibration,
      gaps: totals.gaps,
      warnings: sessionWarnings(state, this.inDoubt),
    };
  }
}

function createNothing(): Taken {
  return { turns: 0, evictions: 0, compactions: 0, repeats: 0, records: 0, settled: 0 };
}

function markUpTo(end: number): Marked {
  return {
    has: (index) => index < end,
    *[Symbol.iterator]() {
      for (let index = 0; index < end; index++) yield index;
    },
  };
}

function placeItems<T, U>(list: readonly T[], from: number, finish: (item: T) => U): Placed<U>[] {
  return list.slice(from).map((item, i) => ({ no: from + i, item: finish(item) }));
}
