import { getAudit as endpoint } from "@/lib/api/endpoints/audit";
import { database } from "@/lib/db/client";
import { serve } from "@/lib/http/serve";
import { answerAudit } from "@/lib/queries/audit/ask-audit";
import { readingProject } from "@/lib/queries/reading";

export const GET = serve(
  endpoint,
  readingProject(({ request, caller: { project }, query }) =>
    answerAudit(database(), project, "", query, request.signal),
  ),
);
