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

/** An instant in milliseconds, or `null` when it is no date or its year is beyond belief. */
export function readInstant(text: string): EpochMs | null {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  const year = new Date(ms).getUTCFullYear();
  return year >= YEAR_MIN && year <= YEAR_MAX ? ms : null;
}

/** The event in the program's own terms. `unbelieved` tells that its time was replaced by "unknown". */
export function fromWire(event: WireEvent): { event: TraceEvent; unbelieved: boolean } {
  const { v: _version, at, ...rest } = event;
  const ms = readInstant(at);
  if (rest.type !== "turn.recorded" || rest.endedAt === undefined) {
    return { event: { ...rest, at: ms } as TraceEvent, unbelieved: ms === null };
  }
  const { endedAt, ...turn } = rest;
  const endedMs = readInstant(endedAt);
  const event_ = { ...turn, at: ms, ...(endedMs === null ? {} : { endedAt: endedMs }) } as TraceEvent;
  return { event: event_, unbelieved: ms === null || endedMs === null };
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
