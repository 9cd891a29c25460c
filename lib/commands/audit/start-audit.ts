import type { z } from "zod";
import { noteInAuditLog } from "@/lib/access/audit";
import type { CommandOf } from "@/lib/access/write-context";
import type { auditBody } from "@/lib/api/endpoints/audit";
import { awaitJobFor } from "@/lib/jobs/saved/await-job";
import { beginJob, newJobId } from "@/lib/jobs/saved/saved-jobs";
import type { SavedAudit } from "@/lib/queries/audit/get-saved-audit";
import { getSavedAudit } from "@/lib/queries/audit/get-saved-audit";

/**
 * A worker does the audit.
 * @param waitMs how long the caller waits for the result
 * @throws AppError `rate_limited` while the project has asked for too much
 */
export async function startAudit({
  ctx: { db, caller },
  input: { query, waitMs },
}: CommandOf<{ query: z.output<typeof auditBody>; waitMs: number }>): Promise<SavedAudit> {
  const { project } = caller;
  const id = newJobId();
  await beginJob(db, project, { id, kind: "audit", request: { name: nameOf(query), query } }, (tx) =>
    noteInAuditLog(tx, caller, "audit.started", { detail: { sessionsAtMost: query.sample } }),
  );
  await awaitJobFor(db, project, id, waitMs);
  return getSavedAudit(db, project, id);
}

function nameOf({ sample, ...filters }: z.output<typeof auditBody>): string {
  const named = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  );
  return [...named, `up to ${sample} sessions`].join(", ");
}
