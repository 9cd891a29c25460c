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

/** The exchanges of some turns, and where among all of the session they stand. */
export interface ExchangePage {
  readonly exchanges: readonly ExchangeRow[];
  readonly before: number;
  readonly total: number;
}

/**
 * @param starts the first turns of the prompts, in order, each once; what stands before the first one is an exchange too
 * @param page the turns whose exchanges are read, whole
 */
export async function sumExchanges(
  db: Database,
  sessionId: string,
  starts: readonly number[],
  page: { readonly from: number; readonly to: number },
): Promise<ExchangePage> {
  const from = starts.findLast((start) => start <= page.from) ?? 0;
  const next = starts.find((start) => start > page.to) ?? NO_TURN;
  const [exchanges, counts] = await Promise.all([
    db.$queryRawUnsafe<ExchangeRow[]>(
      placeAtSession(`SELECT min(turn)::int AS "from", max(turn)::int AS "to", min(at) AS "startedAt", max(at) AS "endedAt",
        coalesce(sum(window_tokens), 0)::float8 AS tokens, sum(evictions)::int AS evictions,
        sum(compactions)::int AS compactions
      FROM turn WHERE session_id = $1::uuid AND turn >= $3 AND turn < $4
      GROUP BY width_bucket(turn, $2::int[]) ORDER BY 1`),
      sessionId,
      starts,
      from,
      next,
    ),
    db.$queryRawUnsafe<{ before: number; total: number }[]>(
      placeAtSession(`SELECT count(DISTINCT place) FILTER (WHERE turn < $3)::int AS before,
        count(DISTINCT place)::int AS total
      FROM (SELECT turn, width_bucket(turn, $2::int[]) AS place FROM turn WHERE session_id = $1::uuid) AS placed`),
      sessionId,
      starts,
      from,
    ),
  ]);
  return { exchanges, before: counts[0]?.before ?? 0, total: counts[0]?.total ?? 0 };
}

const NO_TURN = 2_147_483_647;

/** The place of a prompt: its block, and the first turn that could answer it. */
export interface PromptStart {
  readonly no: number;
  readonly turn: number;
}

/**
 * The prompts of a session in order, of so many at most.
 * @param kinds the codes of what counts as one
 * @param first the first turn, which answers what stood there before any
 */
export async function readPromptStarts(
  db: Database,
  sessionId: string,
  kinds: readonly number[],
  first: number,
  limit: number,
): Promise<PromptStart[]> {
  // In one row: thousands of them cost more to read than to find.
  const [found] = await db.$queryRawUnsafe<{ no: number[]; turn: number[] }[]>(
    placeAtSession(`SELECT coalesce(array_agg(no), '{}') AS no, coalesce(array_agg(turn), '{}') AS turn
      FROM (SELECT no, coalesce(created_turn + 1, $3::int) AS turn FROM block
        WHERE session_id = $1::uuid AND kind = ANY($2::smallint[]) ORDER BY no LIMIT $4) AS placed`),
    sessionId,
    kinds,
    first,
    limit,
  );
  return (found?.no ?? []).map((no, n) => ({ no, turn: found?.turn[n] ?? first }));
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
