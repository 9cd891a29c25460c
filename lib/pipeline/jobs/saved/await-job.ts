import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/db/client";
import type { SavedJob } from "@/lib/db/generated/client";
import { notFound } from "@/lib/errors";

const LOOK_FIRST_MS = 50;
const LOOK_MAX_MS = 500;

/** A job of a project. @throws AppError `not_found`, also for another project's */
export async function findJob(db: Database, projectId: string, id: string): Promise<SavedJob> {
  const row = await db.savedJob.findUnique({ where: { projectId_id: { projectId, id } } });
  if (row === null) throw notFound("the job");
  return row;
}

/**
 * Waits until a job has ended, for as long as it gets on.
 * @param idleMs how long nothing may move: there may be no worker
 * @returns the job, which is running still when nothing moved
 */
export async function awaitJob(db: Database, project: string, id: string, idleMs: number): Promise<SavedJob> {
  for (let pause = LOOK_FIRST_MS; ; pause = Math.min(pause * 1.5, LOOK_MAX_MS)) {
    const job = await findJob(db, project, id);
    if (job.status !== "running" || Date.now() - job.updatedAt.getTime() > idleMs) return job;
    await wait(pause);
  }
}
