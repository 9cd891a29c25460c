import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TraceEvent } from "@/lib/core/trace/event";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { readLog } from "@/lib/db/log/read";
import { makeSessionKey } from "@/lib/db/session-id";
import { testDatabase } from "@/lib/testing/database";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { textFile } from "@/lib/testing/import-file";
import type { TestServer } from "@/lib/testing/servers/http-server";
import { serveHttp } from "@/lib/testing/servers/http-server";
import { routeServer } from "@/lib/testing/servers/route-server";
import { sampleText } from "@/lib/testing/samples";
import { addKey, addProject, inTeamMode } from "@/lib/testing/team";
import { testWorker } from "@/lib/testing/worker";
import { askRemote } from "./remote";
import { importAt } from "./remote-import";

inTeamMode();
testWorker();
const db = testDatabase();
const instance = routeServer();
let stranger: TestServer;
beforeAll(async () => {
  stranger = await serveHttp(() => Promise.resolve(new Response("Hello.", { status: 404 })));
});
afterAll(() => stranger.close());

async function keyOf(project: string): Promise<string> {
  const { authorization } = await addKey(db, project, ["ingest", "read"]);
  return authorization.replace("Bearer ", "");
}

async function storyOf(project: string, session: string): Promise<string> {
  const events: TraceEvent[] = [];
  for await (const chunk of readLog(db, makeSessionKey(project, session), session))
    for (const { event } of chunk.events) events.push(event);
  return drawSession(foldSession(events));
}

interface Given {
  readonly key?: string | null;
  readonly url?: string;
  readonly isStranger?: boolean;
}

describe("a command that works on a running instance", () => {
  it("imports there, and what is exported there is the same session elsewhere", async () => {
    const [from, to] = [await addProject(db), await addProject(db)];
    const remote = { url: instance.url, key: await keyOf(from) };
    for (const name of ["pi.jsonl", "codex-rollout.jsonl"]) {
      const report = await importAt(remote, [await textFile(name, sampleText(name))], "auto");
      const [session] = report.sessions;
      if (session === undefined) throw new Error(`${name} gives no session`);
      const path = `/api/v1/sessions/${encodeURIComponent(session.id)}/export`;
      const exported = await (await askRemote(remote, path)).text();
      const again = { url: instance.url, key: await keyOf(to) };
      const copy = await importAt(again, [await textFile("export.json", exported)], "auto");
      expect(copy.sessions.map(({ externalId, turns }) => [externalId, turns])).toEqual([
        [session.externalId, session.turns],
      ]);
      expect(await storyOf(to, session.externalId)).toBe(await storyOf(from, session.externalId));
      expect((await importAt(again, [await textFile("export.json", exported)], "auto")).events.accepted).toBe(
        0,
      );
    }
  });

  it.each<[string, Given, string, RegExp]>([
    ["a wrong key", { key: "sg_wrong" }, "unauthorized", /does not accept this API key/],
    ["no key", { key: null }, "unauthorized", /wants an API key/],
    ["another program there", { isStranger: true }, "unknown", /does not look like Sightglass/],
    ["nobody there", { url: "http://127.0.0.1:1" }, "unreachable", /Nobody answers/],
  ])(
    "says what is wrong with %s",
    async (_, { isStranger = false, url = instance.url, key = null }, code, message) => {
      const remote = { key, url: isStranger ? stranger.url : url };
      const asked = importAt(remote, [await textFile("pi.jsonl", sampleText("pi.jsonl"))], "auto");
      await expect(asked).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string });
    },
  );
});
