import type { Database } from "../client";
import { EDGE_STATE } from "../derived/codes";
import { placeAtSession } from "../places";

/** The plans of a session without their steps, and how many steps each has. */
export function planHeads(
  db: Database,
  sessionId: string,
): Promise<{ no: number; body: object; total: number }[]> {
  return db.$queryRawUnsafe<{ no: number; body: object; total: number }[]>(
    placeAtSession(`SELECT no, body - 'steps' AS body, coalesce(jsonb_array_length(body -> 'steps'), 0) AS total
     FROM plan WHERE session_id = $1::uuid ORDER BY no`),
    sessionId,
  );
}

/** The first steps of plans, at most `limit` of each. */
export function readFirstSteps(
  db: Database,
  sessionId: string,
  plans: readonly number[],
  limit: number,
): Promise<{ no: number; steps: unknown[] }[]> {
  return db.$queryRawUnsafe<{ no: number; steps: unknown[] }[]>(
    placeAtSession(`SELECT no, jsonb_path_query_array(body, '$.steps[0 to ${limit - 1}]') AS steps
     FROM plan WHERE session_id = $1::uuid AND no = ANY($2::int[])`),
    sessionId,
    [...plans],
  );
}

/** A value of a block, or a whole block, and how often it was used. */
export interface ValueRow {
  /** The value that was needed; `null` where a step was declared to need the whole block. */
  value: string | null;
  from_block: number;
  uses: bigint;
  turn: number;
  gone: boolean;
}

/** What most uses share: values and whole blocks that were missed, or values of blocks that the window still said. */
export function readUsedValues(
  db: Database,
  session: string,
  isGone: boolean,
  limit: number,
): Promise<ValueRow[]> {
  return db.$queryRawUnsafe<ValueRow[]>(
    placeAtSession(`SELECT matched->>0 AS value, min(from_block) AS from_block, count(*) AS uses, max(turn) AS turn, $2::boolean AS gone
     FROM edge
     WHERE session_id = $1::uuid AND executed AND (matched->>0 <> '' OR $2::boolean)
       AND (state = $3 AND NOT residual) = $2::boolean
     GROUP BY matched->>0, CASE WHEN matched->>0 <> '' THEN NULL ELSE from_block END
     ORDER BY count(*) DESC, max(turn) DESC, (matched->>0) COLLATE "C", min(from_block) LIMIT ${limit}`),
    session,
    isGone,
    EDGE_STATE.of("dangling"),
  );
}
