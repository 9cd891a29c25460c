import { annotateIncident as endpoint, annotationBody } from "@/lib/api/endpoints/incidents";
import { annotateIncident } from "@/lib/commands/incidents/annotations";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";

export const POST = serve(endpoint, async ({ request, caller, params }) =>
  annotateIncident(database(), caller, params.id, params.incidentId, await jsonBody(request, annotationBody)),
);
