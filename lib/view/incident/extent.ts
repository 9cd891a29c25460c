/** What of a session can be marked: its turns, and the time in which it ran, as ISO times. */
export interface SessionExtent {
  readonly from: number;
  readonly to: number;
  /** `null` where nobody knows. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}

interface SessionFacts {
  readonly firstTurn: number | null;
  readonly lastTurn: number | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly updatedAt: string;
}

/** The extent of a session; one that has not ended reaches to when it was last heard of. */
export function sessionExtent({ firstTurn, lastTurn, startedAt, ...session }: SessionFacts): SessionExtent {
  return {
    from: firstTurn ?? 0,
    to: lastTurn ?? 0,
    startedAt,
    endedAt: session.endedAt ?? session.updatedAt,
  };
}
