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
import { isApart, isLongTask, isTask, makeJobAgain } from "@/lib/jobs/job";
import { findLane, findSlotKind, isLasting } from "@/lib/jobs/lanes";
import { Slots } from "./slots";
import type { Tasks } from "./tasks";
import { Vitals } from "./vitals";
import { queueSoon } from "@/lib/jobs/add-jobs";

/** The interval for jobs that are to be tried again. New ones arrive by NOTIFY. */
const POLL_MS = 1_000;
const CONNECTIONS = 8;
/** Slots beside the others that only short work takes. Without one, new turns wait for what lasts; with more, jobs wait for each other. */
const RESERVED = 1;
/** Slots for analyses, and those of them for any: a short one waits for no long one. */
const ANALYSES = 2;
const LONG_ANALYSES = 1;
/** Slots for imports. */
const APART = 2;
const AWAY_RETRY_MS = 2_000;
/** The pause when enough of what lasts runs here. Another worker may have room earlier. */
const LASTING_RETRY_MS = 300;

export interface JobSlotOptions {
  readonly db: Database;
  readonly url: string;
  readonly tasks: Tasks;
  /** Slots for work of any length. */
  readonly concurrency: number;
}

export interface JobSlots {
  /** Settles when the runner takes no more jobs, or fewer than it should. */
  readonly over: Promise<void>;
  /** Ends after the running jobs. */
  end(): Promise<void>;
}

/**
 * Starts to take jobs, with slots for short work only, for any work of this process, for analyses, and for imports. Processes of
 * their own do the last two. One runner takes all of them: each runner looks into the queue by itself for every new job.
 * When its connection breaks while a job's end is stored, the library's runner silently loses one worker for
 * good. So the first loss closes the slots, and the caller opens new ones.
 */
export async function openJobSlots({ db, url, tasks, concurrency }: JobSlotOptions): Promise<JobSlots> {
  const trouble = new EventEmitter();
  const over = once(trouble, "over").then(() => undefined);
  const tell = (): void => void trouble.emit("over");
  const vitals = await Vitals.connect(url, tell);
  const events: WorkerEvents = new EventEmitter();
  events.on("worker:create", ({ worker }) => vitals.add(worker.workerId));
  events.on("worker:fatalError", tell);
  // A pool of the library's own would be deaf to errors from the moment at which the runner ends.
  const pgPool = makePool({ url, max: CONNECTIONS });
  const slots = new Slots([
    { kinds: ["interactive", "bulk", "long"], most: concurrency + RESERVED },
    { kinds: ["bulk", "long"], most: concurrency },
    { kinds: ["long"], most: Math.max(1, concurrency - 1) },
    { kinds: ["analysis", "long analysis"], most: ANALYSES },
    { kinds: ["long analysis"], most: LONG_ANALYSES },
    { kinds: ["apart"], most: APART },
  ]);
  const taskList = makeTaskList({ db, tasks, vitals, slots });
  try {
    const runner = await run({
      ...{ pgPool, concurrency: concurrency + RESERVED + ANALYSES + APART, taskList, events, logger: quiet },
      ...{ pollInterval: POLL_MS, noHandleSignals: true, parsedCronItems: [] },
      forbiddenFlags: () => slots.listFull(),
    });
    runner.promise.then(tell, tell);
    return { over, end: () => endOf(runner, vitals, pgPool) };
  } catch (error) {
    await endOf(null, vitals, pgPool);
    throw error;
  }
}

async function closePool(pool: pg.Pool): Promise<void> {
  await pool.end().catch(() => undefined);
}

async function endOf(runner: Runner | null, vitals: Vitals, pool: pg.Pool): Promise<void> {
  await runner?.stop().catch(() => undefined);
  await closePool(pool);
  await vitals.stop();
}

interface TaskListOptions {
  readonly db: Database;
  readonly tasks: Tasks;
  readonly vitals: Vitals;
  readonly slots: Slots;
}

function makeTaskList({ db, tasks, vitals, slots }: TaskListOptions): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, work]) => [
      name,
      async (payload: unknown, { abortSignal, addJob, job }: JobHelpers) => {
        const lane = isApart(name) ? "apart" : findLane(job.flags);
        const kind = isLongTask(name) ? "long" : findSlotKind(name, lane);
        const queueAgain = (): void => {
          if (isTask(name) && job.key !== null) queueSoon(db, [makeJobAgain(name, payload, job.key, lane)]);
        };
        if (isLasting(kind) && !slots.hasRoom(kind))
          return void wait(LASTING_RETRY_MS, undefined, { ref: false }).then(queueAgain);
        try {
          await slots.run(kind, () =>
            vitals.runAlone(
              job.key ?? `${name} ${job.id}`,
              () =>
                countWork(name, job, () =>
                  inSpan(`job ${name}`, { kind: "consumer", attributes: { "sightglass.task": name } }, () =>
                    work(db, payload, abortSignal ?? new AbortController().signal, lane),
                  ),
                ),
              queueAgain,
            ),
          );
        } catch (error) {
          if (isDatabaseAway(error) || abortSignal?.aborted === true) return await queueWhenBack(addJob, job);
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
