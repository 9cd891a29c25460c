import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { AGENT_TOOLS } from "@/lib/commands/mcp/tools";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { toWire } from "@/lib/core/trace/event";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/servers/route-server";
import { callRoute, endpointOf } from "@/lib/testing/routes";
import { trace } from "@/lib/testing/trace-builder";
import { testWorker, worked } from "@/lib/testing/worker";

testWorker();
const db = testDatabase();
const instance = routeServer();

/** The protocol's own client over standard input and output, or over HTTP. */
async function connected(url: string, over: "stdio" | "http" = "stdio"): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const command = {
    command: process.execPath,
    args: ["lib/cli/mcp.mjs", "--url", url],
    stderr: "pipe" as const,
  };
  await client.connect(
    over === "http"
      ? new StreamableHTTPClientTransport(new URL("/mcp", url))
      : new StdioClientTransport(command),
  );
  return client;
}

describe("the tools of an agent", () => {
  it.each(["stdio", "http"] as const)(
    "are listed and called by the protocol's own client over %s",
    async (over) => {
      const story = trace("mcp-stdio", { contextWindow: 1_000 }).turn((t) =>
        t.user("Refund order 7.").says("I look."),
      );
      await callRoute(endpointOf("POST", "/api/v1/events"), {}, "", {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ events: story.events().map(toWire) }),
      });
      await worked(db, DEFAULT_PROJECT);
      const client = await connected(instance.url, over);
      expect(client.getInstructions()).toContain("list_sessions");
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual(AGENT_TOOLS.map(({ name }) => name).sort());
      const undescribed = tools.flatMap(({ name, inputSchema }) =>
        Object.entries(inputSchema.properties ?? {}).flatMap(([field, about]) =>
          typeof (about as { description?: unknown }).description === "string" ? [] : [`${name}.${field}`],
        ),
      );
      expect(undescribed).toEqual([]);
      const found = await client.callTool({ name: "list_sessions", arguments: { run: "mcp-stdio" } });
      expect(found).toMatchObject({
        content: [{ text: expect.stringMatching(/^- "?mcp-stdio"?: 1 turn, last/m) as string }],
      });
      const [budget, nobody] = await Promise.all(
        ["mcp-stdio", "nobody"].map((session) =>
          client.callTool({ name: "context_budget", arguments: { session } }),
        ),
      );
      expect(budget).toMatchObject({
        content: [{ text: expect.stringContaining("turn 0: the window has") as string }],
      });
      expect(nobody).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("not_found") as string }],
      });
      await client.close();
    },
  );

  it("say to the client that nobody answers, where that is so", async () => {
    await expect(connected("http://127.0.0.1:9")).rejects.toThrow(/Sightglass at http:\/\/127.0.0.1:9\/mcp/);
  });
});
