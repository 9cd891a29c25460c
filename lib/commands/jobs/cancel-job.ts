import type { JobAnswer } from "@/lib/api/endpoints/jobs";
import type { Database } from "@/lib/db/client";
import { findJob } from "@/lib/pipeline/jobs/saved/await-job";
import { forgetPieces } from "@/lib/pipeline/jobs/saved/saved-jobs";
import { getJob } from "@/lib/queries/get-job";

/** Stops a running job, which checks its row from time to time. @throws AppError `not_found` */
export async function cancelJob(db: Database, project: string, id: string): Promise<JobAnswer> {
  await findJob(db, project, id);
  const { count } = await db.savedJob.updateMany({
    where: { projectId: project, id, status: "running" },
    data: { status: "cancelled", updatedAt: new Date() },
  });
  if (count > 0) await forgetPieces(db, project, id);
  return getJob(db, project, id);
}
