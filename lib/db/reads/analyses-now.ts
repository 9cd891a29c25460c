import type { Queryable } from "../client";
import { placeEverywhere } from "../places";

/** Analyses that are at work, each in a process beside its worker, and sessions that are too large for one. */
export interface AnalysesNow {
  readonly running: number;
  /** The time for which the oldest of them has run, in seconds; 0 where none runs. */
  readonly oldestS: number;
  readonly tooLarge: number;
}

/** @throws when the database is away */
export async function readAnalysesNow(db: Queryable): Promise<AnalysesNow> {
  const [[jobs], [sessions]] = await Promise.all([
    db.$queryRawUnsafe<{ running: number; oldest: number | null }[]>(
      `SELECT count(*)::int AS running, max(extract(epoch FROM now() - locked_at))::float8 AS oldest
       FROM graphile_worker.jobs WHERE locked_at IS NOT NULL AND task_identifier IN ('analyse', 'analyse-new')`,
    ),
    db.$queryRawUnsafe<{ count: number }[]>(
      placeEverywhere(
        "SELECT count(*)::int AS count FROM session WHERE analysed_seq < last_seq AND analysis_refused IS NOT NULL",
      ),
    ),
  ]);
  return {
    running: jobs?.running ?? 0,
    oldestS: Math.max(0, jobs?.oldest ?? 0),
    tooLarge: sessions?.count ?? 0,
  };
}
