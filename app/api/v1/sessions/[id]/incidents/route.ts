import { createIncident as create, incidentBody, listIncidents as list } from "@/lib/api/endpoints/incidents";
import { createIncident } from "@/lib/commands/incidents/incidents";
import { database } from "@/lib/db/client";
import { jsonBody } from "@/lib/http/json-body";
import { serve } from "@/lib/http/serve";
import { readingSession } from "@/lib/queries/reading";
import { listIncidents } from "@/lib/queries/incidents/list-incidents";

export const GET = serve(
  list,
  readingSession(async ({ caller, params }) => ({
    incidents: await listIncidents(database(), caller.project, params.id),
  })),
);

export const POST = serve(create, async ({ request, caller, params }) =>
  createIncident(database(), caller, params.id, await jsonBody(request, incidentBody)),
);
