import { z } from "zod";
import { endpoint } from "../endpoint";

const warningSchema = z
  .object({
    code: z
      .string()
      .describe(
        "attributes_dropped, content_truncated, no_content, unknown_dialect, wrong_path, undecodable, clock_ahead, value_cut, field_lost, record_refused, event_refused or projection_failed",
      ),
    source: z.string().describe("what it was found in: a client, a scope, a path"),
    message: z.string().describe("what was wrong, as a sentence"),
    count: z.int().describe("how often it was found"),
    sample: z.record(z.string(), z.unknown()).describe("where it was found last; never content"),
    firstAt: z.iso.datetime().describe("when it happened first"),
    lastAt: z.iso.datetime().describe("when it happened last"),
  })
  .meta({ id: "IngestionWarning" });

const clientSchema = z
  .object({
    dialect: z.string().describe("the dialect of the telemetry that the client sends"),
    label: z.string().describe("the client's name"),
    records: z.int().describe("records that it sent"),
    calls: z.int().describe("records of model calls"),
    usage: z.int().describe("records that bring token counts"),
    content: z.int().describe("records that bring messages"),
    tools: z.int().describe("records that bring tools, or calls of them"),
    firstAt: z.iso.datetime().describe("when its first record came"),
    lastAt: z.iso.datetime().describe("when its newest record came"),
  })
  .meta({ id: "SeenClient" });

export const listIngestionWarnings = endpoint({
  method: "GET",
  path: "/api/v1/ingestion-warnings",
  summary: "What is wanting in what clients sent, and which clients were heard from",
  description: "The newest first. A warning of one kind and source is counted, with its last sample.",
  scope: "read",
  response: z.object({
    warnings: z.array(warningSchema).describe("what could not be processed, the newest first"),
    clients: z.array(clientSchema).describe("the clients that sent telemetry"),
  }),
});
