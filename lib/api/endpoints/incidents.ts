import { z } from "zod";
import { SEVERITIES } from "@/lib/core/findings/rule/finding";
import { PIN_KINDS } from "@/lib/incident/incident";
import { OUTCOMES } from "@/lib/core/vocabulary";
import { endpoint } from "../endpoint";
import { sessionParams } from "./session-params";

const TITLE_CHARS_MAX = 200;
const TEXT_CHARS_MAX = 4_000;
const REPLAYS_MAX = 5;
const turn = z.int().min(0).max(10_000_000).describe("index of the turn, from 0");
const time = z.iso.datetime();
const doneSchema = z.object({ done: z.literal(true).describe("always true: the change is stored") });

export const exportQuery = z.object({
  format: z
    .enum(["md", "json", "html", "csv"])
    .default("json")
    .describe("Markdown, JSON, one HTML file or CSV"),
  turn: z.coerce.number().int().min(0).max(10_000_000).optional().describe("the cursor"),
  axis: z.enum(["time", "turns"]).default("time").describe("whether the timeline runs by time or by turns"),
  idle: z.enum(["cut"]).optional().describe("idle gaps of the time axis are cut short"),
});

export const annotationBody = z.object({
  turn,
  pin: z.enum(PIN_KINDS).default("turn").describe("what the note is pinned to"),
  target: z
    .string()
    .max(500)
    .nullable()
    .default(null)
    .describe("id of the block or step, or code of the finding"),
  text: z.string().trim().min(1).max(TEXT_CHARS_MAX).describe("the note"),
});
export type AnnotationBody = z.infer<typeof annotationBody>;

export const annotationEdit = annotationBody.pick({ text: true }).strict();

const annotationSchema = annotationBody.extend({
  id: z.string().describe("the note's id"),
  author: z.string().describe("who wrote it"),
  createdAt: time.describe("when it was written"),
});

export const incidentSchema = z
  .object({
    id: z.string().describe("the incident's id"),
    title: z.string().describe("the incident's title"),
    severity: z.enum(SEVERITIES).describe("how bad it is"),
    outcome: z.enum(OUTCOMES).describe("how the session ended"),
    from: turn.describe("the first turn of the range"),
    to: turn.describe("the last turn of the range"),
    createdBy: z.string().describe("who marked it"),
    createdAt: time.describe("when it was marked"),
    replays: z.array(z.string()).describe("ids of the saved replays that are part of it"),
    annotations: z.array(annotationSchema).describe("the notes, the oldest first"),
  })
  .meta({ id: "Incident" });
export type IncidentResult = z.infer<typeof incidentSchema>;

const range = z.union([
  z
    .object({
      from: turn.describe("the first turn of the range"),
      to: turn.describe("the last turn of the range"),
    })
    .describe("turns"),
  z
    .object({
      since: time.describe("the time at which the range begins"),
      until: time.describe("the time at which the range ends"),
    })
    .describe("wall-clock time"),
]);

export const incidentBody = z.union([
  z.object({
    title: z.string().trim().min(1).max(TITLE_CHARS_MAX).describe("the incident's title"),
    severity: z.enum(SEVERITIES).default("warning").describe("how bad it is"),
    outcome: z.enum(OUTCOMES).default("unknown").describe("how the session ended"),
    range: range.describe("the part of the session that it is about"),
    annotations: z.array(annotationBody).max(100).default([]).describe("notes to begin with"),
  }),
  z
    .object({
      finding: z
        .object({
          code: z.string().max(100).describe("the finding's code"),
          turn: turn.describe("the first turn of the finding"),
        })
        .describe("the finding to make an incident of"),
      title: z
        .string()
        .trim()
        .min(1)
        .max(TITLE_CHARS_MAX)
        .optional()
        .describe("the incident's title; without one the finding's sentence"),
    })
    .describe("a finding of the session, by its code and first turn, made an incident as it is"),
]);
export type IncidentBody = z.infer<typeof incidentBody>;

