import type { MetricObjectWithValues, MetricValue, OpenMetricsContentType } from "prom-client";
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** What one process has counted, as it is sent to another. */
export type ProcessCounts = MetricObjectWithValues<MetricValue<string>>[];

export const METRICS_TYPE = Registry.OPENMETRICS_CONTENT_TYPE;

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The pages and the server load this file each for themselves. */
const shared = globalThis as { sightglassMeters?: ReturnType<typeof newMeters> };

/** What this process counts of its work. */
export function meters() {
  return (shared.sightglassMeters ??= newMeters());
}

/** Names follow OpenMetrics: seconds, bytes, and totals that only grow. */
function newMeters() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: "sightglass_request_seconds",
      help: "Requests to the API: how long each took, by route, method and status",
      labelNames: ["route", "method", "status"],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    records: new Counter({
      name: "sightglass_records_total",
      help: "Records that arrived, by route and outcome: accepted, duplicate or rejected",
      labelNames: ["route", "outcome"],
      registers,
    }),
    refusals: new Counter({
      name: "sightglass_refusals_total",
      help: "Requests that were sent away for a while, by status: 429 for too many, 503 while the instance cannot",
      labelNames: ["status"],
      registers,
    }),
    streams: new Gauge({
      name: "sightglass_live_streams",
      help: "Pages and programs that follow sessions at the moment",
      registers,
    }),
    jobs: new Histogram({
      name: "sightglass_job_seconds",
      help: "Jobs of workers: how long each worked, by task and outcome",
      labelNames: ["task", "outcome"],
      buckets: JOB_SECONDS,
      registers,
    }),
    jobDelays: new Histogram({
      name: "sightglass_job_delay_seconds",
      help: "From the moment a job was asked for until it was done: for project and derive, how long records take to become readable",
      labelNames: ["task"],
      buckets: JOB_SECONDS,
      registers,
    }),
    caches: new Counter({
      name: "sightglass_cache_lookups_total",
      help: "Look-ups in the caches of a process, by cache and outcome: hit or miss",
      labelNames: ["cache", "outcome"],
      registers,
    }),
  };
}

/** Labels all that this process counts, and adds its processor time, memory and event loop. @param process such as `worker` */
export function countProcess(process: string): void {
  const { registry } = meters();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
}

/** What became of the records of one request. @param route its path in the API */
export function countRecords(
  route: string,
  outcomes: Readonly<Partial<Record<"accepted" | "duplicate" | "rejected", number>>>,
): void {
  for (const [outcome, count] of Object.entries(outcomes))
    if (count > 0) meters().records.inc({ route, outcome }, count);
}

const REFUSED: ReadonlySet<number> = new Set([429, 503]);

/** @param status of any answer */
export function countRefusal(status: number): void {
  if (REFUSED.has(status)) meters().refusals.inc({ status });
}

/** The counts of other processes. What an ended one had counted stays, so that no total falls. */
export class OtherProcesses {
  private readonly latest = new Map<string, { readonly pid: number; readonly counted: ProcessCounts }>();
  private ended: ProcessCounts = [];

  /** @param name such as `worker 2`; a new process takes the place of the one with its name */
  async note(name: string, pid: number, counted: ProcessCounts): Promise<void> {
    const before = this.latest.get(name);
    this.latest.set(name, { pid, counted });
    if (before === undefined || before.pid === pid) return;
    const totals = before.counted.filter(({ type }) => String(type) !== "gauge");
    this.ended = await sumOfCounts([this.ended, totals]);
  }

  counted(): ProcessCounts[] {
    return [this.ended, ...[...this.latest.values()].map(({ counted }) => counted)];
  }
}

/** What several processes have counted, as one. */
export function sumOfCounts(counted: ProcessCounts[]): Promise<ProcessCounts> {
  return AggregatorRegistry.aggregate(counted).getMetricsAsJSON();
}

/** @param counted by several processes @returns all of it in the OpenMetrics form */
export function metricsText(counted: readonly ProcessCounts[]): Promise<string> {
  // The library writes the ending of a total itself, and not once but twice where the name of a sum has it.
  const named = counted.map((metrics) =>
    metrics.map((one) =>
      String(one.type) === "counter" ? { ...one, name: one.name.replace(/_total$/, "") } : one,
    ),
  );
  const all = AggregatorRegistry.aggregate(named) as Registry<OpenMetricsContentType>;
  all.setContentType(METRICS_TYPE);
  return all.metrics();
}
