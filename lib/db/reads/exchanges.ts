import type { Database } from "../client";
import { placeAtSession } from "../places";

/** The turns of one prompt together. */
export interface ExchangeRow {
  readonly from: number;
  readonly to: number;
  /** Times in ms since 1970. */
  readonly startedAt: bigint | null;
  readonly endedAt: bigint | null;
  readonly tokens: number;
  readonly evictions: number;
  readonly compactions: number;
}

/** @param starts the first turns of the prompts; what stands before the first one is an exchange too */
export async function sumExchanges(
  db: Database,
  sessionId: string,
  starts: readonly number[],
): Promise<ExchangeRow[]> {
  const sorted = [...new Set(starts)].sort((a, b) => a - b);
  return db.$queryRawUnsafe<ExchangeRow[]>(
    placeAtSession(`SELECT min(turn)::int AS "from", max(turn)::int AS "to", min(at) AS "startedAt", max(at) AS "endedAt",
      coalesce(sum(window_tokens), 0)::float8 AS tokens, sum(evictions)::int AS evictions,
      sum(compactions)::int AS compactions
    FROM turn WHERE session_id = $1::uuid
    GROUP BY width_bucket(turn, $2::int[]) ORDER BY 1`),
    sessionId,
    sorted,
  );
}

/** What some neighbouring turns cost. */
export interface CostPointRow {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

/** The costs of a session by its turns, as its bill has them; `null` where nothing has a price. */
export async function readCostPoints(
  db: Database,
  sessionId: string,
): Promise<{ readonly currency: string; readonly points: readonly CostPointRow[] } | null> {
  // The bill is unpacked once, and not for each of its points.
  const rows = await db.$queryRawUnsafe<(CostPointRow & { currency: string | null })[]>(
    placeAtSession(`WITH whole AS MATERIALIZED (
      SELECT body->>'currency' AS currency, body->'points' AS points
      FROM bill WHERE session_id = $1::uuid AND no = 0
    )
    SELECT whole.currency, (point->>'from')::int AS "from", (point->>'to')::int AS "to",
      (point->>'new')::float8 + (point->>'carried')::float8 + (point->>'rewritten')::float8
        + (point->>'residual')::float8 + (point->>'output')::float8 AS cost
    FROM whole, jsonb_array_elements(whole.points) AS point ORDER BY 2`),
    sessionId,
  );
  const [first] = rows;
  if (first === undefined || first.currency === null) return null;
  return { currency: first.currency, points: rows.map(({ from, to, cost }) => ({ from, to, cost })) };
}
