import { z } from "zod";
import type { Endpoint } from "../endpoint";
import { endpoint } from "../endpoint";

const EXPORT = { "application/x-protobuf": null, "application/json": null };

const partialSuccessSchema = z.object({
  partialSuccess: z
    .looseObject({ errorMessage: z.string().describe("why records were refused; empty where none was") })
    .optional()
    .describe("what was refused; where nothing was, what is incomplete in the accepted records"),
});

function declareOtlp(path: string, summary: string, description: string): Endpoint {
  return endpoint({
    method: "POST",
    path,
    summary,
    description: `${description} OTLP/HTTP in protobuf or JSON, with gzip or deflate; the answer is in the encoding of the request.`,
    scope: "ingest",
    body: EXPORT,
    response: partialSuccessSchema,
  });
}

export const postTraces = declareOtlp(
  "/v1/traces",
  "Take in spans",
  "The spans of agents and model clients become sessions; the same span again changes nothing.",
);
export const postLogs = declareOtlp(
  "/v1/logs",
  "Take in log records",
  "Log records with the content of model calls join the spans they belong to.",
);
export const postMetrics = declareOtlp("/v1/metrics", "Accept metrics", "Metrics are accepted and not kept.");
export const postLangfuseTraces = declareOtlp(
  "/api/public/otel/v1/traces",
  "Take in spans where the Langfuse SDK sends them",
  "The same as /v1/traces.",
);
