import { Gauge, Registry } from "prom-client";
import type { Database } from "@/lib/db/client";
import type { ProcessCounts } from "@/lib/metrics";
import { diskOfDatabase, inTime } from "../ingestion/read-health";
import { toldProcesses } from "../ingestion/told-processes";

/** What is not counted but looked at: queues, tables, disk, processes. Of a database that is away only that it is. */
export async function stateNow(db: Database): Promise<ProcessCounts> {
  const registry = new Registry();
  const gauge = (name: string, help: string, values: readonly [labels: object, value: number][]) => {
    if (values.length === 0) return;
    const labelNames = [...new Set(values.flatMap(([labels]) => Object.keys(labels)))];
    const made = new Gauge({ name: `sightglass_${name}`, help, labelNames, registers: [registry] });
    for (const [labels, value] of values) made.set({ ...labels }, value);
  };
  const load = await inTime(readLoad(db)).catch(() => null);
  gauge("database_up", "1 while the database answers", [[{}, load === null ? 0 : 1]]);
  if (load !== null) for (const [name, help, values] of gaugesOf(load)) gauge(name, help, values);
  const disk = await diskOfDatabase();
  if (disk !== null)
    gauge("disk_bytes", "The disk of the database: its size, and what is free", [
      [{ what: "size" }, disk.size],
      [{ what: "free" }, disk.free],
    ]);
  gauge(
    "process_up",
    "1 for a process that works, 0 while it is being started",
    toldProcesses().map(({ name, state }) => [{ name }, state === "working" ? 1 : 0]),
  );
  return registry.getMetricsAsJSON();
}

type GaugeValues = readonly [name: string, help: string, values: readonly [labels: object, value: number][]];

function gaugesOf({ jobs, unreadable, alerts, judge, tables }: Load): readonly GaugeValues[] {
  return [
    ["jobs_waiting", "Jobs that wait or run, by task", jobs.map(({ task, waiting }) => [{ task }, waiting])],
    [
      "jobs_oldest_seconds",
      "For how long the oldest job has been due, by task",
      jobs.map(({ task, oldestS }) => [{ task }, oldestS]),
    ],
    [
      "unreadable",
      "What is stored and cannot be read yet: sessions, streams of records, and bodies to be unpacked",
      Object.entries(unreadable).map(([what, count]) => [{ what }, count]),
    ],
    [
      "alert_messages",
      "Messages of alerts, by status",
      alerts.map(({ status, count }) => [{ status }, count]),
    ],
    ["judge_sessions_waiting", "Sessions that the judge is still to be asked about", [[{}, judge.waiting]]],
    [
      "table_bytes",
      "The size of each table with its indexes",
      tables.map(({ table, bytes }) => [{ table }, bytes]),
    ],
  ];
}

/** What is waiting, and how much room it takes: gauges for whoever watches over the instance. */
interface Load {
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
async function readLoad(db: Database): Promise<Load> {
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
