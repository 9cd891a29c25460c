import { wasAborted } from "@/lib/db/away";
import type { Queryable, Database } from "@/lib/db/client";
import type { Job } from "./job";
import { listFlags } from "./lanes";
import { sayFailure } from "@/lib/db/say-failure";
import { setTimeout as wait } from "node:timers/promises";
import { FairClock } from "./fair-clock";

/** A failed job is tried again after growing pauses, a few minutes in the end. */
const TRIES_MAX = 6;
const STATEMENT_TRIES_MAX = 5;
/**
 * The library locks running jobs before waiting ones, whatever order the jobs have, so statements that ask for several jobs
 * would wait for each other. They take turns.
 */
const ONE_AFTER_ANOTHER = "(SELECT pg_advisory_xact_lock(7305118)::text AS taken OFFSET 0) AS turn, LATERAL";

/**
 * A job's place in the queue is a time, which the queue goes by (`run_at`): when it was asked for, and so many seconds later as its
 * kind and its asker let others go before. All places are in the past, so a free worker takes any job at once, and no job waits
 * for more than these seconds longer than a fresh one: age is what moves it up.
 */
const PLACES_S = 60;

const FIELDS = `json_to_recordset($1::json) AS spec(
  identifier text, payload json, max_attempts int, job_key text, after_s float8, flags text[])`;
const PLACE = `now() - make_interval(secs => greatest(0, ${PLACES_S} - after_s))`;

/**
 * Uses no queue of the library, which locks every queue whenever a job is taken. A job that waits already stays as it is and
 * keeps its place: whoever takes it reads what there is to do. If the same job is running, another one is added
 * behind it, because what it has read is out of date.
 */
export async function addJobs(db: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await addWith(
    db,
    `SELECT count(*)::int FROM ${ONE_AFTER_ANOTHER} graphile_worker.add_jobs(ARRAY(
       SELECT ROW(identifier, payload, NULL, ${PLACE}, max_attempts, job_key, 0, flags)::graphile_worker.job_spec
       FROM ${FIELDS}
       WHERE NOT EXISTS (SELECT 1 FROM graphile_worker.jobs
         WHERE key = job_key AND locked_at IS NULL AND attempts = 0 AND run_at <= now())), turn.taken IS NOT NULL)`,
    jobs,
  );
}

/** Adds only jobs that neither wait nor run nor have failed for good. */
export async function addMissingJobs(db: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await addWith(
    db,
    `SELECT count(graphile_worker.add_job(identifier, payload, NULL, ${PLACE}, max_attempts, job_key, 0, flags, 'unsafe_dedupe'))::int
     FROM ${ONE_AFTER_ANOTHER} ${FIELDS}
     WHERE turn.taken IS NOT NULL AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE key = job_key)`,
    jobs,
  );
}

/** Moves jobs that wait before all that were asked for in the last minute, because somebody looks at what they make. */
export async function moveUp(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.$queryRawUnsafe(
    `SELECT count(*)::int FROM graphile_worker.reschedule_jobs(ARRAY(
       SELECT id FROM graphile_worker.jobs WHERE key = ANY($1::text[]) AND locked_at IS NULL AND run_at <= now()),
       run_at => now() - interval '${2 * PLACES_S} s')`,
    [...keys],
  );
}

/** A statement that was aborted because it and another one waited for each other is sent again. */
async function addWith(db: Queryable, statement: string, jobs: readonly Job[]): Promise<void> {
  const specs = JSON.stringify(jobs.map(makeSpec));
  for (let tries = 1; ; tries++)
    try {
      await db.$queryRawUnsafe(statement, specs);
      return;
    } catch (error) {
      if (tries === STATEMENT_TRIES_MAX || !wasAborted(error)) throw error;
    }
}

function makeSpec({ task, payload, key, lane, afterS }: Job) {
  return {
    identifier: task,
    payload,
    max_attempts: TRIES_MAX,
    job_key: key,
    after_s: afterS,
    flags: listFlags({ task, lane }),
  };
}

/** A project, or an agent, that asks for more than so many jobs a second comes behind others. */
const JOBS_PER_S = 50;
const BEHIND_MS_MAX = 20_000;
const clock = new FairClock(1_000 / JOBS_PER_S, BEHIND_MS_MAX);
const AT_ONCE_MAX = 200;
const AFTER_FAILURE_MS = 500;

interface Waiting {
  readonly jobs: Map<string, Job>;
  sending: Promise<void> | null;
}

const waiting = new WeakMap<Database, Waiting>();

/**
 * Asks for jobs without making the caller wait. Jobs that arrive during a statement go into the next one,
 * each once. If this process ends, other workers find the work in the tables.
 */
export function queueSoon(db: Database, jobs: readonly Job[]): void {
  const mine = waiting.get(db) ?? { jobs: new Map<string, Job>(), sending: null };
  waiting.set(db, mine);
  for (const job of jobs) if (!mine.jobs.has(job.key)) mine.jobs.set(job.key, placeInTurn(job));
  if (mine.jobs.size > 0) mine.sending ??= send(db, mine).finally(() => (mine.sending = null));
}

function placeInTurn(job: Job): Job {
  const now = performance.now();
  const behind = job.turns.map((name) => clock.note(name, now) / 1_000);
  return { ...job, afterS: job.afterS + Math.max(0, ...behind) };
}

/** Call it before a process ends. */
export async function waitForWork(db: Database): Promise<void> {
  await waiting.get(db)?.sending;
}

async function send(db: Database, { jobs }: Waiting): Promise<void> {
  for (let failures = 0; jobs.size > 0 && failures < 2;) {
    const batch = [...jobs.values()].slice(0, AT_ONCE_MAX);
    for (const { key } of batch) jobs.delete(key);
    try {
      await addJobs(db, batch);
    } catch (error) {
      if (++failures === 2) sayFailure("jobs could not be asked for; workers find what is to do", error);
      for (const job of batch) jobs.set(job.key, job);
      await wait(AFTER_FAILURE_MS);
    }
  }
  jobs.clear();
}
