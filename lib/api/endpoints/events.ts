import { z } from "zod";
import { eventSchema } from "@/lib/core/trace/event-schema";
import { endpoint } from "../endpoint";

const itemIssueSchema = z.object({
  index: z.int().describe("place in the batch, from 0; in NDJSON the line"),
  id: z.string().nullable().describe("the item's id; null where it has none that can be read"),
  path: z.string().describe("the field, as in `window.entries[3].id`; empty for the event itself"),
  code: z.string().describe("a stable code of the problem"),
  message: z.string().describe("what was expected"),
});

export const ingestReportSchema = z
  .object({
    accepted: z.int().describe("events that were new and are on disk now"),
    duplicates: z.int().describe("events that were there already, with the same content"),
    rejected: z
      .array(itemIssueSchema)
      .describe("the events that were refused, each with its reason; the others of the request are stored"),
    warnings: z
      .array(itemIssueSchema)
      .describe("what was put right in accepted items, and those that differ from one stored under their id"),
  })
  .meta({ id: "IngestReport" });
export type IngestReport = z.infer<typeof ingestReportSchema>;

export const postEvents = endpoint({
  method: "POST",
  path: "/api/v1/events",
  summary: "Take in native events",
  description:
    "Every good event of a batch is kept and committed before the answer; every bad one is named with its place, field and reason. " +
    "An event is known by its id within its session: the same event again is a duplicate, the same id with other content is kept beside it, with a warning. " +
    "Answers 422 when no event of a batch was acceptable.",
  scope: "send",
  body: {
    "application/json": z.object({
      events: z.array(eventSchema).describe("the events, in any order and of any sessions"),
    }),
    "application/x-ndjson": null,
  },
  response: ingestReportSchema,
});
