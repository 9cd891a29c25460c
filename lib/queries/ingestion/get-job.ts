import { z } from "zod";
import type { ImportReportBody } from "@/lib/api/endpoints/import";
import { storedImportSchema } from "@/lib/api/endpoints/import";
import type { JobAnswer } from "@/lib/api/endpoints/jobs";
import { JOB_KINDS, JOB_STATES } from "@/lib/api/endpoints/jobs";
import type { Database } from "@/lib/db/client";
import type { SavedJob } from "@/lib/db/generated/client";
import { findJob } from "@/lib/jobs/saved/await-job";
import { readJobFailure, readJobResult } from "@/lib/jobs/saved/saved-jobs";
import { reportNow } from "./import-report";

const JOBS_SHOWN = 50;

const namedRequest = z.object({ name: z.string() });

/** @throws AppError `not_found` */
export async function getJob(db: Database, project: string, id: string): Promise<JobAnswer> {
  const job = await findJob(db, project, id);
  const isReport = job.kind === "import" && job.status === "done";
  return describeJob(
    job,
    isReport ? await reportNow(db, project, storedImportSchema.parse(readJobResult(job))) : null,
  );
}

/** Without their results. */
export async function listJobs(db: Database, project: string): Promise<JobAnswer[]> {
  const jobs = await db.savedJob.findMany({
    where: { projectId: project },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: JOBS_SHOWN,
  });
  return jobs.map((job) => describeJob(job));
}

export function describeJob(job: SavedJob, report: ImportReportBody | null = null): JobAnswer {
  return {
    id: job.id,
    kind: z.enum(JOB_KINDS).parse(job.kind),
    name: namedRequest.safeParse(job.request).data?.name ?? "",
    status: z.enum(JOB_STATES).parse(job.status),
    createdAt: job.createdAt.toISOString(),
    progress: { done: job.done, of: job.of },
    error: readJobFailure(job),
    report,
  };
}
