import type { JobKind } from "@/lib/api/endpoints/jobs";
import type { Database } from "@/lib/db/client";
import { auditJob } from "./audit-job";
import { importJob } from "./import-job";
import { runJob, runningJob } from "./running-job";
import type { SavedKind } from "./saved-kind";
import { shareJob } from "./share-job";

const KINDS: Readonly<Record<JobKind, SavedKind>> = { import: importJob, share: shareJob, audit: auditJob };

/** Runs a saved job. A job that was cancelled or finished meanwhile is skipped. */
export async function savedTask(db: Database, payload: unknown, signal: AbortSignal): Promise<void> {
  const job = await runningJob(db, payload);
  if (job !== null) await runJob(db, job, KINDS[job.kind as JobKind], signal);
}
