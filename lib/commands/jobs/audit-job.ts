import { z } from "zod";
import { auditBody } from "@/lib/api/endpoints/audit";
import { getAudit } from "@/lib/queries/audit/get-audit";
import type { SavedKind } from "./saved-kind";

const requestSchema = z.object({ query: auditBody });

/** Audits many sessions, one part of the answer after the other. */
export const auditJob: SavedKind = {
  run: (db, { projectId, request }, progress) =>
    getAudit(db, projectId, requestSchema.parse(request).query, (done, of) => progress.note(done, of, true)),
};
