import { deleteIncident as deletion, getIncident as endpoint } from "@/lib/api/endpoints/incidents";
import { deleteIncident } from "@/lib/commands/incidents/incidents";
import { database } from "@/lib/db/client";
import { attachment } from "@/lib/http/attachment";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { freezeForReading } from "@/lib/queries/incidents/freeze";
import { EXPORTS } from "@/lib/view/incident/export";

const VIEW = { turn: null, axis: "time", compress: false } as const;

export const GET = serve(endpoint, async ({ caller, params, query: { format } }) => {
  const subject = { incident: params.incidentId };
  const snapshot = await freezeForReading(database(), caller.project, params.id, subject, VIEW);
  return attachment(`incident.${format}`, EXPORTS[format].type, EXPORTS[format].write(snapshot));
});

export const DELETE = serve(deletion, async ({ caller, params }) => {
  await deleteIncident(database(), caller, params.id, params.incidentId);
  return done();
});
