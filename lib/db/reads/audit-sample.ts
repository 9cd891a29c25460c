import type { Database } from "../client";
import { readCurrentStamp } from "../finding-settings";
import { Prisma } from "../generated/client";
import { matchOutdatedFindings } from "../outdated-findings";
import type { Rows } from "../over-sessions";
import { readOverSessions } from "../over-sessions";
import { matchNoExample } from "./demos";

/** The sessions of an audit: the newest `sample` of those that match. `from` and `to` are instants in ISO form. */
export interface AuditSample {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  readonly policy?: string | undefined;
  readonly outcome?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly sample: number;
}

function matchQuery(project: string, query: Omit<AuditSample, "sample">, rows: Rows): Prisma.Sql {
  const { agent, model, policy, outcome, from, to } = query;
  const conditions = [
    Prisma.sql`project_id = ${project}`,
    Prisma.sql`role <> 'replay'`,
    matchNoExample(project, rows),
    Prisma.sql`(copied_turns = 0 OR copied_turns < turns)`,
    ...(agent === undefined ? [] : [Prisma.sql`agent = ${agent}`]),
    ...(model === undefined ? [] : [Prisma.sql`model = ${model}`]),
    ...(policy === undefined ? [] : [Prisma.sql`policy = ${policy}`]),
    ...(outcome === undefined ? [] : [Prisma.sql`outcome = ${outcome}`]),
    ...(from === undefined ? [] : [Prisma.sql`started_at >= ${BigInt(Date.parse(from))}`]),
    ...(to === undefined ? [] : [Prisma.sql`started_at < ${BigInt(Date.parse(to))}`]),
  ];
  return Prisma.join(conditions, " AND ");
}

/** The sessions of an audit, for the statements below. */
export type SampledSessions = (rows: Rows) => Prisma.Sql;

/**
 * The sessions of an audit as a table expression: the newest that match and are analysed. Their number is bounded, so
 * an audit's cost does not grow with the number of sessions.
 */
export function sampleSessions(project: string, query: AuditSample): SampledSessions {
  return (rows) => Prisma.sql`(
    SELECT * FROM ${rows("session")} AS session
    WHERE ${matchQuery(project, query, rows)} AND decisions IS NOT NULL
    ORDER BY updated_at DESC, session_id LIMIT ${query.sample}
  )`;
}

export async function sampleSize(
  db: Database,
  sample: SampledSessions,
): Promise<{ readonly sessions: number; readonly turns: number }> {
  const [row] = await readOverSessions<{ sessions: number; turns: number }>(
    db,
    (rows) => Prisma.sql`
    SELECT count(*)::int AS sessions, coalesce(sum(turns - copied_turns), 0)::float8 AS turns
    FROM ${sample(rows)} AS sample`,
  );
  return row ?? { sessions: 0, turns: 0 };
}

/** Whether more analysed sessions match than the sample has. */
export async function isBeyondSample(db: Database, project: string, query: AuditSample): Promise<boolean> {
  const found = await readOverSessions<unknown>(
    db,
    (rows) => Prisma.sql`
    SELECT 1 FROM ${rows("session")} AS session WHERE ${matchQuery(project, query, rows)} AND decisions IS NOT NULL
    LIMIT 1 OFFSET ${query.sample}`,
  );
  return found.length > 0;
}

/**
 * Matching sessions whose figures are not final: not analysed yet, though not too large for that, or analysed with earlier thresholds.
 * @param limit at most this many of each are counted
 */
export async function countSessionsWaiting(
  db: Database,
  project: string,
  query: AuditSample,
  limit: number,
): Promise<{ readonly pending: number; readonly outdated: number }> {
  const outdatedNow = matchOutdatedFindings(await readCurrentStamp(db, project));
  const behind = Prisma.sql`decisions IS NULL AND analysis_refused IS NULL
    AND (derived_seq < last_seq OR analysed_seq < last_seq)`;
  const count = async (waiting: Prisma.Sql) => {
    const [row] = await readOverSessions<{ sessions: bigint }>(
      db,
      (rows) => Prisma.sql`
      SELECT count(*) AS sessions FROM (
        SELECT 1 FROM ${rows("session")} AS session WHERE ${matchQuery(project, query, rows)} AND ${waiting} LIMIT ${limit}
      ) AS waiting`,
    );
    return Number(row?.sessions ?? 0);
  };
  const [pending, outdated] = await Promise.all([
    count(behind),
    count(Prisma.sql`${outdatedNow} AND NOT (${behind})`),
  ]);
  return { pending, outdated };
}
