import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { JobAnswer } from "@/lib/api/endpoints/jobs";
import { findJob } from "@/lib/jobs/saved/await-job";
import { forgetPieces } from "@/lib/jobs/saved/saved-jobs";
import { getJob } from "@/lib/queries/ingestion/get-job";

/** Stops a running job, which checks its row from time to time. @throws AppError `not_found` */
export async function cancelJob({
  ctx: { db, caller },
  input: { id },
}: CommandOf<{ id: string }>): Promise<JobAnswer> {
  const { project } = caller;
  await findJob(db, project, id);
  await db.$transaction(async (tx) => {
    const { count } = await tx.savedJob.updateMany({
      where: { projectId: project, id, status: "running" },
      data: { status: "cancelled", updatedAt: new Date() },
    });
    if (count === 0) return;
    await forgetPieces(tx, project, id);
    await noteInAuditLog(tx, caller, "job.cancelled", { target: id });
  });
  return getJob(db, project, id);
}
