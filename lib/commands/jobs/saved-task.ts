import type { JobKind } from "@/lib/api/endpoints/jobs";
import type { Database } from "@/lib/db/client";
import { runJob, runningJob } from "./running-job";
import type { SavedKind } from "./saved-kind";

/** Loaded with the first job of the kind: a worker may never need it, and redaction alone takes 30 MB. */
const KINDS: Readonly<Record<JobKind, () => Promise<SavedKind>>> = {
  import: async () => (await import("./import-job")).importJob,
  share: async () => (await import("./share-job")).shareJob,
  audit: async () => (await import("./audit-job")).auditJob,
};

/** Skips a job that was cancelled or finished meanwhile. */
export async function savedTask(db: Database, payload: unknown, signal: AbortSignal): Promise<void> {
  const job = await runningJob(db, payload);
  if (job !== null) await runJob(db, job, await KINDS[job.kind as JobKind](), signal);
}
