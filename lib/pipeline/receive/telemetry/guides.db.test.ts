import { randomUUID } from "node:crypto";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { DIALECTS } from "@/lib/importers/otel/dialects";
import { getSession } from "@/lib/queries/session/get-session";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { serveHttp } from "@/lib/testing/servers/http-server";
import { GUIDES } from "@/lib/view/connect";
import { readBatch } from "../read-batch";
import { ingestModelCalls } from "./model-calls";
import { NATIVE_EVENTS } from "../../records/seen-clients";

testWorker();
const db = testDatabase();
const LOCAL = { base: "http://127.0.0.1:4318", key: null };
const TEAM = { base: "https://sightglass.example", key: "YOUR_KEY" };

describe("the lines for a client", () => {
  it.each(GUIDES.map((guide) => [guide.id, guide] as const))(
    "%s name this server, a key where one is needed, and dialects that exist",
    (_id, guide) => {
      const text = (place: typeof LOCAL | typeof TEAM) =>
        guide
          .snippets(place)
          .map((snippet) => snippet.text)
          .join("\n");
      expect(text(LOCAL)).toContain(LOCAL.base);
      expect(text(LOCAL)).not.toMatch(/Bearer|null|undefined/);
      expect(text(TEAM)).toContain(TEAM.base);
      expect(text(TEAM)).toContain(TEAM.key);
      const known = [...DIALECTS.map(({ id }) => id), NATIVE_EVENTS.dialect];
      expect(known).toEqual(expect.arrayContaining([...guide.dialects]));
    },
  );

  it("lead to every dialect", () => {
    const named = new Set(GUIDES.flatMap(({ dialects }) => dialects));
    expect(DIALECTS.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
  });

  it("wrap fetch so that the call arrives whole and the caller gets its answer", async () => {
    const session = `wrapped-${randomUUID()}`;
    let arrived = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    const server = await serveHttp(async (request) => {
      if (!request.url.endsWith("/model-calls")) return Response.json(ANSWER);
      const report = await ingestModelCalls(db, DEFAULT_PROJECT, await readBatch(request, "calls"));
      arrived();
      return Response.json(report);
    });
    const guide = GUIDES.find(({ id }) => id === "model-calls");
    const [wrapper] = guide?.snippets({ base: server.url, key: null }) ?? [];
    const { outputText } = ts.transpileModule(wrapper?.text ?? "", {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
    });
    const { recording } = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as {
      recording: (api: string, session: string) => typeof fetch;
    };
    const request = { model: "gpt-5-mini", messages: [{ role: "user", content: "Where is order 7?" }] };
    const answer = await recording("openai.chat", session)(`${server.url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify(request),
    });
    expect(await answer.json()).toEqual(ANSWER);
    await arrival;
    await server.close();
    await worked(db, DEFAULT_PROJECT);
    expect((await getSession(db, DEFAULT_PROJECT, session)).counts).toMatchObject({ turns: 1, blocks: 2 });
  });
});

const ANSWER = {
  id: "chatcmpl-1",
  model: "gpt-5-mini",
  choices: [{ message: { role: "assistant", content: "On its way." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 10, completion_tokens: 3 },
};
