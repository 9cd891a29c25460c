import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { isCluster } from "../nodes";
import { placeAtSession } from "../places";

/**
 * An analysis is due once a session has grown by this share of what was analysed. The share grows with the session, so a
 * turn's part in the cost is bounded.
 */
const GROWTH_SHARE = 0.1;
/**
 * The pause between analyses of a session, as a multiple of the last one's duration. Never longer than a
 * minute.
 */
const PAUSE_TIMES = 20;
const PAUSE_MAX_S = 60;
/** The same for a session that has grown by the share. */
const PAUSE_TIMES_GROWN = 1;
/**
 * Every turn is a large share of a short session. Without this pause, many short sessions would take all the
 * time.
 */
const PAUSE_GROWN_MIN_S = 1;
/** A session that receives nothing is analysed sooner. */
const QUIET_S = 2;
const PAUSE_TIMES_QUIET = 4;

/**
 * An SQL expression on a session's row. An analysis reads the whole session, so it is due when the session
 * has grown by a share, when it is quiet, and in any case after a pause, so that a serious finding does not
 * wait for long. For an analysis of 100 ms that is two seconds.
 */
export const ANALYSIS_DUE_AT = `CASE WHEN analysed_at IS NULL THEN updated_at ELSE least(
    analysed_at + make_interval(secs => least(${PAUSE_MAX_S}, analysed_ms * ${PAUSE_TIMES} / 1000.0)),
    greatest(updated_at + interval '${QUIET_S} s', analysed_at + make_interval(secs => analysed_ms * ${PAUSE_TIMES_QUIET} / 1000.0)),
    CASE WHEN turns - coalesce(analysed_turn + 1, 0) > ${GROWTH_SHARE} * coalesce(analysed_turn + 1, 0)
      THEN analysed_at + make_interval(secs => greatest(${PAUSE_GROWN_MIN_S}, analysed_ms * ${PAUSE_TIMES_GROWN} / 1000.0)) END
  ) END`;

/** A condition on the table `session`. */
export const ANALYSIS_IS_DUE = `analysed_seq < last_seq AND analysis_refused IS NULL AND ${ANALYSIS_DUE_AT} <= now()`;

export interface DueAnalysis {
  readonly session: string;
  /** The time until the analysis is due, in milliseconds; 0 for at once. */
  readonly ms: number;
  /** How long the session is, and whose it is. */
  readonly events: number;
  readonly agent: string | null;
}

/** @returns when sessions are to be analysed. Those of which nothing is new are left out */
export async function readAnalysesDue(db: Queryable, sessions: readonly string[]): Promise<DueAnalysis[]> {
  // A statement about one session asks its node only.
  const groups = (await isCluster(db)) ? sessions.map((session) => [session]) : [sessions];
  const rows = await Promise.all(
    groups.map((group) =>
      db.$queryRawUnsafe<DueAnalysis[]>(
        placeAtSession(`${KEEP_PLAN}SELECT session_id AS session,
           ceil(greatest(0, extract(epoch FROM ${ANALYSIS_DUE_AT} - now())) * 1000)::int AS ms, last_seq AS events, agent
         FROM session WHERE session_id = ANY($1::uuid[]) AND analysed_seq < last_seq AND analysis_refused IS NULL`),
        group,
      ),
    ),
  );
  return rows.flat();
}
