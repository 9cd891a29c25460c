import { z } from "zod";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import { PIN_KINDS } from "@/lib/incident/incident";
import { OUTCOMES } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import { sessionParams } from "./sessions";

const TITLE_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 4_000;
const REPLAYS_MAX = 5;
const turn = z.int().min(0).max(10_000_000);
const time = z.iso.datetime();
const doneSchema = z.object({ done: z.literal(true) });

/** The export format of an incident, and the state of its timeline with the keys of page addresses. */
export const exportQuery = z.object({
  format: z.enum(["md", "json", "html", "csv"]).default("json"),
  turn: z.coerce.number().int().min(0).max(10_000_000).optional().describe("the cursor"),
  axis: z.enum(["time", "turns"]).default("time"),
  idle: z.enum(["cut"]).optional().describe("idle gaps of the time axis are cut short"),
});

export const annotationBody = z.object({
  turn,
  pin: z.enum(PIN_KINDS).default("turn"),
  target: z
    .string()
    .max(500)
    .nullable()
    .default(null)
    .describe("id of the block or step, or code of the finding"),
  text: z.string().trim().min(1).max(TEXT_CHARS_MAX),
});
export type AnnotationBody = z.infer<typeof annotationBody>;

/** Changes the text of a remark. Its pin stays. */
export const annotationEdit = annotationBody.pick({ text: true }).strict();

const annotationSchema = annotationBody.extend({ id: z.string(), author: z.string(), createdAt: time });

export const incidentSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    severity: z.enum(SEVERITIES),
    outcome: z.enum(OUTCOMES),
    from: turn,
    to: turn,
    createdBy: z.string(),
    createdAt: time,
    replays: z.array(z.string()).describe("ids of the saved replays that are part of it"),
    annotations: z.array(annotationSchema),
  })
  .meta({ id: "Incident" });
export type IncidentResult = z.infer<typeof incidentSchema>;

const range = z.union([
  z.object({ from: turn, to: turn }).describe("turns"),
  z.object({ since: time, until: time }).describe("wall-clock time"),
]);

export const incidentBody = z.union([
  z.object({
    title: z.string().trim().min(1).max(TITLE_CHARS_MAX),
    severity: z.enum(SEVERITIES).default("warning"),
    outcome: z.enum(OUTCOMES).default("unknown"),
    range,
    annotations: z.array(annotationBody).max(100).default([]),
  }),
  z
    .object({ finding: z.object({ code: z.string().max(100), turn }) })
    .describe("a finding of the session, by its code and first turn, made an incident as it is"),
]);
export type IncidentBody = z.infer<typeof incidentBody>;

/** The fields of an incident that can change. A field that is left out stays as it is. */
export const incidentEdit = z.strictObject({
  title: z.string().trim().min(1).max(TITLE_CHARS_MAX).optional(),
  severity: z.enum(SEVERITIES).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  range: range.optional(),
  replays: z.array(z.string().max(100)).max(REPLAYS_MAX).optional().describe("all of them, by their ids"),
});
export type IncidentEdit = z.infer<typeof incidentEdit>;

/** A frozen range of a session, with the timeline that tells it. */
export const snapshotSchema = z
  .looseObject({
    version: z.literal(1),
    title: z.string(),
    content: z.enum(["full", "masked", "off"]),
    from: turn,
    to: turn,
    turns: z.array(z.looseObject({ turn })),
    entries: z.array(z.looseObject({ turn, moment: z.string(), kind: z.string(), text: z.string() })),
    blocks: z.array(z.looseObject({ name: z.string(), kind: z.string(), text: z.string().nullable() })),
    replays: z.array(z.looseObject({ id: z.string(), caveats: z.array(z.string()) })),
  })
  .meta({ id: "Snapshot" });

const incidentParams = sessionParams.extend({ incidentId: z.string().max(100) });

export const listIncidents = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/incidents",
  summary: "The incidents of a session, newest first",
  scope: "read",
  params: sessionParams,
  response: z.object({ incidents: z.array(incidentSchema) }),
});

export const createIncident = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/incidents",
  summary: "Mark a range of a session as an incident, or make one of a finding",
  scope: "write",
  params: sessionParams,
  body: { "application/json": incidentBody },
  response: incidentSchema,
});

export const getIncident = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}",
  summary: "An incident with its timeline, as JSON, Markdown, CSV or one HTML file",
  scope: "read",
  params: incidentParams,
  query: exportQuery,
  response: snapshotSchema,
});

export const changeIncident = endpoint({
  method: "PATCH",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}",
  summary: "Change what an incident says of itself, its range, or the replays that are part of it",
  scope: "write",
  params: incidentParams,
  body: { "application/json": incidentEdit },
  response: incidentSchema,
});

export const deleteIncident = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}",
  summary: "Delete an incident with its annotations; shares made of it stay",
  scope: "write",
  params: incidentParams,
  response: doneSchema,
});

export const annotateIncident = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}/annotations",
  summary: "Write something down beside the evidence",
  scope: "write",
  params: incidentParams,
  body: { "application/json": annotationBody },
  response: incidentSchema,
});

const annotationParams = incidentParams.extend({ annotationId: z.string().max(100) });

export const changeAnnotation = endpoint({
  method: "PATCH",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}/annotations/{annotationId}",
  summary: "Say a remark in other words",
  scope: "write",
  params: annotationParams,
  body: { "application/json": annotationEdit },
  response: incidentSchema,
});

export const deleteAnnotation = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}/annotations/{annotationId}",
  summary: "Delete a remark",
  scope: "write",
  params: annotationParams,
  response: incidentSchema,
});
