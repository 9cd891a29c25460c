import type { Turn } from "@/lib/core/trace/session";
import type { EpochMs, TurnIndex } from "@/lib/core/units";

const MINUTE_MS = 60_000;

/** Time since the start of an incident in hours and minutes, and seconds on request: `t+0:41`; before it `t−0:15`. */
export function formatElapsed(ms: number, withSeconds = false): string {
  const seconds = Math.floor(Math.abs(ms) / 1_000);
  const two = (value: number) => String(value % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return `t${ms < 0 ? "−" : "+"}${Math.floor(minutes / 60)}:${two(minutes)}${withSeconds ? `:${two(seconds)}` : ""}`;
}

/**
 * Names moments of a session: by the time since an incident's first turn when turns have times, else by turn number.
 * Shows seconds when most turns took less than a minute.
 */
export class SessionClock {
  readonly startedAt: EpochMs | null;
  private readonly times: ReadonlyMap<TurnIndex, EpochMs | null>;
  private readonly zero: EpochMs | null;
  private readonly withSeconds: boolean;

  /** @param from the first turn of the incident; `null` for one that begins with the session */
  constructor(turns: readonly Turn[], startedAt: EpochMs | null, from: TurnIndex | null = null) {
    this.times = new Map(turns.map(({ index, at }) => [index, at]));
    const known = [startedAt, turns.find(({ at }) => at !== null)?.at ?? null].filter((at) => at !== null);
    this.startedAt = known.length === 0 ? null : Math.min(...known);
    const first = from === null ? undefined : turns.find(({ index, at }) => index >= from && at !== null);
    this.zero = first?.at ?? this.startedAt;
    const times = turns.flatMap(({ at }) => at ?? []);
    const short = times.slice(1).filter((at, i) => at - (times[i] ?? at) < MINUTE_MS).length;
    this.withSeconds = short * 2 > times.length - 1;
  }

  at(turn: TurnIndex): EpochMs | null {
    return this.times.get(turn) ?? null;
  }

  /** `t+0:09`, or `turn 4` when the time is unknown. */
  name(turn: TurnIndex | null): string {
    if (turn === null) return "the start";
    const at = this.at(turn);
    return at === null || this.zero === null
      ? `turn ${turn}`
      : formatElapsed(at - this.zero, this.withSeconds);
  }

  turnsWithin(from: EpochMs, to: EpochMs): { from: TurnIndex; to: TurnIndex } | null {
    const inside = [...this.times].filter(([, at]) => at !== null && at >= from && at <= to);
    const first = inside[0]?.[0];
    const last = inside.at(-1)?.[0];
    return first === undefined || last === undefined ? null : { from: first, to: last };
  }
}
