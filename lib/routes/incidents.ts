import { GROUPS } from "@/lib/api/endpoints";
import { annotationBody, annotationEdit, incidentBody, incidentEdit } from "@/lib/api/endpoints/incidents";
import { annotateIncident, changeAnnotation, deleteAnnotation } from "@/lib/commands/incidents/annotations";
import { changeIncident, createIncident, deleteIncident } from "@/lib/commands/incidents/incidents";
import { noteExport } from "@/lib/commands/note-use";
import { database } from "@/lib/db/client";
import { addressOfPage } from "@/lib/http/address-of-page";
import { attachment } from "@/lib/http/attachment";
import { jsonBody } from "@/lib/http/json-body";
import { done } from "@/lib/http/respond";
import { getIncidentFile } from "@/lib/queries/incidents/incident-file";
import { listIncidents } from "@/lib/queries/incidents/list-incidents";
import { readingSession } from "@/lib/queries/reading/reading";
import { fileName } from "@/lib/view/format/file-name";
import { EXPORTS } from "@/lib/view/incident/export";
import { answers } from "./answers";

export const incidents = answers(GROUPS.incidents, {
  listIncidents: readingSession(async ({ caller, params }) => ({
    incidents: await listIncidents(database(), caller.project, params.id),
  })),

  createIncident: async ({ request, caller, params }) =>
    createIncident(database(), caller, params.id, await jsonBody(request, incidentBody)),

  getIncident: async ({ request, caller, params, query: { format, turn, axis, idle } }) => {
    const view = { turn: turn ?? null, axis, compress: idle === "cut" };
    const address = addressOfPage(`/sessions/${params.id}/incidents/${params.incidentId}`);
    const asked = { incident: params.incidentId, view, format, address };
    const file = await getIncidentFile(database(), caller.project, params.id, asked, request.signal);
    await noteExport(database(), caller, params.incidentId, format);
    return attachment(fileName(`incident-${file.title}`, format), EXPORTS[format].type, file.text);
  },

  changeIncident: async ({ request, caller, params }) =>
    changeIncident(database(), caller, params.id, params.incidentId, await jsonBody(request, incidentEdit)),

  deleteIncident: async ({ caller, params }) => {
    await deleteIncident(database(), caller, params.id, params.incidentId);
    return done();
  },

  annotateIncident: async ({ request, caller, params }) =>
    annotateIncident(
      database(),
      caller,
      params.id,
      params.incidentId,
      await jsonBody(request, annotationBody),
    ),

  changeAnnotation: async ({ request, caller, params }) =>
    changeAnnotation(database(), caller, params, (await jsonBody(request, annotationEdit)).text),

  deleteAnnotation: ({ caller, params }) => deleteAnnotation(database(), caller, params),
});
