import type { EpochMs, TurnIndex } from "../units";
import type { TraceEvent, TraceEventOf } from "./event";
import type { EventType } from "./event-schema";

/**
 * The place of an event in its session's one canonical order. It depends on what the events say, never on when they
 * arrived: by turn, within a turn by phase, then by time, then by id. What happened between two calls without a turn of
 * its own stands between their turns and belongs to the later one.
 *
 * turn k:   [decided, division, edited, restarted]  turn.recorded  [plan, steps, validation, gates, annotations]
 * what made the window          the call       what was done with the answer
 */
export interface OrderKey {
  readonly turn: number;
  readonly phase: number;
  readonly at: EpochMs;
  readonly id: string;
}

const PHASE: Record<EventType, number> = {
  "session.started": 0,
  "block.recorded": 1,
  "session.restarted": 2,
  "context.decided": 3,
  "context.edited": 4,
  "turn.recorded": 5,
  "plan.declared": 6,
  "plan.revised": 6,
  "step.validated": 6,
  "plan.step": 6,
  "checkpoint.taken": 6,
  "gate.checked": 6,
  "annotation.added": 7,
  "session.ended": 8,
};

const WINDOW_GATE = "window";

const BEFORE_ALL = -1;
export const BETWEEN = 0.5;
/** Types of events that make the next window, even if they are sent while a call runs. */
const OF_NEXT: ReadonlySet<EventType> = new Set(["context.edited", "session.restarted"]);
const AFTER_ALL = Number.POSITIVE_INFINITY;

/** Known start times and names of turns, ascending. It places events that do not state their turn. */
export class TurnClock {
  private readonly times: { turn: TurnIndex; at: EpochMs; endedAt: EpochMs }[] = [];
  private readonly byName = new Map<string, TurnIndex>();

  /** Adds a turn. Turns come in ascending order. A time that runs backwards is ignored. */
  add(turn: TraceEventOf<"turn.recorded">): void {
    if (turn.turnId !== undefined) this.byName.set(turn.turnId, turn.turn);
    const last = this.times.at(-1);
    if (turn.at === null || (last !== undefined && turn.at < last.at)) return;
    this.times.push({ turn: turn.turn, at: turn.at, endedAt: Math.max(turn.at, turn.endedAt ?? turn.at) });
  }

  turnNamed(turnId: string): TurnIndex | undefined {
    return this.byName.get(turnId);
  }

  turnAt(at: EpochMs): TurnIndex {
    return this.findStartedBy(at)?.turn ?? BEFORE_ALL;
  }

  /** The turn whose call ran at `at`. After the end of a call, half a turn more, which is before the next turn. */
  placeAt(at: EpochMs): number {
    const started = this.findStartedBy(at);
    if (started === undefined) return BEFORE_ALL;
    return at > started.endedAt ? started.turn + BETWEEN : started.turn;
  }

  private findStartedBy(at: EpochMs): (typeof this.times)[number] | undefined {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle]?.at ?? AFTER_ALL) <= at) low = middle + 1;
      else high = middle;
    }
    return this.times[low - 1];
  }
}

/** A check of the window belongs to the decision about it, and is ordered with it. */
export function isWindowGate({ gate }: Pick<TraceEventOf<"gate.checked">, "gate">): boolean {
  return gate === WINDOW_GATE;
}

/** The place of an event in the order of the fold: by turn, then by what has to be known first, then by time. */
export function orderKey(event: TraceEvent, clock: TurnClock): OrderKey {
  return {
    turn: turnOf(event, clock),
    phase:
      event.type === "gate.checked" && isWindowGate(event) ? PHASE["context.decided"] : PHASE[event.type],
    at: event.at ?? Number.NEGATIVE_INFINITY,
    id: event.id,
  };
}

/** Whether an event's place depends on the start times of turns. Then a turn that comes later may move it. */
export function isPlacedByClock(event: TraceEvent, clock: TurnClock): boolean {
  if (event.type === "session.started" || event.type === "session.ended") return false;
  if ("turn" in event && event.turn !== undefined) return false;
  return event.type !== "context.decided" || clock.turnNamed(event.turnId) === undefined;
}

function turnOf(event: TraceEvent, clock: TurnClock): number {
  if (event.type === "session.started") return BEFORE_ALL;
  if (event.type === "session.ended") return AFTER_ALL;
  if ("turn" in event && event.turn !== undefined) return event.turn;
  if (event.type === "context.decided") {
    const namedTurn = clock.turnNamed(event.turnId);
    if (namedTurn !== undefined) return namedTurn;
  }
  if (event.at === null) return AFTER_ALL;
  if (OF_NEXT.has(event.type)) return clock.turnAt(event.at) + BETWEEN;
  return event.type === "block.recorded" ? clock.turnAt(event.at) : clock.placeAt(event.at);
}

/** Negative if `a` comes first, positive if `b` comes first, 0 for the same place. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  if (a.turn !== b.turn) return a.turn < b.turn ? -1 : 1;
  if (a.phase !== b.phase) return a.phase - b.phase;
  if (a.at !== b.at) return a.at < b.at ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Knows when each turn began, for events that state a time and no turn. */
export function makeClock(events: readonly TraceEvent[]): TurnClock {
  const turns = events.filter((event) => event.type === "turn.recorded");
  turns.sort((a, b) => a.turn - b.turn);
  const clock = new TurnClock();
  for (const turn of turns) clock.add(turn);
  return clock;
}

export function sortInOrder(events: readonly TraceEvent[]): { event: TraceEvent; key: OrderKey }[] {
  const clock = makeClock(events);
  const placed = events.map((event) => ({ event, key: orderKey(event, clock) }));
  return placed.sort((a, b) => compareKeys(a.key, b.key));
}
