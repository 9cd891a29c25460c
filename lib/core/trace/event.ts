import type { EpochMs } from "../units";
import type { EventOf, EventType, WireEvent } from "./event-schema";
import { EVENT_VERSION } from "./event-schema";
import type { TimeName } from "./fact";
import { listDeclaredFacts } from "./fact";
import { YEAR_MAX, YEAR_MIN } from "./limits";
import { TURN_FACTS } from "./turn-facts";

type Timeless<E> = E extends WireEvent
  ? Omit<E, "at" | "v" | TurnTime> & { at: EpochMs | null } & { [Name in TurnTime & keyof E]?: EpochMs }
  : never;

type TurnTime = TimeName<typeof TURN_FACTS>;

const TURN_TIMES = listDeclaredFacts(TURN_FACTS).flatMap(([name, { isTime }]) => (isTime ? [name] : []));
const TIMES: ReadonlySet<string> = new Set(["at", ...TURN_TIMES]);

/**
 * An event inside the program: the wire event with times in epoch milliseconds, `null` if the time is not plausible.
 */
export type TraceEvent = Timeless<WireEvent>;
export type TraceEventOf<T extends EventType> = Timeless<EventOf<T>>;

const BELIEVED_FROM = Date.UTC(YEAR_MIN, 0);
const BELIEVED_UNTIL = Date.UTC(YEAR_MAX + 1, 0);

/** `null` if it is not a date or its year is not plausible. */
export function readInstant(text: string): EpochMs | null {
  const ms = Date.parse(text);
  return ms >= BELIEVED_FROM && ms < BELIEVED_UNTIL ? ms : null;
}

/**
 * `unbelieved` says that an implausible time was replaced by "unknown". Times are put last, wherever the
 * schema has them: the fingerprint of an event depends on the order of its fields.
 */
export function readWireEvent(wire: WireEvent): { event: TraceEvent; unbelieved: boolean } {
  const event: Record<string, unknown> = {};
  for (const name in wire) if (name !== "v" && !TIMES.has(name)) event[name] = wire[name as keyof WireEvent];
  const at = readInstant(wire.at);
  event.at = at;
  let unbelieved = at === null;
  for (const name of TURN_TIMES) {
    const statedTime = (wire as Record<string, unknown>)[name];
    if (wire.type !== "turn.recorded" || typeof statedTime !== "string") continue;
    const time = readInstant(statedTime);
    if (time === null) unbelieved = true;
    else event[name] = time;
  }
  return { event: event as unknown as TraceEvent, unbelieved };
}

/** An unknown time is written as a year that is never plausible, so it is read back as unknown. */
const UNKNOWN_INSTANT = "0001-01-01T00:00:00.000Z";

export function toWire(event: TraceEvent): WireEvent {
  const { at, ...rest } = event;
  const wire: Record<string, unknown> = {
    v: EVENT_VERSION,
    ...rest,
    at: at === null ? UNKNOWN_INSTANT : new Date(at).toISOString(),
  };
  for (const name of TURN_TIMES) {
    const time = wire[name];
    if (typeof time === "number") wire[name] = new Date(time).toISOString();
  }
  return wire as WireEvent;
}
