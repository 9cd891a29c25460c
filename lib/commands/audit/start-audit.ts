import type { z } from "zod";
import type { auditBody } from "@/lib/api/endpoints/audit";
import type { Database } from "@/lib/db/client";
import { awaitJobFor } from "@/lib/jobs/saved/await-job";
import { beginJob, newJobId } from "@/lib/jobs/saved/saved-jobs";
import type { SavedAudit } from "@/lib/queries/audit/get-saved-audit";
import { getSavedAudit } from "@/lib/queries/audit/get-saved-audit";

/**
 * A worker does the audit.
 * @param waitMs how long the caller waits for the result
 * @throws AppError `rate_limited` while the project has asked for too much
 */
export async function startAudit(
  db: Database,
  project: string,
  query: z.output<typeof auditBody>,
  waitMs: number,
): Promise<SavedAudit> {
  const id = newJobId();
  await beginJob(db, project, { id, kind: "audit", request: { name: nameOf(query), query } });
  await awaitJobFor(db, project, id, waitMs);
  return getSavedAudit(db, project, id);
}

function nameOf({ sample, ...filters }: z.output<typeof auditBody>): string {
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  );
  return [...named, `up to ${sample} sessions`].join(", ");
}
