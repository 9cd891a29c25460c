/** Work starts after such a pause, so that it delays no call. */
const QUIET_MS = 50;
/** After this time, calls without a pause are recorded too, a few at a time. */
const HOLD_MS_MAX = 2_000;
/** Work is followed by a rest of this many times its duration, so at most 1 of 20 calls is delayed by it. */
const REST_SHARE = 19;

export interface Backlog {
  readonly oldestAt: number | null;
  /** The used part of its memory, 0 to 1. */
  readonly fullness: number;
}

/**
 * Decides when calls may be recorded. Recording takes processor time, also that of Sightglass on this
 * machine, and delays the first byte of a call that passes meanwhile. Times are ms since 1970.
 */
export class Pace {
  private passedAt = 0;
  private restUntil = 0;

  notePassed(now: number): void {
    this.passedAt = now;
  }

  noteWorked(from: number, now: number): void {
    this.restUntil = now + (now - from) * REST_SHARE;
  }

  /** In ms; 0 to begin at once. */
  computeDelay({ oldestAt, fullness }: Backlog, now: number): number {
    if (fullness >= 0.5) return 0;
    const quietAt = this.passedAt + QUIET_MS;
    const heldUntil = Math.max((oldestAt ?? now) + HOLD_MS_MAX, this.restUntil);
    return Math.max(0, Math.min(quietAt, heldUntil) - now);
  }
}
