import type { EpochMs } from "../units";
import type { EventOf, EventType, WireEvent } from "./event-schema";
import { EVENT_VERSION } from "./event-schema";
import { YEAR_MAX, YEAR_MIN } from "./limits";

type Timeless<E> = E extends WireEvent
  ? Omit<E, "at" | "v" | "endedAt"> & { at: EpochMs | null; endedAt?: EpochMs }
  : never;

/** An event inside the program: the wire event with its times as numbers, `null` where no clock is to be believed. */
export type TraceEvent = Timeless<WireEvent>;
export type TraceEventOf<T extends EventType> = Timeless<EventOf<T>>;

const BELIEVED_FROM = Date.UTC(YEAR_MIN, 0);
const BELIEVED_UNTIL = Date.UTC(YEAR_MAX + 1, 0);

/** An instant in milliseconds, or `null` when it is no date or its year is beyond belief. */
export function readInstant(text: string): EpochMs | null {
  const ms = Date.parse(text);
  return ms >= BELIEVED_FROM && ms < BELIEVED_UNTIL ? ms : null;
}

/**
 * The event in the program's own terms. `unbelieved` tells that its time was replaced by "unknown". Times come last,
 * whatever their place in the schema: what an event is known by depends on the order of its fields.
 */
export function fromWire(wire: WireEvent): { event: TraceEvent; unbelieved: boolean } {
  const event: Record<string, unknown> = {};
  for (const name in wire)
    if (name !== "v" && name !== "at" && name !== "endedAt") event[name] = wire[name as keyof WireEvent];
  const at = readInstant(wire.at);
  event.at = at;
  if (wire.type !== "turn.recorded" || wire.endedAt === undefined)
    return { event: event as TraceEvent, unbelieved: at === null };
  const ended = readInstant(wire.endedAt);
  if (ended !== null) event.endedAt = ended;
  return { event: event as TraceEvent, unbelieved: at === null || ended === null };
}

/** How an unknown time is written: a year that no clock is believed in, so that it reads back as unknown. */
const UNKNOWN_INSTANT = "0001-01-01T00:00:00.000Z";

/** The event as it would be sent: what an export writes. */
export function toWire(event: TraceEvent): WireEvent {
  const { at, ...rest } = event;
  const wire: Record<string, unknown> = {
    v: EVENT_VERSION,
    ...rest,
    at: at === null ? UNKNOWN_INSTANT : new Date(at).toISOString(),
  };
  if (typeof wire.endedAt === "number") wire.endedAt = new Date(wire.endedAt).toISOString();
  return wire as WireEvent;
}
