import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { JobHelpers, Runner, TaskList, WorkerEvents } from "graphile-worker";
import { Logger, run } from "graphile-worker";
import type pg from "pg";
import { isDatabaseAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { makePool } from "@/lib/db/connections.mjs";
import { meters } from "@/lib/metrics";
import { inSpan } from "@/lib/tracing";
import { isAnalysis, isApart, isLongTask, isTask, makeJobAgain } from "@/lib/jobs/job";
import { BULK, findLane } from "@/lib/jobs/lanes";
import type { Tasks } from "./tasks";
import { Vitals } from "./vitals";
import { queueSoon } from "@/lib/jobs/add-jobs";

/** The interval for jobs that are to be tried again. New ones arrive by NOTIFY. */
const POLL_MS = 1_000;
const CONNECTIONS = 8;
/** Slots beside the others that only short work takes. Without them, new turns wait for what lasts. */
const RESERVED = 2;
/** Slots for analyses, and those for short ones only: a short one waits for no long one. */
const ANALYSES = 1;
const SHORT_ANALYSES = 1;
/** Slots for imports. */
const APART = 2;
const AWAY_RETRY_MS = 2_000;
/** The pause when enough long jobs run here. Another worker may have room earlier. */
const LONG_RETRY_MS = 300;

export interface LifeOptions {
  readonly db: Database;
  readonly url: string;
  readonly tasks: Tasks;
  /** Slots for work of any length. */
  readonly concurrency: number;
}

export interface Life {
  /** Settles when the runner takes no more jobs, or fewer than it should. */
  readonly over: Promise<void>;
  /** Ends after the running jobs. */
  end(): Promise<void>;
}

/**
 * Starts to take jobs, with slots of four kinds: for short work only, for any work of this process, for analyses, and for imports.
 * Processes of their own do the last two.
 * When its connection breaks while a job's end is stored, the library's runner silently loses one worker for
 * good. So the first loss ends this life, and the caller begins the next.
 */
export async function beginLife({ db, url, tasks, concurrency }: LifeOptions): Promise<Life> {
  const trouble = new EventEmitter();
  const over = once(trouble, "over").then(() => undefined);
  const tell = (): void => void trouble.emit("over");
  const vitals = await Vitals.connect(url, tell);
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => vitals.add(worker.workerId));
  events.on("worker:fatalError", tell);
  // A pool of the library's own would be deaf to errors from the moment at which the runner ends.
  const pgPool = makePool({ url, max: CONNECTIONS });
  const runners: Runner[] = [];
  const all = makeTaskList({ db, tasks, vitals, longMax: Math.max(1, concurrency - 1) });
  const here = selectTasks(all, (name) => !isApart(name) && !isAnalysis(name));
  const [apart, analyses] = [selectTasks(all, isApart), selectTasks(all, isAnalysis)];
  const begin = async (slots: number, names: TaskList, forbiddenFlags: string[] = []): Promise<void> => {
    if (Object.keys(names).length === 0) return;
    const runner = await run({
      ...{ pgPool, concurrency: slots, taskList: names, forbiddenFlags, events, logger: quiet },
      ...{ pollInterval: POLL_MS, noHandleSignals: true, parsedCronItems: [] },
    });
    runners.push(runner);
    runner.promise.then(tell, tell);
  };
  try {
    await begin(concurrency, here);
    await begin(RESERVED, here, [BULK]);
    await begin(ANALYSES, analyses);
    await begin(SHORT_ANALYSES, analyses, [BULK]);
    await begin(APART, apart);
    return { over, end: () => endOf(runners, vitals, pgPool) };
  } catch (error) {
    await endOf(runners, vitals, pgPool);
    throw error;
  }
}

function selectTasks(tasks: TaskList, isMeant: (name: string) => boolean): TaskList {
  return Object.fromEntries(Object.entries(tasks).filter(([name]) => isMeant(name)));
}

async function closePool(pool: pg.Pool): Promise<void> {
  await pool.end().catch(() => undefined);
}

async function endOf(runners: readonly Runner[], vitals: Vitals, pool: pg.Pool): Promise<void> {
  await Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)));
  await closePool(pool);
  await vitals.stop();
}

interface TaskListOptions {
  readonly db: Database;
  readonly tasks: Tasks;
  readonly vitals: Vitals;
  readonly longMax: number;
}

function makeTaskList({ db, tasks, vitals, longMax }: TaskListOptions): TaskList {
  let long = 0;
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [
      name,
      async (payload: unknown, { abortSignal, addJob, job }: JobHelpers) => {
        const lane = isApart(name) ? "apart" : findLane(job.flags);
        const queueAgain = (): void => {
          if (isTask(name) && job.key !== null) queueSoon(db, [makeJobAgain(name, payload, job.key, lane)]);
        };
        if (isLongTask(name) && long >= longMax)
          return void wait(LONG_RETRY_MS, undefined, { ref: false }).then(queueAgain);
        long += isLongTask(name) ? 1 : 0;
        try {
          await vitals.runAlone(
            job.key ?? `${name} ${job.id}`,
            () =>
              countWork(name, job, () =>
                inSpan(`job ${name}`, { kind: "consumer", attributes: { "sightglass.task": name } }, () =>
                  work(db, payload, abortSignal ?? new AbortController().signal, lane),
                ),
              ),
            queueAgain,
          );
        } catch (error) {
          if (isDatabaseAway(error) || abortSignal?.aborted === true) return await queueWhenBack(addJob, job);
          console.error(
            `the job ${job.key ?? name} failed, try ${job.attempts} of ${job.max_attempts}`,
            error,
          );
          throw error;
        } finally {
          long -= isLongTask(name) ? 1 : 0;
        }
      },
    ]),
  );
}

/** Counts how long a job works, and how long ago it was asked for. */
async function countWork(task: string, { created_at: at }: JobHelpers["job"], work: () => Promise<void>) {
  const end = meters().jobs.startTimer({ task });
  try {
    await work();
    end({ outcome: "done" });
    meters().jobDelays.observe({ task }, Math.max(0, Date.now() - at.getTime()) / 1_000);
  } catch (error) {
    end({ outcome: "failed" });
    throw error;
  }
}

/**
 * A job that failed because the database, or the node with its session, was away, or because the worker stops. This does not
 * count as a try.
 */
async function queueWhenBack(
  addJob: JobHelpers["addJob"],
  { task_identifier: task, payload, key, max_attempts: maxAttempts, flags }: JobHelpers["job"],
): Promise<void> {
  const runAt = new Date(Date.now() + AWAY_RETRY_MS);
  const marks = Object.keys(flags ?? {});
  const jobKey = key === null ? {} : { jobKey: key };
  await addJob(task, payload, { ...jobKey, maxAttempts, runAt, flags: marks });
}

/** Failures are reported where they happen. */
const quiet = new Logger(() => () => undefined);
