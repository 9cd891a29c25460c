import { z } from "zod";
import { auditBody } from "@/lib/api/endpoints/audit";
import { getAudit } from "@/lib/queries/audit/get-audit";
import type { SavedKind } from "./saved-kind";

const requestSchema = z.object({ query: auditBody });

export const auditJob: SavedKind = {
  run: (db, { projectId, request }, progress) =>
    getAudit(db, projectId, requestSchema.parse(request).query, (done, of) => progress.note(done, of, true)),
};
