/** How far a session is, in events: received, worked out so that it can be read, analysed. */
export interface SessionMarks {
  readonly lastSeq: number;
  readonly derivedSeq: number;
  readonly analysedSeq: number;
  /** When it began to be received, and when something of it was received last. */
  readonly receivedAt: Date;
  readonly updatedAt: Date;
  /** Why it is too large to analyse; `null` where it is not. */
  readonly analysisRefused: string | null;
}

/** What is still being worked out of a session, and since when. */
export interface StillPending {
  /** `all`: nothing of it can be read yet. `turns`: some of what was received. `findings`: what follows from the whole session. */
  readonly what: "all" | "turns" | "findings";
  readonly since: string;
}

/**
 * The one rule of what is not known yet. A figure of turns, blocks and windows is unknown while nothing is worked out, and after
 * that as of the newest turn that is; findings, plans and evidence are unknown until the session is analysed.
 *
 * What is too large to analyse is waited for no longer.
 *
 * For example: 8 turns were received and none is worked out: `all`, and every figure is `null`, never 0.
 */
export function describePending(marks: SessionMarks): StillPending | null {
  const { lastSeq, derivedSeq, analysedSeq, receivedAt, updatedAt, analysisRefused } = marks;
  if (!hasFigures(marks)) return { what: "all", since: receivedAt.toISOString() };
  if (derivedSeq < lastSeq) return { what: "turns", since: updatedAt.toISOString() };
  return analysedSeq < lastSeq && analysisRefused === null
    ? { what: "findings", since: updatedAt.toISOString() }
    : null;
}

/** Whether anything of the session is worked out. */
export function hasFigures({ lastSeq, derivedSeq }: Pick<SessionMarks, "lastSeq" | "derivedSeq">): boolean {
  return derivedSeq > 0 || lastSeq === 0;
}
