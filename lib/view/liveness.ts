/** A session without an end counts as running this long after its last event. */
export const RUNNING_MS = 60_000;
/**
 * The assumed error of an agent's clock. An event that is older than this on arrival comes from a file, not from a
 * running agent.
 */
export const CLOCK_OFF_MS = 10 * 60_000;

export interface LivenessInput {
  readonly outcome: string | null;
  readonly startedAt: string | null;
  /** The time of its last event, by the agent's clock. */
  readonly endedAt: string | null;
  /** The time when its last event was received. */
  readonly updatedAt: string;
}

export function isRunning({ outcome, startedAt, endedAt, updatedAt }: LivenessInput, now: number): boolean {
  const happened = endedAt ?? startedAt;
  if (outcome !== null || happened === null) return false;
  return now - Date.parse(updatedAt) < RUNNING_MS && Math.abs(now - Date.parse(happened)) < CLOCK_OFF_MS;
}
