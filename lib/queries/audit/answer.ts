import type { z } from "zod";
import type { getAudit } from "@/lib/api/endpoints/audit";

/** What an audit answers, as its route declares it. */
export type Audit = z.output<(typeof getAudit)["response"]>;
export type AuditGroup = Audit["total"];
