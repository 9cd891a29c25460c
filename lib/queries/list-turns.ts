import type { z } from "zod";
import type { listTurns as route } from "@/lib/api/endpoints/sessions";
import type { TurnPoint } from "@/lib/api/schemas";
import type { Database } from "@/lib/db/client";
import { findSession } from "./find-session";
import { pointOf, SPIKE_TOKENS } from "./turn-view";

export type TurnSeries = z.output<(typeof route)["response"]>;
type Query = z.output<(typeof route)["query"]>;

/** A bucket of neighbouring turns: the turn that represents it, and the markers of all. */
interface BucketRow {
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

const SPIKE_SQL = `caused_by IS NOT NULL AND delta > ${SPIKE_TOKENS}`;

/** The occupancy series of a session, thinned out evenly to at most `maxPoints` points without losing a marker. */
export async function listTurns(
  db: Database,
  project: string,
  id: string,
  { from, to, maxPoints }: Query,
): Promise<TurnSeries> {
  const { sessionId } = await findSession(db, project, id);
  const where = {
    sessionId,
    turn: { ...(from !== undefined && { gte: from }), ...(to !== undefined && { lte: to }) },
  };
  const total = await db.turn.count({ where });
  const turns =
    total <= maxPoints
      ? (await db.turn.findMany({ where, orderBy: { turn: "asc" } })).map(pointOf)
      : await bucketed(db, sessionId, from ?? 0, to ?? 2_147_483_647, total, maxPoints);
  return { turns, total, from: turns[0]?.bucket.from ?? null, to: turns.at(-1)?.bucket.to ?? null };
}

async function bucketed(
  db: Database,
  session: string,
  from: number,
  to: number,
  total: number,
  points: number,
): Promise<TurnPoint[]> {
  const buckets = await db.$queryRawUnsafe<BucketRow[]>(
    `WITH numbered AS (
       SELECT *, ((row_number() OVER (ORDER BY turn) - 1) * $4::bigint / $5::bigint)::int AS bucket
       FROM turn WHERE session_id = $1::uuid AND turn BETWEEN $2 AND $3
     )
     SELECT bucket, min(turn) AS first, max(turn) AS last, count(*) AS turns, sum(evictions) AS evictions,
       sum(evicted_tokens) AS evicted_tokens, sum(compactions) AS compactions, count(*) FILTER (WHERE ${SPIKE_SQL}) AS spikes,
       (array_agg(turn ORDER BY window_tokens DESC NULLS LAST, turn))[1] AS shown
     FROM numbered GROUP BY bucket ORDER BY bucket`,
    session,
    from,
    to,
    points,
    total,
  );
  const rows = await db.turn.findMany({
    where: { sessionId: session, turn: { in: buckets.map((b) => b.shown) } },
  });
  const byTurn = new Map(rows.map((row) => [row.turn, row]));
  return buckets.flatMap((bucket) => {
    const row = byTurn.get(bucket.shown);
    if (row === undefined) return [];
    return [
      {
        ...pointOf(row),
        bucket: { from: bucket.first, to: bucket.last, turns: Number(bucket.turns) },
        markers: {
          evictions: Number(bucket.evictions),
          evictedTokens: Number(bucket.evicted_tokens),
          compactions: Number(bucket.compactions),
          spike: Number(bucket.spikes) > 0,
        },
      },
    ];
  });
}
