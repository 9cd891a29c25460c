import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { AGENT_TOOLS } from "./tools";

/** A server of the Model Context Protocol with the tools of one project. */
export function mcpServer(db: Database, project: string, version: string): McpServer {
  const server = new McpServer({ name: "sightglass", version });
  for (const { name, description, input, run } of AGENT_TOOLS)
    server.registerTool(
      name,
      { description, inputSchema: input, annotations: { readOnlyHint: true, openWorldHint: false } },
      async (asked) => {
        try {
          return { content: [{ type: "text" as const, text: await run(db, project, asked) }] };
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

/** Answers one request of the protocol, without state between requests. */
export async function answerMcp(
  db: Database,
  project: string,
  request: Request,
  version: string,
): Promise<Response> {
  return createMcpHandler(() => mcpServer(db, project, version)).fetch(request);
}
