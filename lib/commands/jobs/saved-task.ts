import type { TaskCall } from "@/lib/pipeline/worker/tasks";
import type { JobKind } from "@/lib/api/endpoints/jobs";
import { runJob, findRunningJob } from "./running-job";
import type { SavedKind } from "./saved-kind";

/** Loaded with the first job of the kind: a worker may never need it, and redaction alone takes 30 MB. */
const KINDS: Readonly<Record<JobKind, () => Promise<SavedKind>>> = {
  import: async () => (await import("./import-job")).importJob,
  share: async () => (await import("./share-job")).shareJob,
  audit: async () => (await import("./audit-job")).auditJob,
};

/** Skips a job that was cancelled or finished meanwhile. */
export async function runSavedTask({ ctx: { db, signal }, input: payload }: TaskCall): Promise<void> {
  const job = await findRunningJob({ ctx: { db }, input: payload });
  if (job !== null)
    await runJob({ ctx: { db, signal }, input: { job, kind: await KINDS[job.kind as JobKind]() } });
}
