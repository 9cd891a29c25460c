import { listAuditLog as endpoint } from "@/lib/api/endpoints/projects";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { listAuditLog } from "@/lib/queries/access/list-audit-log";

export const GET = serve(endpoint, ({ caller, query }) => listAuditLog(database(), caller.project, query));
