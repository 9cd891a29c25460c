import { noteInAuditLog } from "@/lib/access/audit";
import type { Caller } from "@/lib/access/caller";
import type { JobAnswer } from "@/lib/api/endpoints/jobs";
import type { Database } from "@/lib/db/client";
import { findJob } from "@/lib/jobs/saved/await-job";
import { forgetPieces } from "@/lib/jobs/saved/saved-jobs";
import { getJob } from "@/lib/queries/ingestion/get-job";

/** Stops a running job, which checks its row from time to time. @throws AppError `not_found` */
export async function cancelJob(db: Database, caller: Caller, id: string): Promise<JobAnswer> {
  const { project } = caller;
  await findJob(db, project, id);
  const { count } = await db.savedJob.updateMany({
    where: { projectId: project, id, status: "running" },
    data: { status: "cancelled", updatedAt: new Date() },
  });
  if (count > 0) {
    await forgetPieces(db, project, id);
    await noteInAuditLog(db, caller, "job.cancelled", { target: id });
  }
  return getJob(db, project, id);
}
