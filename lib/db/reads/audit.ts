import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { Database } from "../client";
import { EDGE_STATE } from "../derived/codes";
import { BILL_ROWS } from "../derived/tables";
import { Prisma } from "../generated/client";
import { readOverSessions } from "../over-sessions";
import type { SampledSessions } from "./audit-sample";

/** A decision that was carried out, and how much of the evidence for it was there. */
export interface DecisionRow {
  session_id: string;
  name: string;
  outcome: string | null;
  turn: number;
  step: string | null;
  tools: string[] | null;
  evidence: bigint;
  absent: bigint;
  declared: boolean;
}

/** The decisions of a sample, those of the newest sessions first. `limit` and `offset` count decisions. */
export async function readDecisionsOfSample(
  db: Database,
  sample: SampledSessions,
  query: {
    readonly evidence: "absent" | "present" | "any";
    readonly limit: number;
    readonly offset: number;
  },
): Promise<DecisionRow[]> {
  const absent = Prisma.sql`count(*) FILTER (WHERE e.state = ${EDGE_STATE.of("dangling")} AND NOT e.residual)`;
  const having = {
    absent: Prisma.sql`${absent} > 0`,
    present: Prisma.sql`${absent} = 0`,
    any: Prisma.sql`TRUE`,
  }[query.evidence];
  return readOverSessions<DecisionRow>(
    db,
    (rows) => Prisma.sql`
    SELECT s.session_id, COALESCE(s.name, s.external_id) AS name, s.outcome, e.turn, e.step,
      array_agg(DISTINCT b.tool_name) FILTER (WHERE b.tool_name IS NOT NULL) AS tools,
      count(*) AS evidence, ${absent} AS absent, bool_or(e.declared) AS declared
    FROM ${sample(rows)} AS s
    JOIN ${rows("edge")} AS e ON e.session_id = s.session_id AND e.executed AND e.turn >= s.own_from
    LEFT JOIN ${rows("block")} AS b ON b.session_id = e.session_id AND b.no = e.from_block
    WHERE ${query.evidence === "absent" ? Prisma.sql`s.decisions_absent > 0` : Prisma.sql`s.decisions > 0`}
    GROUP BY s.updated_at, s.session_id, s.name, s.external_id, s.outcome, e.turn, e.plan, e.step,
      CASE WHEN e.step IS NULL THEN e.block END
    HAVING ${having}
    ORDER BY s.updated_at DESC, s.session_id, e.turn, e.plan COLLATE "C", e.step COLLATE "C", min(e.block)
    LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

/** The number of sessions of a sample in which a rule found something that is proved. */
export interface FoundKindRow {
  code: string;
  sessions: number;
}

export function readFoundKindsOfSample(db: Database, sample: SampledSessions): Promise<FoundKindRow[]> {
  return readOverSessions<FoundKindRow>(
    db,
    (rows) => Prisma.sql`
    SELECT code, count(*)::int AS sessions
    FROM ${sample(rows)} AS s CROSS JOIN LATERAL jsonb_object_keys(coalesce(s.findings_by_code, '{}'::jsonb)) AS code
    GROUP BY code ORDER BY count(*) DESC, code COLLATE "C"`,
  );
}

/** Figures of the sessions of a sample that have one outcome, agent, model or policy, and of all. */
export interface DecisionGroupRow {
  kind: string;
  value: string | null;
  sessions: bigint;
  deciding: bigint;
  with_absent: bigint;
  decisions: bigint;
  absent: bigint;
}

/** The decisions of a turn, without those of turns that are copied from another session and count there. */
const OWN_DECISIONS = Prisma.sql`(decisions - coalesce((copied_counts->>'decisions')::int, 0))`;
const OWN_ABSENT = Prisma.sql`(decisions_absent - coalesce((copied_counts->>'decisionsAbsent')::int, 0))`;

export function readDecisionGroupsOfSample(
  db: Database,
  sample: SampledSessions,
): Promise<DecisionGroupRow[]> {
  return readOverSessions<DecisionGroupRow>(
    db,
    (rows) => Prisma.sql`
    SELECT kind, value, sessions, deciding, with_absent, decisions, absent FROM (
      SELECT CASE GROUPING(outcome, agent, model, policy)
          WHEN 7 THEN 'outcome' WHEN 11 THEN 'agent' WHEN 13 THEN 'model' WHEN 14 THEN 'policy' ELSE 'total' END AS kind,
        COALESCE(outcome, agent, model, policy) AS value,
        count(*) AS sessions,
        count(*) FILTER (WHERE ${OWN_DECISIONS} > 0) AS deciding,
        count(*) FILTER (WHERE ${OWN_ABSENT} > 0) AS with_absent,
        COALESCE(sum(${OWN_DECISIONS}), 0) AS decisions,
        COALESCE(sum(${OWN_ABSENT}), 0) AS absent,
        row_number() OVER (
          PARTITION BY GROUPING(outcome, agent, model, policy)
          ORDER BY count(*) DESC, COALESCE(outcome, agent, model, policy)
        ) AS place
      FROM ${sample(rows)} AS sample
      GROUP BY GROUPING SETS ((outcome), (agent), (model), (policy), ())
    ) AS figures
    WHERE place <= ${AUDIT_ROWS}
    ORDER BY kind, sessions DESC, value`,
  );
}

export interface ToolFigureRow {
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

export function readToolsOfSample(db: Database, sample: SampledSessions): Promise<ToolFigureRow[]> {
  return readOverSessions<ToolFigureRow>(
    db,
    (rows) => Prisma.sql`
    WITH sample AS MATERIALIZED (SELECT session_id, token_turns FROM ${sample(rows)} AS matching),
    figure AS MATERIALIZED (SELECT f.* FROM ${rows("tool_figure")} AS f JOIN sample USING (session_id)),
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
    ORDER BY tool.token_turns DESC, tool.tool COLLATE "C" LIMIT ${AUDIT_ROWS}`,
  );
}

export interface TakenCheckpointRow {
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

export function readCheckpointsOfSample(
  db: Database,
  sample: SampledSessions,
): Promise<TakenCheckpointRow[]> {
  return readOverSessions<TakenCheckpointRow>(
    db,
    (rows) => Prisma.sql`
    WITH taken AS MATERIALIZED (
      SELECT c.*, sample.updated_at FROM ${sample(rows)} AS sample JOIN ${rows("checkpoint")} AS c ON c.session_id = sample.session_id
      WHERE c.turn IS NOT NULL AND c.turn >= sample.own_from
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
    FROM taken CROSS JOIN figures JOIN ${rows("session")} AS s ON s.session_id = taken.session_id ORDER BY taken.updated_at DESC, taken.session_id, turn, taken.no LIMIT ${AUDIT_ROWS}`,
  );
}

export interface LostConstraintRow {
  text: string;
  sessions: bigint;
  lost: bigint;
  latest: string;
  turn: number;
}

export function readConstraintsOfSample(db: Database, sample: SampledSessions): Promise<LostConstraintRow[]> {
  return readOverSessions<LostConstraintRow>(
    db,
    (rows) => Prisma.sql`
    SELECT f.text, count(*) AS sessions, count(*) FILTER (WHERE f.lost) AS lost,
      (array_agg(f.session_id::text ORDER BY sample.updated_at DESC, f.session_id))[1] AS latest,
      (array_agg(f.turn ORDER BY sample.updated_at DESC, f.session_id))[1] AS turn
    FROM ${sample(rows)} AS sample JOIN ${rows("constraint_figure")} AS f ON f.session_id = sample.session_id
    GROUP BY f.text ORDER BY lost DESC, count(*) DESC, f.text COLLATE "C" LIMIT ${AUDIT_ROWS}`,
  );
}

export interface CompactionCardRow {
  session: string;
  agent: string | null;
  model: string | null;
  currency: string | null;
  trigger: unknown;
  survival: unknown;
  price: unknown;
}

/** The compactions of a sample, those of the newest sessions first. @param limit at most this many */
export function readCompactionsOfSample(
  db: Database,
  sample: SampledSessions,
  limit: number,
): Promise<CompactionCardRow[]> {
  return readOverSessions<CompactionCardRow>(
    db,
    (rows) => Prisma.sql`
    SELECT c.session_id::text AS session, sample.agent, sample.model, bill.body->>'currency' AS currency,
      c.body->'trigger' AS trigger, c.body->'survival' AS survival, c.body->'price' AS price
    FROM ${sample(rows)} AS sample JOIN ${rows("cut_card")} AS c ON c.session_id = sample.session_id
      LEFT JOIN ${rows("bill")} AS bill ON bill.session_id = c.session_id AND bill.no = 0
    WHERE c.no >= 0 AND c.turn >= sample.own_from
    ORDER BY sample.updated_at DESC, c.session_id, c.no LIMIT ${limit}`,
  );
}

export interface SampledBillRow {
  agent: string | null;
  model: string | null;
  body: unknown;
}

/** The summaries of the bills of a sample, those of the newest sessions first. @param limit at most this many */
export function readBillsOfSample(
  db: Database,
  sample: SampledSessions,
  limit: number,
): Promise<SampledBillRow[]> {
  return readOverSessions<SampledBillRow>(
    db,
    (rows) => Prisma.sql`
    SELECT sample.agent, sample.model, bill.body
    FROM ${sample(rows)} AS sample JOIN ${rows("bill")} AS bill ON bill.session_id = sample.session_id AND bill.no = ${BILL_ROWS.summary}
    ORDER BY sample.updated_at DESC, sample.session_id LIMIT ${limit}`,
  );
}
