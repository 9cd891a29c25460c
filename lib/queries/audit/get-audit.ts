import { AUDIT_ROWS } from "@/lib/core/audit/rows";
import type { Database } from "@/lib/db/client";
import { currentStamp } from "@/lib/db/finding-settings";
import { outdatedFindings } from "@/lib/db/outdated-findings";
import { Prisma } from "@/lib/db/generated/client";
import type { Audit, AuditGroup } from "./answer";
import { checkpointFigures, constraintRows, toolRows } from "./audit-tables";
import { precisionOf } from "../findings/verdicts";
import type { AuditQuery } from "./sample";
import { matching, sampled } from "./sample";
import { groupBy } from "@/lib/core/group-by";
import { projectModels } from "@/lib/db/model-settings";
import type { UsageSum } from "../session/list-costs";
import { CALLED_MODEL, costOfSums, MODELS_MAX, pricesOf, usageSums } from "../session/list-costs";

const MODEL = Prisma.raw(CALLED_MODEL);

async function spendingOf(db: Database, project: string, sample: Prisma.Sql): Promise<Audit["spending"]> {
  const [settings, called] = await Promise.all([
    projectModels(db, project),
    db.$queryRaw<{ model: string | null }[]>`
      SELECT ${MODEL} AS model FROM turn t JOIN session s USING (session_id)
        JOIN ${sample} AS sample USING (session_id)
      GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MODELS_MAX}`,
  ]);
  const prices = pricesOf(called, settings);
  const rows = await db.$queryRaw<UsageSum[]>`
    SELECT ${usageSums(prices)} FROM turn t JOIN session s USING (session_id)
      JOIN ${sample} AS sample USING (session_id)
    GROUP BY 1, long, t.input IS NULL ORDER BY 1, long, t.input IS NULL`;
  const models = [...groupBy(rows, ({ model }) => model)].map(([model, own]) => ({
    model,
    calls: own.reduce((sum, { calls }) => sum + calls, 0),
    ...costOfSums(own, prices),
  }));
  return {
    ...costOfSums(rows, prices),
    models: models.toSorted((a, b) => b.calls - a.calls).slice(0, AUDIT_ROWS),
  };
}

const PENDING_MAX = 1_000;

const PARTS = 8;

/** Called after each part of an audit. It may throw to end the audit. */
export type AuditProgress = (done: number, of: number) => Promise<void>;

/**
 * Of a sample of sessions: whether the evidence was there when decisions were made, and what removed it.
 * @param onProgress makes the parts run one after the other
 */
export async function getAudit(
  db: Database,
  project: string,
  query: AuditQuery,
  onProgress?: AuditProgress,
): Promise<Audit> {
  const sample = sampled(project, query);
  const run = onProgress === undefined ? <T>(part: () => Promise<T>) => part() : inTurn(onProgress);
  const [groups, tools, constraints, checkpoints, spending, rules, waiting, beyond] = await Promise.all([
    run(() => decisionGroups(db, sample)),
    run(() => toolRows(db, sample)),
    run(() => constraintRows(db, sample)),
    run(() => checkpointFigures(db, sample)),
    run(() => spendingOf(db, project, sample)),
    run(() => precisionOf(db, project)),
    run(() => countWaiting(db, project, query)),
    run(() => isBeyond(db, project, query)),
  ]);
  const of = (kind: string) =>
    groups.filter((group) => group.kind === kind).map(({ kind: _, ...group }) => group);
  const total = of("total")[0] ?? { ...EMPTY, value: null };
  return {
    sample: { sessions: total.sessions, limit: query.sample, isWhole: !beyond, ...waiting },
    total,
    outcomes: of("outcome"),
    agents: of("agent"),
    models: of("model"),
    policies: of("policy"),
    tools,
    constraints,
    checkpoints,
    spending,
    rules,
  };
}

function inTurn(onProgress: AuditProgress): <T>(part: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = onProgress(0, PARTS);
  let done = 0;
  return <T>(part: () => Promise<T>) => {
    const after = before.then(async () => {
      const made = await part();
      await onProgress(++done, PARTS);
      return made;
    });
    before = after;
    return after;
  };
}

const EMPTY = {
  sessions: 0,
  deciding: 0,
  withAbsent: 0,
  decisions: 0,
  absent: 0,
  absentPerSession: null,
  shareWithAbsent: null,
};

interface GroupRow {
  kind: string;
  value: string | null;
  sessions: bigint;
  deciding: bigint;
  with_absent: bigint;
  decisions: bigint;
  absent: bigint;
}

async function decisionGroups(db: Database, sample: Prisma.Sql): Promise<(AuditGroup & { kind: string })[]> {
  const rows = await db.$queryRaw<GroupRow[]>`
    SELECT kind, value, sessions, deciding, with_absent, decisions, absent FROM (
      SELECT CASE GROUPING(outcome, agent, model, policy)
          WHEN 7 THEN 'outcome' WHEN 11 THEN 'agent' WHEN 13 THEN 'model' WHEN 14 THEN 'policy' ELSE 'total' END AS kind,
        COALESCE(outcome, agent, model, policy) AS value,
        count(*) AS sessions,
        count(*) FILTER (WHERE decisions > 0) AS deciding,
        count(*) FILTER (WHERE decisions_absent > 0) AS with_absent,
        COALESCE(sum(decisions), 0) AS decisions,
        COALESCE(sum(decisions_absent), 0) AS absent,
        row_number() OVER (
          PARTITION BY GROUPING(outcome, agent, model, policy)
          ORDER BY count(*) DESC, COALESCE(outcome, agent, model, policy)
        ) AS place
      FROM ${sample} AS sample
      GROUP BY GROUPING SETS ((outcome), (agent), (model), (policy), ())
    ) AS figures
    WHERE place <= ${AUDIT_ROWS}
    ORDER BY kind, sessions DESC, value`;
  return rows.map((row) => {
    const [sessions, deciding, withAbsent, decisions, absent] = [
      row.sessions,
      row.deciding,
      row.with_absent,
      row.decisions,
      row.absent,
    ].map(Number) as [number, number, number, number, number];
    return {
      kind: row.kind,
      value: row.value,
      ...{ sessions, deciding, withAbsent, decisions, absent },
      absentPerSession: sessions === 0 ? null : absent / sessions,
      shareWithAbsent: deciding === 0 ? null : withAbsent / deciding,
    };
  });
}

/** Matching sessions whose figures are not final: not analysed yet, or analysed with earlier thresholds. */
async function countWaiting(db: Database, project: string, query: AuditQuery) {
  const behind = Prisma.sql`decisions IS NULL AND (derived_seq < last_seq OR analysed_seq < last_seq)`;
  const outdated = outdatedFindings(await currentStamp(db, project));
  const count = async (waiting: Prisma.Sql) => {
    const [row] = await db.$queryRaw<{ sessions: bigint }[]>`
      SELECT count(*) AS sessions FROM (
        SELECT 1 FROM session WHERE ${matching(project, query)} AND ${waiting} LIMIT ${PENDING_MAX}
      ) AS waiting`;
    return Number(row?.sessions ?? 0);
  };
  const [pending, stale] = await Promise.all([
    count(behind),
    count(Prisma.sql`${outdated} AND NOT (${behind})`),
  ]);
  return { pending, outdated: stale };
}

async function isBeyond(db: Database, project: string, query: AuditQuery): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM session WHERE ${matching(project, query)} AND decisions IS NOT NULL LIMIT 1 OFFSET ${query.sample}`;
  return rows.length > 0;
}
