import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import type { SavedJob } from "@/lib/db/generated/client";
import { notFound } from "@/lib/errors";

const LOOK_FIRST_MS = 50;
const LOOK_MAX_MS = 500;

export function awaitJobFor(db: Database, project: string, id: string, ms: number): Promise<SavedJob> {
  const until = Date.now() + ms;
  return awaitWhile(db, project, id, () => until - Date.now());
}

/** @throws AppError `not_found`, also for another project's job */
export async function findJob(db: Database, projectId: string, id: string): Promise<SavedJob> {
  const row = await db.savedJob.findUnique({ where: { projectId_id: { projectId, id } } });
  if (row === null) throw notFound("the job");
  return row;
}

/** The longest time without progress, in milliseconds: until a worker begins the job, and after that. */
export interface JobPatience {
  readonly waiting: number;
  readonly begun: number;
}

/**
 * Waits as long as the job makes progress.
 * @returns the job, which is still running if there was none
 */
export function awaitJob(
  db: Database,
  project: string,
  id: string,
  { waiting, begun }: JobPatience,
): Promise<SavedJob> {
  return awaitWhile(
    db,
    project,
    id,
    (job) => (job.of === 0 ? waiting : begun) - (Date.now() - job.updatedAt.getTime()),
  );
}

async function awaitWhile(
  db: Database,
  project: string,
  id: string,
  leftMs: (job: SavedJob) => number,
): Promise<SavedJob> {
  for (let pause = LOOK_FIRST_MS; ; pause = Math.min(pause * 1.5, LOOK_MAX_MS)) {
    const job = await findJob(db, project, id);
    const left = leftMs(job);
    if (job.status !== "running" || left <= 0) return job;
    await wait(Math.min(pause, left));
  }
}
