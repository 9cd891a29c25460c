import { z } from "zod";
import type { Database } from "@/lib/db/client";
import type { SavedJob } from "@/lib/db/generated/client";
import { runSaved } from "@/lib/jobs/saved/run-saved";
import { rowOfJob } from "@/lib/jobs/saved/saved-jobs";
import type { SavedKind } from "./saved-kind";

const payloadSchema = z.object({ project: z.string(), id: z.string() });

/** `null` if the job was cancelled or finished meanwhile. */
export async function runningJob(db: Database, payload: unknown): Promise<SavedJob | null> {
  const { project: projectId, id } = payloadSchema.parse(payload);
  const job = await db.savedJob.findUnique({ where: { projectId_id: { projectId, id } } });
  return job?.status === "running" ? job : null;
}

export function runJob(db: Database, job: SavedJob, { run }: SavedKind, signal: AbortSignal): Promise<void> {
  return runSaved(rowOfJob(db, job), signal, `the job ${job.id} (${job.kind})`, (progress) =>
    run(db, job, progress),
  );
}
