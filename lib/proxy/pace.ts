/** No call is delayed by work that is done when none has begun or been answered for this long. */
const QUIET_MS = 50;
/** Calls that never leave a pause are recorded too: after this long, a few at a time. */
const HOLD_MS_MAX = 2_000;
/** Between those, this many times as long as they took: so 1 of 20 calls at most meets the work of recording. */
const REST_SHARE = 19;

/** What waits to be recorded. */
export interface Backlog {
  /** When the oldest of it ended; `null` where nothing waits. */
  readonly oldestAt: number | null;
  /** Part of the memory for it that is taken, 0 to 1. */
  readonly fullness: number;
}

/**
 * When calls may be recorded. Recording takes processor time, also that of Sightglass where it runs on this machine, and a
 * call that passes meanwhile gets its first byte later. All times in ms since 1970.
 */
export class Pace {
  private passedAt = 0;
  private restUntil = 0;

  /** A call began, or its answer did. */
  passes(now: number): void {
    this.passedAt = now;
  }

  /** Work that began at a time has ended. */
  worked(from: number, now: number): void {
    this.restUntil = now + (now - from) * REST_SHARE;
  }

  /** How long to wait before more is recorded; 0 to begin at once. */
  delay({ oldestAt, fullness }: Backlog, now: number): number {
    if (fullness >= 0.5) return 0;
    const quietAt = this.passedAt + QUIET_MS;
    const heldUntil = Math.max((oldestAt ?? now) + HOLD_MS_MAX, this.restUntil);
    return Math.max(0, Math.min(quietAt, heldUntil) - now);
  }
}
