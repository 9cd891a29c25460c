import { auditBody, startAudit as endpoint } from "@/lib/api/endpoints/audit";
import { startAudit } from "@/lib/commands/audit/start-audit";
import { noteAudit } from "@/lib/commands/note-use";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { json } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller, query }) => {
  const body = await jsonBody(request, auditBody);
  await noteAudit(database(), caller, body.sample);
  const saved = await startAudit(database(), caller.project, body, query.wait);
  return json(saved, saved.job.status === "running" ? 202 : 200);
});
