import type { StepOf } from "@/lib/access/step-of";
import { createMcpHandler, McpServer, type StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { readPlainly } from "@/lib/core/plain-issues";
import type { Caller } from "@/lib/access/caller";
import { JSON_BODY_BYTES_MAX } from "@/lib/api/limits/http";
import { AppError } from "@/lib/errors";
import { readBodyBytes, requireShallow } from "@/lib/http/read-body";
import { quoteText } from "@/lib/runtime/quoted";
import { inlineReferences } from "./inline-references";
import { AGENT_INSTRUCTIONS, AGENT_TOOLS } from "./tools";

export function makeMcpServer({
  ctx: { db },
  input: { caller, version },
}: StepOf<"db", { readonly caller: Caller; readonly version: string }>): McpServer {
  const server = new McpServer({ name: "sightglass", version }, { instructions: AGENT_INSTRUCTIONS });
  for (const { name, description, input, run, isQuoted = false } of AGENT_TOOLS)
    server.registerTool(
      name,
      {
        description,
        inputSchema: makePlainSchema(input),
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      async (asked) => {
        try {
          const answer = await run(db, caller, asked);
          const text = isQuoted ? answer : quoteText(answer, { source: name });
          return { content: [{ type: "text" as const, text }] };
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return {
            isError: true,
            content: [{ type: "text" as const, text: `${error.code}: ${error.message}` }],
          };
        }
      },
    );
  return server;
}

/**
 * A schema whose refusals name each field and what was expected, in the words of the rest of the API. Its description says
 * everything in its place, because some clients follow no reference.
 */
function makePlainSchema<S extends z.ZodObject>(schema: S): StandardSchemaWithJSON<z.input<S>, z.output<S>> {
  const { jsonSchema } = schema["~standard"];
  type Describe = typeof jsonSchema.input;
  return {
    "~standard": {
      ...schema["~standard"],
      jsonSchema: {
        input: (...options: Parameters<Describe>) => inlineReferences(jsonSchema.input(...options)),
        output: (...options: Parameters<Describe>) => inlineReferences(jsonSchema.output(...options)),
      },
      validate: (value) => {
        const read = readPlainly(schema, value);
        return read.ok ? { value: read.data } : { issues: read.issues };
      },
    },
  } as StandardSchemaWithJSON<z.input<S>, z.output<S>>;
}

/** The request with its body read: the protocol's library would parse whatever nests. @throws AppError `invalid_json`, `too_large` */
async function readWithBody(request: Request): Promise<Request> {
  const limits = { wireBytesMax: JSON_BODY_BYTES_MAX, bodyBytesMax: JSON_BODY_BYTES_MAX };
  const body = new Uint8Array(requireShallow(await readBodyBytes(request, limits)));
  const headers = new Headers(request.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
}

/** Answers one request of the protocol, without state between requests. */
export async function answerMcp({
  ctx: { db },
  input: { caller, request, version },
}: StepOf<
  "db",
  { readonly caller: Caller; readonly request: Request; readonly version: string }
>): Promise<Response> {
  const handler = createMcpHandler(() => makeMcpServer({ ctx: { db }, input: { caller, version } }), {
    maxRequestBodySize: JSON_BODY_BYTES_MAX,
  });
  return handler.fetch(await readWithBody(request));
}
