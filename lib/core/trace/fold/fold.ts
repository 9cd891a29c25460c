import { assert } from "../../assert";
import type { InSteps } from "../../steps";
import { finishSteps } from "../../steps";
import { getTokenizer } from "../../tokens/tokenizer";
import type { EpochMs, TurnIndex } from "../../units";
import type { TraceEvent, TraceEventOf } from "../event";
import type { OrderKey } from "../order";
import { BETWEEN, compareKeys, isPlacedByClock, orderKey, TurnClock } from "../order";
import type { Session } from "../session";
import { applyTurn, noteCall } from "./apply-turn";
import type { EditReport } from "./evictions";
import { finishSession } from "./finish";
import type { Growth } from "./growth";
import { Grower } from "./growth";
import { mayComeLate } from "./records";
import type { FoldOptions, FoldState } from "./state";
import { createFoldState } from "./state";

type TurnEvent = TraceEventOf<"turn.recorded">;

/**
 * Folds a session's events in one pass over their canonical order. Memory grows with blocks and turns, never with their
 * product. Each text is read once and not kept.
 *
 * Events that come after all earlier ones cost only themselves, and so do records that come late. If another event
 * belongs earlier, `add` returns false. The caller then folds all events of the session again, which gives the same result.
 */
export class Fold {
  readonly state: FoldState;
  private readonly clock = new TurnClock();
  private lastKey: OrderKey | null = null;
  /**
   * The latest time of an event that was placed by the clock. A turn that started earlier would have changed its place.
   */
  private clockUsedUntil: EpochMs = Number.NEGATIVE_INFINITY;
  private readonly unknownTurnNames = new Set<string>();
  private reports: EditReport[] = [];
  private readonly grower: Grower;

  constructor(options: FoldOptions = {}) {
    this.state = createFoldState(options);
    this.grower = new Grower(this.state);
  }

  /**
   * Adds events of the session, in any order.
   * @returns false if one of them belongs before what is already folded; then this fold must be thrown away.
   */
  add(events: readonly TraceEvent[]): boolean {
    return finishSteps(this.addInSteps(events));
  }

  /**
   * Adds events with a step for each, because counting the tokens of large texts takes long. Until it is done, nothing else
   * may ask the fold.
   */
  *addInSteps(events: readonly TraceEvent[]): InSteps<boolean> {
    const turns = this.selectTurnsThatCount(events);
    if (turns === null || [...turns.values()].some((turn) => this.movesEarlierEvents(turn))) return false;
    for (const turn of [...turns.values()].sort((a, b) => a.turn - b.turn)) this.clock.add(turn);
    if (!this.announceDefinitions(events)) return false;
    const placed = events
      .filter((event) => event.type !== "turn.recorded" || turns.get(event.turn) === event)
      .map((event) => ({ event, key: orderKey(event, this.clock) }))
      .sort((a, b) => compareKeys(a.key, b.key));
    for (const { event, key } of placed) {
      const isLate = this.lastKey !== null && compareKeys(key, this.lastKey) <= 0;
      if (isLate && !mayComeLate(event)) return false;
      if (!isLate) this.lastKey = key;
      this.noteUseOfClock(event);
      if (!this.apply(event, key)) return false;
      yield;
    }
    return true;
  }

  private noteUseOfClock(event: TraceEvent): void {
    if (!isPlacedByClock(event, this.clock)) return;
    if (event.type === "context.decided") this.unknownTurnNames.add(event.turnId);
    this.clockUsedUntil = Math.max(this.clockUsedUntil, event.at ?? Number.POSITIVE_INFINITY);
  }

  private movesEarlierEvents({ at, turnId }: TurnEvent): boolean {
    return (
      (at !== null && at <= this.clockUsedUntil) ||
      (turnId !== undefined && this.unknownTurnNames.has(turnId))
    );
  }

  /** The finished session. The cost grows with the whole session. */
  buildSession(): Session {
    return finishSession(this.state, this.reports);
  }

