import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it } from "vitest";
import { waitForDecisions } from "@/lib/commands/runtime/decisions";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/servers/route-server";
import { addKey, addProject, addSession, inTeamMode } from "@/lib/testing/team";

inTeamMode();
const db = testDatabase();
const instance = routeServer();
let session: string;
const keys: Record<"good" | "other" | "readOnly" | "revoked", string> = {
  good: "",
  other: "",
  readOnly: "",
  revoked: "",
};
beforeAll(async () => {
  const [own, other] = [await addProject(db), await addProject(db)];
  session = await addSession(db, own, "refund");
  const keyOf = async (...given: Parameters<typeof addKey>) => (await addKey(...given)).authorization;
  keys.good = await keyOf(db, own, ["ingest", "read"]);
  keys.other = await keyOf(db, other, ["ingest", "read"]);
  keys.readOnly = await keyOf(db, own, ["read"]);
  keys.revoked = await keyOf(db, own, ["ingest", "read"], { revokedAt: new Date() });
});

async function overHttp(authorization?: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const headers = authorization === undefined ? undefined : { authorization };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", instance.url), {
      requestInit: { ...(headers !== undefined && { headers }) },
    }),
  );
  return client;
}

async function overStdio(authorization?: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const key = authorization?.replace("Bearer ", "");
  const args = ["lib/cli/mcp.mjs", "--url", instance.url, ...(key === undefined ? [] : ["--key", key])];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" }));
  return client;
}

describe.each([
  ["over HTTP", overHttp],
  ["on standard input and output", overStdio],
])("the tools %s, in team mode", (_, connect) => {
  it("answer a key of the project, and know nothing of the sessions of another", async () => {
    for (const [key, isKnown] of [
      [keys.good, true],
      [keys.other, false],
    ] as const) {
      const client = await connect(key);
      expect((await client.listTools()).tools.length).toBeGreaterThan(6);
      const answer = await client.callTool({ name: "what_left", arguments: { session } });
      expect(answer.isError ?? false).toBe(!isKnown);
      expect(JSON.stringify(answer).includes("read")).toBe(isKnown);
      await client.close();
    }
  });

  it("answer a key that may only read, record nothing for it, and start no replay", async () => {
    const client = await connect(keys.readOnly);
    const before = await db.session.findFirstOrThrow({ where: { externalId: "refund-external" } });
    const step = { id: "s", text: "refund", needs: ["nothing"] };
    const answers = await Promise.all([
      client.callTool({ name: "what_left", arguments: { session } }),
      client.callTool({ name: "validate_step", arguments: { session, step } }),
    ]);
    expect(answers.map(({ isError }) => isError ?? false)).toEqual([false, false]);
    const replay = await client.callTool({ name: "replay_policies", arguments: { session } });
    expect(replay).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("scopes ingest and read") as string }],
    });
    await waitForDecisions();
    const after = await db.session.findFirstOrThrow({ where: { externalId: "refund-external" } });
    expect(after.lastSeq).toBe(before.lastSeq);
    await client.close();
  });

  it("are refused without a key, and with one that is wrong or revoked", async () => {
    for (const key of [undefined, "Bearer sgk_wrong", keys.revoked])
      await expect(connect(key)).rejects.toThrow();
  });
});
