import type { Database } from "@/lib/db/client";

/** What is waiting, and how much room it takes: gauges for whoever watches over the instance. */
export interface Load {
  readonly jobs: readonly { readonly task: string; readonly waiting: number; readonly oldestS: number }[];
  /** Sessions with records that are stored and cannot be read yet. */
  readonly unreadable: { readonly sessions: number; readonly streams: number; readonly bodies: number };
  readonly alerts: readonly { readonly status: string; readonly count: number }[];
  /** Sessions that the judge is still to be asked about. */
  readonly judge: { readonly waiting: number };
  /** With indexes, by table; a partition counts for its table. On a cluster, what the coordinator holds. */
  readonly tables: readonly { readonly table: string; readonly bytes: number }[];
}

/** @throws when the database is away */
export async function readLoad(db: Database): Promise<Load> {
  const [jobs, [unreadable], alerts, [judge], tables] = await Promise.all([
    db.$queryRawUnsafe<Load["jobs"]>(
      `SELECT task_identifier AS task, count(*)::int AS waiting,
         greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS "oldestS"
       FROM graphile_worker.jobs WHERE attempts < max_attempts GROUP BY 1 ORDER BY 1`,
    ),
    db.$queryRawUnsafe<Load["unreadable"][]>(
      `SELECT (SELECT count(*)::int FROM session WHERE derived_seq < last_seq) AS sessions,
         (SELECT count(*)::int FROM stream WHERE projected_seq < seq) AS streams,
         (SELECT count(*)::int FROM inbox_body) AS bodies`,
    ),
    db.$queryRawUnsafe<Load["alerts"]>(
      "SELECT status, count(*)::int AS count FROM alert_message GROUP BY 1 ORDER BY 1",
    ),
    db.$queryRawUnsafe<Load["judge"][]>(
      "SELECT count(*)::int AS waiting FROM judge_task WHERE due_at IS NOT NULL",
    ),
    db.$queryRawUnsafe<Load["tables"]>(
      `SELECT coalesce(parent.relname, part.relname)::text AS table, sum(pg_total_relation_size(part.oid))::float8 AS bytes
       FROM pg_class part LEFT JOIN pg_inherits ON inhrelid = part.oid LEFT JOIN pg_class parent ON parent.oid = inhparent
       WHERE part.relkind = 'r' AND part.relnamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 1`,
    ),
  ]);
  const none = { sessions: 0, streams: 0, bodies: 0 };
  return { jobs, unreadable: unreadable ?? none, alerts, judge: judge ?? { waiting: 0 }, tables };
}
