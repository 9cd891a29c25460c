import { z } from "zod";
import { endpoint } from "../endpoint";

const warningSchema = z
  .object({
    code: z
      .string()
      .describe(
        "attributes_dropped, content_truncated, no_content, unknown_dialect, wrong_path, undecodable, clock_ahead, value_cut, record_refused, event_refused or projection_failed",
      ),
    source: z.string().describe("what it was found in: a client, a scope, a path"),
    message: z.string(),
    count: z.int().describe("how often it was found"),
    sample: z.record(z.string(), z.unknown()).describe("where it was found last; never content"),
    firstAt: z.iso.datetime(),
    lastAt: z.iso.datetime(),
  })
  .meta({ id: "IngestionWarning" });

const clientSchema = z
  .object({
    dialect: z.string(),
    label: z.string(),
    records: z.int(),
    calls: z.int().describe("records that tell of a model call"),
    usage: z.int().describe("records that bring token counts"),
    content: z.int().describe("records that bring messages"),
    tools: z.int().describe("records that bring tools, or calls of them"),
    firstAt: z.iso.datetime(),
    lastAt: z.iso.datetime(),
  })
  .meta({ id: "SeenClient" });

export const listIngestionWarnings = endpoint({
  method: "GET",
  path: "/api/v1/ingestion-warnings",
  summary: "What is wanting in what clients sent, and which clients were heard from",
  description: "The newest first. A warning of one kind and source is counted, with its last sample.",
  scope: "read",
  response: z.object({ warnings: z.array(warningSchema), clients: z.array(clientSchema) }),
});
