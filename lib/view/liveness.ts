/** How long after its last event a session without an end is taken for running. */
export const RUNNING_MS = 60_000;
/** How far the clock of an agent may be off. What happened longer ago and arrives now is read from a file, not running. */
export const CLOCK_OFF_MS = 10 * 60_000;

/** What of a session says whether it still runs. */
export interface LivenessFacts {
  readonly outcome: string | null;
  readonly startedAt: string | null;
  /** When its last event happened, by the clock of the agent. */
  readonly endedAt: string | null;
  /** When its last event was received. */
  readonly updatedAt: string;
}

/** Whether a session is running as far as is known: no end was reported, and an event came in the last minute. */
export function isRunning({ outcome, startedAt, endedAt, updatedAt }: LivenessFacts, now: number): boolean {
  const happened = endedAt ?? startedAt;
  if (outcome !== null || happened === null) return false;
  return now - Date.parse(updatedAt) < RUNNING_MS && Math.abs(now - Date.parse(happened)) < CLOCK_OFF_MS;
}
