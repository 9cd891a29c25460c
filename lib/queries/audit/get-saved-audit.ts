import { z } from "zod";
import type { getSavedAudit as route } from "@/lib/api/endpoints/audit";
import { auditBody } from "@/lib/api/endpoints/audit";
import type { Database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { findJob } from "@/lib/jobs/saved/await-job";
import { readJobResult } from "@/lib/jobs/saved/saved-jobs";
import { describeJob } from "../ingestion/get-job";
import type { Audit } from "./answer";

export type SavedAudit = z.output<(typeof route)["response"]>;

const requestSchema = z.object({ query: auditBody });

/**
 * Has figures once the job is done.
 * @throws AppError `not_found`
 */
export async function getSavedAudit(db: Database, project: string, id: string): Promise<SavedAudit> {
  const job = await findJob(db, project, id);
  if (job.kind !== "audit") throw notFound("the audit");
  return {
    job: describeJob(job),
    query: requestSchema.parse(job.request).query,
    // Only an audit job writes it.
    audit: job.status === "done" ? (readJobResult(job) as Audit) : null,
  };
}
