import { getAudit as endpoint } from "@/lib/api/endpoints/audit";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { readingProject } from "@/lib/queries/reading";
import { getAudit } from "@/lib/queries/audit/get-audit";

export const GET = serve(
  endpoint,
  readingProject(({ caller, query }) => getAudit(database(), caller.project, query)),
);
