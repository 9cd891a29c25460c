import { EventEmitter } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { JobHelpers, Runner, WorkerEvents } from "graphile-worker";
import { Logger, run } from "graphile-worker";
import { isDatabaseAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { openDatabase } from "@/lib/db/client";
import { sweep, sweepOutdated } from "./sweep";
import type { Tasks } from "./tasks";
import { Vitals } from "./vitals";
import { workAskedFor } from "./work-soon";

/** Jobs at a time: while one waits for the database, another computes. */
const CONCURRENCY = 4;
/** How often it is looked for jobs that were to be tried again later; new ones are told by NOTIFY. */
const POLL_MS = 1_000;
const SWEEP_EVERY_MS = 2_000;
const OUTDATED_EVERY_MS = 30_000;
const RESTART_MS = 500;
const AWAY_RETRY_MS = 2_000;
const CONNECTIONS = 6;

export interface WorkerOptions {
  readonly url: string;
  readonly tasks: Tasks;
  readonly concurrency?: number;
}

/** A worker that runs in this process. */
export interface RunningWorker {
  /** Ends after the jobs that are under way. */
  stop(): Promise<void>;
}

/**
 * Starts a worker: it takes jobs as they come, and looks every two seconds for what nobody was asked to do. It goes on when
 * the database was away.
 */
export async function startWorker({
  url,
  tasks,
  concurrency = CONCURRENCY,
}: WorkerOptions): Promise<RunningWorker> {
  const db = openDatabase(url);
  const vitals = new Vitals(url);
  await vitals.start();
  const stopping = new AbortController();
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => vitals.add(worker.workerId));
  const start = (): Promise<Runner> =>
    run({
      connectionString: url,
      maxPoolSize: CONNECTIONS,
      concurrency,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      taskList: taskList(db, tasks),
      parsedCronItems: [],
      events,
      logger: quiet,
    });
  let runner = await start();
  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      await runner.promise.catch((error: unknown) => console.error("a worker stopped", error));
      if (stopping.signal.aborted) return;
      await wait(RESTART_MS);
      runner = await started(start, stopping.signal, runner);
    }
  })();
  const looks = lookEvery(db, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await runner.stop().catch(() => undefined);
      await Promise.all([supervised, looks]);
      await workAskedFor(db);
      await vitals.stop();
      await db.$disconnect();
    },
  };
}

async function started(start: () => Promise<Runner>, signal: AbortSignal, last: Runner): Promise<Runner> {
  while (!signal.aborted) {
    const runner = await start().catch(() => null);
    if (runner !== null) return runner;
    await wait(RESTART_MS);
  }
  return last;
}

async function lookEvery(db: Database, signal: AbortSignal): Promise<void> {
  for (let outdatedAt = 0; !signal.aborted;) {
    try {
      await sweep(db);
      if (Date.now() > outdatedAt) {
        outdatedAt = Date.now() + OUTDATED_EVERY_MS;
        await sweepOutdated(db);
      }
    } catch (error) {
      if (!signal.aborted) console.error("a worker could not look for what is to do", error);
    }
    await wait(SWEEP_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function taskList(db: Database, tasks: Tasks) {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [
      name,
      async (payload: unknown, { abortSignal, addJob, job }: JobHelpers) => {
        try {
          await work(db, payload, abortSignal ?? new AbortController().signal);
        } catch (error) {
          if (isDatabaseAway(error)) return await again(addJob, job);
          console.error(
            `the job ${job.key ?? name} failed, try ${job.attempts} of ${job.max_attempts}`,
            error,
          );
          throw error;
        }
      },
    ]),
  );
}

/** A job that came while the database, or the node that has its session, was away: that is no try of it. */
async function again(
  addJob: JobHelpers["addJob"],
  { task_identifier: task, payload, key, priority, max_attempts: maxAttempts }: JobHelpers["job"],
): Promise<void> {
  const runAt = new Date(Date.now() + AWAY_RETRY_MS);
  const place = key === null ? {} : { jobKey: key, queueName: key };
  await addJob(task, payload, { ...place, priority, maxAttempts, runAt });
}

/** Failures are told where they happen. */
const quiet = new Logger(() => () => undefined);
