import type { Queryable } from "../client";
import { ANALYSIS_DUE_AT, ANALYSIS_IS_DUE } from "../derived/analysis-due";
import { placeEverywhere } from "../places";

/** What is stored and still to be worked in, by kind, and for how many seconds the oldest of it has waited. */
export interface Waiting {
  /** `sessions`, `streams` and `bodies` cannot be read yet; sessions under `analyses` can, with findings that are behind. */
  readonly what: "sessions" | "streams" | "bodies" | "analyses";
  readonly count: number;
  /** 0 where nothing waits. */
  readonly oldestS: number;
}

/**
 * A session waits since the oldest of its batches arrived that is not worked in: one that goes on receiving does not seem
 * younger for that.
 * @throws when the database is away
 */
export async function readWaiting(db: Queryable): Promise<Waiting[]> {
  const counts = await Promise.all(
    KINDS.map(async ([kind, place, sql]) => {
      const [row] = await db.$queryRawUnsafe<{ count: number; oldest: number | null }[]>(place(sql));
      return { what: kind, count: row?.count ?? 0, oldestS: Math.max(0, row?.oldest ?? 0) };
    }),
  );
  return counts;
}

const writeAge = (when: string) => `max(extract(epoch FROM now() - ${when}))::float8 AS oldest`;

const placeNowhere = (sql: string) => sql;

const KINDS: readonly (readonly [Waiting["what"], (sql: string) => string, string])[] = [
  [
    "sessions",
    placeEverywhere,
    `SELECT count(*)::int AS count, ${writeAge("since")} FROM (
       SELECT session.session_id, min(batch.received_at) AS since FROM session JOIN batch USING (session_id)
       WHERE derived_seq < last_seq AND first_seq + event_count > derived_seq + 1 GROUP BY 1) AS behind`,
  ],
  [
    "streams",
    placeNowhere,
    `SELECT count(*)::int AS count, ${writeAge("updated_at")} FROM stream WHERE projected_seq < seq`,
  ],
  ["bodies", placeNowhere, `SELECT count(*)::int AS count, ${writeAge("received_at")} FROM inbox_body`],
  [
    "analyses",
    placeEverywhere,
    `SELECT count(*)::int AS count, ${writeAge(ANALYSIS_DUE_AT)} FROM session WHERE ${ANALYSIS_IS_DUE}`,
  ],
];
