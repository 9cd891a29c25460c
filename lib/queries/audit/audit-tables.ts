import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { publicId } from "@/lib/db/session-id";
import type { Audit } from "./answer";

interface ToolRow {
  tool: string;
  sessions: bigint;
  calls: bigint;
  results: bigint;
  p50: number | null;
  p95: number | null;
  max: number | null;
  share: number | null;
  turns: bigint;
  evicted: bigint;
  refetched: bigint;
  uses: bigint;
  uses_absent: bigint;
}

/**
 * What each tool's results did to the windows of a sample, largest share first. Names that differ only in capitals are one
 * tool, under the commonest spelling.
 */
export async function toolRows(db: Database, sample: Prisma.Sql): Promise<Audit["tools"]> {
  const rows = await db.$queryRaw<ToolRow[]>`
    WITH sample AS MATERIALIZED (SELECT session_id, token_turns FROM ${sample} AS matching),
    figure AS MATERIALIZED (SELECT f.* FROM tool_figure f JOIN sample USING (session_id)),
    size AS (
      SELECT lower(tool) AS key, percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY tokens) AS percentiles
      FROM figure, unnest(figure.sizes) AS tokens GROUP BY 1
    ),
    tool AS (
      SELECT lower(tool) AS key, mode() WITHIN GROUP (ORDER BY tool) AS tool, count(DISTINCT session_id) AS sessions, sum(calls) AS calls, sum(results) AS results, max(max_tokens) AS max,
        sum(token_turns) AS token_turns, sum(turns) AS turns, sum(evicted) AS evicted, sum(refetched) AS refetched,
        sum(uses) AS uses, sum(uses_absent) AS uses_absent
      FROM figure GROUP BY 1
    )
    SELECT tool.*, size.percentiles[1] AS p50, size.percentiles[2] AS p95,
      (tool.token_turns / NULLIF((SELECT sum(token_turns) FROM sample), 0))::float8 AS share
    FROM tool LEFT JOIN size USING (key)
    ORDER BY tool.token_turns DESC, tool.tool COLLATE "C" LIMIT ${AUDIT_ROWS}`;
  return rows.map((row) => ({
    tool: row.tool,
    sessions: Number(row.sessions),
    calls: Number(row.calls),
    results: Number(row.results),
    p50: row.p50,
    p95: row.p95,
    max: row.max,
    share: row.share,
    turnsResident: Number(row.results) === 0 ? null : Number(row.turns) / Number(row.results),
    evicted: Number(row.evicted),
    refetched: Number(row.refetched),
    uses: Number(row.uses),
    usesAbsent: Number(row.uses_absent),
  }));
}

interface CheckpointRow {
  session_id: string;
  name: string;
  turn: number;
  turns_left: number | null;
  turns_needed: number | null;
  restarts: number;
  lost: number;
  taken: bigint;
  judged: bigint;
  needless: bigint;
  median_left: number | null;
  median_needed: number | null;
}

/** Whether the checkpoints of a sample came in time: turns left compared with turns needed. */
export async function checkpointFigures(db: Database, sample: Prisma.Sql): Promise<Audit["checkpoints"]> {
  const rows = await db.$queryRaw<CheckpointRow[]>`
    WITH taken AS MATERIALIZED (
      SELECT c.*, sample.updated_at FROM ${sample} AS sample JOIN checkpoint c ON c.session_id = sample.session_id
      WHERE c.turn IS NOT NULL
    ),
    figures AS (
      SELECT count(*) AS taken, count(*) FILTER (WHERE turns_left IS NOT NULL AND turns_needed IS NOT NULL) AS judged,
        count(*) FILTER (WHERE turns_needed <= turns_left) AS needless,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY turns_left)::float8 AS median_left,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY turns_needed)::float8 AS median_needed
      FROM taken
    )
    SELECT taken.session_id::text, COALESCE(s.name, s.external_id) AS name, turn, turns_left, turns_needed, restarts, lost,
      figures.*
    FROM taken CROSS JOIN figures JOIN session s ON s.session_id = taken.session_id ORDER BY taken.updated_at DESC, taken.session_id, turn LIMIT ${AUDIT_ROWS}`;
  const [first] = rows;
  return {
    taken: Number(first?.taken ?? 0),
    judged: Number(first?.judged ?? 0),
    needless: Number(first?.needless ?? 0),
    medianLeft: first?.median_left ?? null,
    medianNeeded: first?.median_needed ?? null,
    newest: rows.map((row) => ({
      sessionId: publicId(row.session_id),
      name: row.name,
      turn: row.turn,
      turnsLeft: row.turns_left,
      turnsNeeded: row.turns_needed,
      restarts: row.restarts,
      lost: row.lost,
    })),
  };
}

interface ConstraintRow {
  text: string;
  sessions: bigint;
  lost: bigint;
  latest: string;
  turn: number;
}

/** The constraints that compactions of a sample removed from windows, those lost most often first. */
export async function constraintRows(db: Database, sample: Prisma.Sql): Promise<Audit["constraints"]> {
  const rows = await db.$queryRaw<ConstraintRow[]>`
    SELECT f.text, count(*) AS sessions, count(*) FILTER (WHERE f.lost) AS lost,
      (array_agg(f.session_id::text ORDER BY sample.updated_at DESC, f.session_id))[1] AS latest,
      (array_agg(f.turn ORDER BY sample.updated_at DESC, f.session_id))[1] AS turn
    FROM ${sample} AS sample JOIN constraint_figure f ON f.session_id = sample.session_id
    GROUP BY f.text ORDER BY lost DESC, count(*) DESC, f.text COLLATE "C" LIMIT ${AUDIT_ROWS}`;
  return rows.map(({ text, sessions, lost, latest, turn }) => ({
    text,
    sessions: Number(sessions),
    lost: Number(lost),
    paraphrased: Number(sessions) - Number(lost),
    latest: { sessionId: publicId(latest), turn },
  }));
}
