import type { z } from "zod";
import type { auditQuery, getAudit } from "@/lib/api/endpoints/audit";

export type Audit = z.output<(typeof getAudit)["response"]>;
export type AuditGroup = Audit["total"];
export type AuditQuery = z.output<typeof auditQuery>;
