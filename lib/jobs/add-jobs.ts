import { wasAborted } from "@/lib/db/away";
import type { Queryable } from "@/lib/db/client";
import { GIVES_WAY } from "./give-way";
import type { Job } from "./job";
import { givesWay } from "./job";

/** A failed job is tried again after growing pauses, a few minutes in the end. */
const TRIES_MAX = 6;
const STATEMENT_TRIES_MAX = 5;
/**
 * The library locks running jobs before waiting ones, whatever order the jobs have, so statements that ask for several jobs
 * would wait for each other. They take turns.
 */
const ONE_AFTER_ANOTHER = "(SELECT pg_advisory_xact_lock(7305118)::text AS taken OFFSET 0) AS turn, LATERAL";

/**
 * Uses no queue of the library, which locks every queue whenever a job is taken. A waiting job keeps its
 * place. If the same job is running, another one is added behind it, because what it has read is out of date.
 */
export async function addJobs(db: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await addWith(
    db,
    `SELECT count(*)::int FROM ${ONE_AFTER_ANOTHER} graphile_worker.add_jobs(
       ARRAY(SELECT json_populate_recordset(NULL::graphile_worker.job_spec, $1::json)), turn.taken IS NOT NULL)`,
    jobs,
  );
}

/** Adds only jobs that neither wait nor run nor have failed for good. */
export async function addMissingJobs(db: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await addWith(
    db,
    `SELECT count(graphile_worker.add_job(identifier, payload, NULL, NULL, max_attempts, job_key, priority, flags, 'unsafe_dedupe'))::int
     FROM ${ONE_AFTER_ANOTHER} json_populate_recordset(NULL::graphile_worker.job_spec, $1::json)
     WHERE turn.taken IS NOT NULL AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE key = job_key)`,
    jobs,
  );
}

/** A statement that was aborted because it and another one waited for each other is sent again. */
async function addWith(db: Queryable, statement: string, jobs: readonly Job[]): Promise<void> {
  const specs = JSON.stringify(jobs.map(specOf));
  for (let tries = 1; ; tries++)
    try {
      await db.$queryRawUnsafe(statement, specs);
      return;
    } catch (error) {
      if (tries === STATEMENT_TRIES_MAX || !wasAborted(error)) throw error;
    }
}

function specOf({ task, payload, key, priority }: Job) {
  return {
    identifier: task,
    payload,
    max_attempts: TRIES_MAX,
    job_key: key,
    priority,
    ...(givesWay(task) && { flags: [GIVES_WAY] }),
  };
}
