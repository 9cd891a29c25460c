import type { Queryable } from "@/lib/db/client";
import { GIVES_WAY } from "./give-way";
import type { Job } from "./job";
import { givesWay } from "./job";

/** A failed job is tried again after growing pauses, a few minutes in the end. */
const TRIES_MAX = 6;

/**
 * Uses no queue of the library, which locks every queue whenever a job is taken. A waiting job keeps its
 * place. If the same job is running, another one is added behind it, because what it has read is out of date.
 */
export async function addJobs(db: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await db.$queryRawUnsafe(
    `SELECT count(*)::int FROM graphile_worker.add_jobs(
       ARRAY(SELECT json_populate_recordset(NULL::graphile_worker.job_spec, $1::json)), true)`,
    JSON.stringify(inOrder(jobs).map(specOf)),
  );
}

/** Adds only jobs that neither wait nor run nor have failed for good. */
export async function addMissingJobs(db: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await db.$queryRawUnsafe(
    `SELECT count(graphile_worker.add_job(identifier, payload, NULL, NULL, max_attempts, job_key, priority, flags, 'unsafe_dedupe'))::int
     FROM json_populate_recordset(NULL::graphile_worker.job_spec, $1::json)
     WHERE NOT EXISTS (SELECT 1 FROM graphile_worker.jobs WHERE key = job_key)`,
    JSON.stringify(inOrder(jobs).map(specOf)),
  );
}

/** All processes use one order, so that they do not deadlock. */
function inOrder(jobs: readonly Job[]): Job[] {
  return jobs.toSorted((a, b) => (a.key < b.key ? -1 : 1));
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
