import { getSavedAudit as endpoint } from "@/lib/api/endpoints/audit";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { getSavedAudit } from "@/lib/queries/audit/get-saved-audit";

export const GET = serve(endpoint, ({ caller, params }) =>
  getSavedAudit(database(), caller.project, params.jobId),
);
