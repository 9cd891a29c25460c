import { z } from "zod";
import type { JobKind } from "@/lib/api/endpoints/jobs";
import type { Database } from "@/lib/db/client";
import { runSaved } from "@/lib/pipeline/jobs/saved/run-saved";
import { rowOfJob } from "@/lib/pipeline/jobs/saved/saved-jobs";
import { auditJob } from "./audit-job";
import { importJob } from "./import-job";
import type { SavedKind } from "./saved-kind";
import { shareJob } from "./share-job";

const KINDS: Readonly<Record<JobKind, SavedKind>> = { import: importJob, share: shareJob, audit: auditJob };

const payloadSchema = z.object({ project: z.string(), id: z.string() });

/** Runs a saved job. A job that was cancelled or finished meanwhile is skipped. */
export async function savedTask(db: Database, payload: unknown, signal: AbortSignal): Promise<void> {
  const { project: projectId, id } = payloadSchema.parse(payload);
  const job = await db.savedJob.findUnique({ where: { projectId_id: { projectId, id } } });
  if (job?.status !== "running") return;
  const { run } = KINDS[job.kind as JobKind];
  await runSaved(rowOfJob(db, job), signal, `the job ${id} (${job.kind})`, (progress) =>
    run(db, job, progress),
  );
}
