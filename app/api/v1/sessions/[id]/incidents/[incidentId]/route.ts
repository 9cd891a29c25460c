import {
  changeIncident as change,
  deleteIncident as deletion,
  getIncident as endpoint,
  incidentEdit,
} from "@/lib/api/endpoints/incidents";
import { changeIncident, deleteIncident } from "@/lib/commands/incidents/incidents";
import { noteExport } from "@/lib/commands/note-use";
import { database } from "@/lib/db/client";
import { attachment } from "@/lib/http/attachment";
import { jsonBody } from "@/lib/http/json-body";
import { addressOfPage } from "@/lib/http/address-of-page";
import { done } from "@/lib/http/respond";
import { serve } from "@/lib/http/serve";
import { getIncidentFile } from "@/lib/queries/incidents/incident-file";
import { fileName } from "@/lib/view/format/file-name";
import { EXPORTS } from "@/lib/view/incident/export";

export const GET = serve(
  endpoint,
  async ({ request, caller, params, query: { format, turn, axis, idle } }) => {
    const view = { turn: turn ?? null, axis, compress: idle === "cut" };
    const address = addressOfPage(`/sessions/${params.id}/incidents/${params.incidentId}`);
    const asked = { incident: params.incidentId, view, format, address };
    const file = await getIncidentFile(database(), caller.project, params.id, asked, request.signal);
    await noteExport(database(), caller, params.incidentId, format);
    return attachment(fileName(`incident-${file.title}`, format), EXPORTS[format].type, file.text);
  },
);

export const PATCH = serve(change, async ({ request, caller, params }) =>
  changeIncident(database(), caller, params.id, params.incidentId, await jsonBody(request, incidentEdit)),
);

export const DELETE = serve(deletion, async ({ caller, params }) => {
  await deleteIncident(database(), caller, params.id, params.incidentId);
  return done();
});