export const incidentEdit = z.strictObject({
  title: z.string().trim().min(1).max(TITLE_CHARS_MAX).optional().describe("another title"),
  severity: z.enum(SEVERITIES).optional().describe("another severity"),
  outcome: z.enum(OUTCOMES).optional().describe("another outcome"),
  range: range.optional().describe("another range"),
  replays: z.array(z.string().max(100)).max(REPLAYS_MAX).optional().describe("all of them, by their ids"),
});
export type IncidentEdit = z.infer<typeof incidentEdit>;

export const snapshotSchema = z
  .looseObject({
    version: z.literal(1).describe("the version of this form"),
    title: z.string().describe("the incident's title"),
    content: z
      .enum(["full", "masked", "off"])
      .describe("`off` without any content, `masked` with secrets masked, `full` as recorded"),
    from: turn.describe("the first turn of the range"),
    to: turn.describe("the last turn of the range"),
    turns: z.array(z.looseObject({ turn })).describe("the turns of the range with their figures"),
    entries: z
      .array(
        z.looseObject({
          turn,
          moment: z.string().describe("the moment within the turn: before, during or after the call"),
          kind: z.string().describe("what kind of thing happened"),
          text: z.string().describe("what happened, as a sentence"),
        }),
      )
      .describe("the timeline: what happened, in order"),
    blocks: z
      .array(
        z.looseObject({
          name: z.string().describe("the block's name"),
          kind: z.string().describe("the block's source kind"),
          text: z.string().nullable().describe("the block's content; null where it is left out"),
        }),
      )
      .describe("the blocks that the timeline speaks of"),
    replays: z
      .array(
        z.looseObject({
          id: z.string().describe("the replay's id"),
          caveats: z.array(z.string()).describe("what limits the replay's figures"),
        }),
      )
      .describe("the replays that are part of it"),
  })
  .meta({ id: "Snapshot" });

const incidentParams = sessionParams.extend({
  incidentId: z.string().max(100).describe("the incident's id"),
});

export const listIncidents = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/incidents",
  summary: "The incidents of a session, newest first",
  description: "With their notes, without their timelines.",
  scope: "read",
  params: sessionParams,
  response: z.object({ incidents: z.array(incidentSchema).describe("the incidents, the newest first") }),
});

export const createIncident = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/incidents",
  summary: "Mark a range of a session as an incident, or make one of a finding",
  description:
    "An incident of a finding takes the finding's sentence and severity, and its advice as the first note. It covers the finding's turns; of something that had left, all from where it came in to where it came back, or to the session's end.",
  scope: "write",
  params: sessionParams,
  body: { "application/json": incidentBody },
  response: incidentSchema,
});

export const getIncident = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}",
  summary: "An incident with its timeline, as JSON, Markdown, CSV or one HTML file",
  description: "The timeline is made from the session as it is now. A share freezes it.",
  scope: "read",
  params: incidentParams,
  query: exportQuery,
  response: snapshotSchema,
});

export const changeIncident = endpoint({
  method: "PATCH",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}",
  summary: "Change an incident's texts, its range, or its replays",
  description: "A field that is left out stays as it is.",
  scope: "write",
  params: incidentParams,
  body: { "application/json": incidentEdit },
  response: incidentSchema,
});

export const deleteIncident = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}",
  summary: "Delete an incident with its annotations; its shares stay",
  description: "The session itself is not touched.",
  scope: "write",
  params: incidentParams,
  response: doneSchema,
});

export const annotateIncident = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}/annotations",
  summary: "Write something down beside the evidence",
  description:
    "The note is pinned to a turn, a block, an eviction, a step or a finding of the incident's range.",
  scope: "write",
  params: incidentParams,
  body: { "application/json": annotationBody },
  response: incidentSchema,
});

const annotationParams = incidentParams.extend({
  annotationId: z.string().max(100).describe("the note's id"),
});

export const changeAnnotation = endpoint({
  method: "PATCH",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}/annotations/{annotationId}",
  summary: "Say a remark in other words",
  description: "Where the note is pinned stays. Answers with the whole incident.",
  scope: "write",
  params: annotationParams,
  body: { "application/json": annotationEdit },
  response: incidentSchema,
});

export const deleteAnnotation = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/incidents/{incidentId}/annotations/{annotationId}",
  summary: "Delete a remark",
  description: "Answers with the incident without it.",
  scope: "write",
  params: annotationParams,
  response: incidentSchema,
});
