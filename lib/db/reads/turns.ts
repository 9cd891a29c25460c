import type { Database } from "../client";
import { PROVENANCE } from "../derived/codes";
import { Prisma } from "../generated/client";
import { readOverSessions } from "../over-sessions";
import { placeAtSession } from "../places";

/** How the turns of a session from `from` to `to` are thinned out: `total` turns to at most `maxPoints` points. */
export interface Thinning {
  readonly session: string;
  readonly from: number;
  readonly to: number;
  readonly total: number;
  readonly maxPoints: number;
  readonly spikeTokens: number;
}

/** Turns that follow one another and share a point, of which `shown` is the fullest. */
export interface BucketRow {
  bucket: number;
  shown: number;
  first: number;
  last: number;
  turns: bigint;
  evictions: bigint;
  evicted_tokens: bigint;
  compactions: bigint;
  spikes: bigint;
}

/** A turn with more new tokens than `spikeTokens` is a spike. */
export function turnBuckets(
  db: Database,
  { session, from, to, total, maxPoints, spikeTokens }: Thinning,
): Promise<BucketRow[]> {
  return db.$queryRawUnsafe<BucketRow[]>(
    placeAtSession(`WITH numbered AS (
       SELECT *, ((row_number() OVER (ORDER BY turn) - 1) * $4::bigint / $5::bigint)::int AS bucket
       FROM turn WHERE session_id = $1::uuid AND turn BETWEEN $2 AND $3
     )
     SELECT bucket, min(turn) AS first, max(turn) AS last, count(*) AS turns, sum(evictions) AS evictions,
       sum(evicted_tokens) AS evicted_tokens, sum(compactions) AS compactions, count(*) FILTER (WHERE caused_by IS NOT NULL AND delta > $6) AS spikes,
       (array_agg(turn ORDER BY window_tokens IS NULL, provenance <> ${PROVENANCE.of("measured")}, window_tokens DESC, turn))[1] AS shown
     FROM numbered GROUP BY bucket ORDER BY bucket`),
    session,
    from,
    to,
    maxPoints,
    total,
    spikeTokens,
  );
}

/** The sizes of the windows of these turns, in the order of sessions and turns. */
export function readWindowSizes(
  db: Database,
  picked: readonly { readonly sessionId: string; readonly turn: number }[],
): Promise<{ session_id: string; turn: number; tokens: number | null }[]> {
  return readOverSessions<{ session_id: string; turn: number; tokens: number | null }>(
    db,
    (rows) => Prisma.sql`
    SELECT t.session_id::text, t.turn, t.window_tokens AS tokens
    FROM unnest(${picked.map(({ sessionId }) => sessionId)}::uuid[], ${picked.map(({ turn }) => turn)}::int[])
      AS picked (session_id, turn) JOIN ${rows("turn")} AS t USING (session_id, turn)
    ORDER BY 1, 2`,
  );
}

/** The turn with the largest change of its window against the one before, the first of equals; `null` without one. */
export async function readLargestChange(db: Database, key: string): Promise<number | null> {
  const [row] = await db.$queryRawUnsafe<{ turn: number }[]>(
    placeAtSession(
      `SELECT turn FROM turn WHERE session_id = $1::uuid AND delta <> 0
         AND turn > (SELECT min(turn) FROM turn WHERE session_id = $1::uuid)
       ORDER BY abs(delta) DESC, turn LIMIT 1`,
    ),
    key,
  );
  return row?.turn ?? null;
}
