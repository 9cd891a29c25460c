import { getAudit as endpoint } from "@/lib/api/endpoints/audit";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { heavyWork } from "@/lib/queries/heavy-work";
import { readingProject } from "@/lib/queries/reading";
import { getAudit } from "@/lib/queries/audit/get-audit";

export const GET = serve(
  endpoint,
  readingProject(({ request, caller: { project }, query }) =>
    heavyWork(project, request.signal, () => getAudit(database(), project, query)),
  ),
);
