/** How long after its last event a session without an end is taken for running. */
export const RUNNING_MS = 10 * 60_000;

/** What of a session says whether it still runs. */
export interface LivenessFacts {
  readonly outcome: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

/** Whether a session is still running as far as is known: no end was reported, and it was heard of a moment ago. */
export function isRunning({ outcome, startedAt, endedAt }: LivenessFacts, now: number): boolean {
  const heard = endedAt ?? startedAt;
  if (outcome !== null || heard === null) return false;
  const ago = now - Date.parse(heard);
  return ago < RUNNING_MS && ago > -RUNNING_MS;
}
