import { Gauge, Registry } from "prom-client";
import type { Database } from "@/lib/db/client";
import { diskOfDatabase } from "@/lib/db/disk-room.mjs";
import type { Load } from "@/lib/db/reads/instance";
import { readLoad } from "@/lib/db/reads/instance";
import type { ProcessCounts } from "@/lib/metrics";
import { waitInTime } from "../ingestion/read-health";
import { listSilences, listSupervisedProcesses } from "../ingestion/supervised-processes";

/** What is not counted but looked at: queues, tables, disk, processes. Of a database that is away only that it is. */
export async function readStateNow(db: Database): Promise<ProcessCounts> {
  const registry = new Registry();
  const setGauge = (name: string, help: string, values: readonly [labels: object, value: number][]) => {
    if (values.length === 0) return;
    const labelNames = [...new Set(values.flatMap(([labels]) => Object.keys(labels)))];
    const made = new Gauge({ name: `sightglass_${name}`, help, labelNames, registers: [registry] });
    for (const [labels, value] of values) made.set({ ...labels }, value);
  };
  const load = await waitInTime(readLoad(db)).catch(() => null);
  setGauge("database_up", "1 while the database answers", [[{}, load === null ? 0 : 1]]);
  if (load !== null) for (const [name, help, values] of listGauges(load)) setGauge(name, help, values);
  const disk = await diskOfDatabase();
  if (disk !== null)
    setGauge("disk_bytes", "The disk of the database: its size, and what is free", [
      [{ what: "size" }, disk.size],
      [{ what: "free" }, disk.free],
    ]);
  setGauge(
    "process_silent_seconds",
    "For how long a worker has said nothing; it does every five seconds",
    listSilences().map(({ name, silentS }) => [{ name }, silentS]),
  );
  setGauge(
    "process_up",
    "1 for a process that works, 0 while it is being started",
    listSupervisedProcesses().map(({ name, state }) => [{ name }, state === "working" ? 1 : 0]),
  );
  return registry.getMetricsAsJSON();
}

type GaugeValues = readonly [name: string, help: string, values: readonly [labels: object, value: number][]];

function listGauges(
  { jobs, waiting, analyses, alerts, judge, tables, backupAt }: Load,
  now = Date.now(),
): readonly GaugeValues[] {
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
      waiting.filter(({ what }) => what !== "analyses").map(({ what, count }) => [{ what }, count]),
    ],
    [
      "waiting_oldest_seconds",
      "For how long the oldest has waited of what is stored and still to be worked in: unreadable sessions, streams and bodies, and analyses that are due",
      waiting.map(({ what, oldestS }) => [{ what }, oldestS]),
    ],
    ["analyses_running", "Analyses at work, each in a process beside its worker", [[{}, analyses.running]]],
    [
      "analysis_oldest_seconds",
      "For how long the oldest analysis has been at work; 0 where none is",
      [[{}, analyses.oldestS]],
    ],
    [
      "sessions_too_large",
      "Sessions that are too large to analyse; their pages say why",
      [[{}, analyses.tooLarge]],
    ],
    [
      "backup_age_seconds",
      "How old the last good backup is; nothing where there has been none",
      backupAt === null ? [] : [[{}, Math.max(0, now - backupAt.getTime()) / 1_000]],
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