  takeGrowth(): Growth {
    return this.grower.take(this.reports);
  }

  /** The event that counts for each turn: the latest of those that claim it. `null` if one claims a folded turn. */
  private selectTurnsThatCount(events: readonly TraceEvent[]): Map<TurnIndex, TurnEvent> | null {
    const counts = new Map<TurnIndex, TurnEvent>();
    const newest = this.state.turns.at(-1)?.event.turn ?? -1;
    let superseded = 0;
    for (const event of events) {
      if (event.type !== "turn.recorded") continue;
      if (event.turn <= newest) return null;
      const rival = counts.get(event.turn);
      if (rival !== undefined) superseded++;
      if (rival === undefined || isLater(event, rival)) counts.set(event.turn, event);
    }
    this.state.warnings.add(
      "turn_superseded",
      "several events state the same turn; the latest counts",
      superseded,
    );
    return counts;
  }

  private announceDefinitions(events: readonly TraceEvent[]): boolean {
    const placed = events
      .filter((event) => event.type === "block.recorded")
      .map((event) => ({ event, key: orderKey(event, this.clock) }))
      .sort((a, b) => compareKeys(a.key, b.key));
    return placed.every(({ event, key }) => this.state.registry.announce(event.block, checkTurn(key.turn)));
  }

  private takeReports(turn: TurnIndex): EditReport[] {
    const due = this.reports.flatMap((report) =>
      Number.isInteger(report.turn) && report.turn !== turn ? [] : [{ ...report, turn }],
    );
    this.state.warnings.add(
      "edit_without_turn",
      "an edit was reported for a turn that was not received",
      this.reports.length - due.length,
    );
    this.reports = [];
    return due;
  }

  private apply(event: TraceEvent, key: OrderKey): boolean {
    const { state } = this;
    const place = key.turn;
    const turn = checkTurn(place);
    switch (event.type) {
      case "session.started":
        if (state.turns.length === 0 && state.started?.model === undefined)
          state.tokenizer = getTokenizer(event.model ?? null);
        // A client and its recorded calls each begin the session: what the first leaves open, another may say.
        state.started = { ...event, ...state.started, at: state.started?.at ?? event.at };
        break;
      case "session.ended":
        state.ended = event;
        break;
      case "block.recorded":
        noteCall(state, state.registry.registerMention(event.block.id, turn), turn);
        break;
      case "context.edited":
        this.reports.push({ ...event, turn: event.turn ?? nextAfter(place) });
        break;
      case "turn.recorded":
        if (state.turns.length === 0 && state.started?.model === undefined) {
          state.tokenizer = getTokenizer(event.model ?? null);
        }
        applyTurn(state, event, this.takeReports(event.turn));
        break;
      default:
        if (event.type === "context.decided" || event.type === "gate.checked") state.budgets.declare(event);
        return state.records.add(event, key);
    }
    return true;
  }
}

function nextAfter(place: number): number {
  return Number.isFinite(place) ? Math.floor(place) + BETWEEN : place;
}

function isLater(event: TurnEvent, than: TurnEvent): boolean {
  const [a, b] = [event.at ?? Number.NEGATIVE_INFINITY, than.at ?? Number.NEGATIVE_INFINITY];
  return a === b ? event.id > than.id : a > b;
}

function checkTurn(turn: number): TurnIndex | null {
  return Number.isFinite(turn) && turn >= 0 ? turn : null;
}

/** Folds a whole session at once. Events may come in any order and more than once; the first event of an id counts. */
export function foldSession(events: readonly TraceEvent[], options: FoldOptions = {}): Session {
  const once = new Map<string, TraceEvent>();
  for (const event of events) if (!once.has(event.id)) once.set(event.id, event);
  const fold = new Fold(options);
  assert(fold.add([...once.values()]), "a set of distinct events folds");
  return fold.buildSession();
}
