import type { Queryable } from "@/lib/db/client";

/** Growth, as a share of what was analysed, after which a session is analysed again: so a turn's part in it is bounded. */
const GROWTH = 0.1;
/** How long analyses of one session rest, in times of what the last one took, and never longer than a minute. */
const REST = 20;
const REST_MAX_S = 60;
const REST_GROWN = 1;
/** A short session grows by a share with every turn: no oftener than that, or many of them would take all the time there is. */
const REST_GROWN_MIN_S = 1;
/** A session that nothing came for is analysed sooner. */
const QUIET_S = 2;
const QUIET_REST = 4;

/**
 * When a session is to be analysed again, as an SQL expression on its row. An analysis goes over the whole session, so it
 * is done when the session has grown by a share; before that once it has been quiet, and in any case after a rest, which
 * keeps a serious finding from waiting for long. For a session whose analysis takes 100 ms that is two seconds.
 */
const DUE_AT = `CASE WHEN analysed_at IS NULL THEN updated_at ELSE least(
    analysed_at + make_interval(secs => least(${REST_MAX_S}, analysed_ms * ${REST} / 1000.0)),
    greatest(updated_at + interval '${QUIET_S} s', analysed_at + make_interval(secs => analysed_ms * ${QUIET_REST} / 1000.0)),
    CASE WHEN turns - coalesce(analysed_turn + 1, 0) > ${GROWTH} * coalesce(analysed_turn + 1, 0)
      THEN analysed_at + make_interval(secs => greatest(${REST_GROWN_MIN_S}, analysed_ms * ${REST_GROWN} / 1000.0)) END
  ) END`;

/** Condition on the table `session`: there is something that is not analysed, and it is time to. */
export const ANALYSIS_IS_DUE = `analysed_seq < last_seq AND ${DUE_AT} <= now()`;

/** In how many milliseconds a session is to be analysed; 0 for at once, `null` when there is nothing new in it. */
export async function analysisDueIn(db: Queryable, key: string): Promise<number | null> {
  const rows = await db.$queryRawUnsafe<{ ms: number }[]>(
    `SELECT ceil(greatest(0, extract(epoch FROM ${DUE_AT} - now())) * 1000)::int AS ms FROM session
     WHERE session_id = $1::uuid AND analysed_seq < last_seq`,
    key,
  );
  return rows[0]?.ms ?? null;
}
