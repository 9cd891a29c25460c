export interface SessionExtent {
  readonly from: number;
  readonly to: number;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

interface SessionTimes {
  readonly firstTurn: number | null;
  readonly lastTurn: number | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly updatedAt: string;
}

/** A session without an end reaches to its last event. */
export function findSessionExtent({
  firstTurn,
  lastTurn,
  startedAt,
  ...session
}: SessionTimes): SessionExtent {
  return {
    from: firstTurn ?? 0,
    to: lastTurn ?? 0,
    startedAt,
    endedAt: session.endedAt ?? session.updatedAt,
  };
}
