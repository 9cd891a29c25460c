import { GROUPS } from "@/lib/api/endpoints";
import { annotationBody, annotationEdit, incidentBody, incidentEdit } from "@/lib/api/endpoints/incidents";
import { annotateIncident, changeAnnotation, deleteAnnotation } from "@/lib/commands/incidents/annotations";
import { changeIncident, createIncident, deleteIncident } from "@/lib/commands/incidents/incidents";
import { noteExport } from "@/lib/commands/note-use";
import { getDatabase } from "@/lib/db/client";
import { makePageAddress } from "@/lib/http/address-of-page";
import { makeAttachment } from "@/lib/http/attachment";
import { readJsonBody } from "@/lib/http/json-body";
import { answerDone } from "@/lib/http/respond";
import { getIncidentFile } from "@/lib/queries/incidents/incident-file";
import { listIncidents } from "@/lib/queries/incidents/list-incidents";
import { makeSessionRead } from "@/lib/queries/reading/reading";
import { makeFileName } from "@/lib/view/format/file-name";
import { EXPORTS } from "@/lib/view/incident/export";
import { makeAnswers } from "./answers";

export const incidents = makeAnswers(GROUPS.incidents, {
  listIncidents: makeSessionRead(async ({ caller, params }) => ({
    incidents: await listIncidents(getDatabase(), caller.project, params.id),
  })),

  createIncident: async ({ request, ctx, params: { id } }) =>
    createIncident({ ctx, input: { id, body: await readJsonBody(request, incidentBody) } }),

  getIncident: async ({ request, caller, ctx, params, query: { format, turn, axis, idle } }) => {
    const view = { turn: turn ?? null, axis, compress: idle === "cut" };
    const address = makePageAddress(`/sessions/${params.id}/incidents/${params.incidentId}`);
    const asked = { incident: params.incidentId, view, format, address };
    const file = await getIncidentFile(getDatabase(), caller.project, params.id, asked, request.signal);
    await noteExport({ ctx, input: { incident: params.incidentId, format } });
    return makeAttachment(makeFileName(`incident-${file.title}`, format), EXPORTS[format].type, file.text);
  },

  changeIncident: async ({ request, ctx, params }) =>
    changeIncident({ ctx, input: { ...params, edit: await readJsonBody(request, incidentEdit) } }),

  deleteIncident: async ({ ctx, params }) => {
    await deleteIncident({ ctx, input: params });
    return answerDone();
  },

  annotateIncident: async ({ request, ctx, params }) =>
    annotateIncident({ ctx, input: { ...params, note: await readJsonBody(request, annotationBody) } }),

  changeAnnotation: async ({ request, ctx, params }) =>
    changeAnnotation({ ctx, input: { ...params, ...(await readJsonBody(request, annotationEdit)) } }),

  deleteAnnotation: ({ ctx, params }) => deleteAnnotation({ ctx, input: params }),
});
