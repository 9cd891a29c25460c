import type { StepOf } from "@/lib/access/step-of";
import { z } from "zod";
import type { SavedJob } from "@/lib/db/generated/client";
import { runSaved } from "@/lib/jobs/saved/run-saved";
import { makeJobRow } from "@/lib/jobs/saved/saved-jobs";
import type { SavedKind } from "./saved-kind";

const payloadSchema = z.object({ project: z.string(), id: z.string() });

/** `null` if the job was cancelled or finished meanwhile. */
export async function findRunningJob({
  ctx: { db },
  input: payload,
}: StepOf<"db", unknown>): Promise<SavedJob | null> {
  const { project: projectId, id } = payloadSchema.parse(payload);
  const job = await db.savedJob.findUnique({ where: { projectId_id: { projectId, id } } });
  return job?.status === "running" ? job : null;
}

export function runJob({
  ctx: { db, signal },
  input: {
    job,
    kind: { run },
  },
}: StepOf<"db" | "signal", { readonly job: SavedJob; readonly kind: SavedKind }>): Promise<void> {
  return runSaved(makeJobRow(db, job), signal, `the job ${job.id} (${job.kind})`, (progress) =>
    run(db, job, progress),
  );
}
