import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { ChatOpenAI } from "@langchain/openai";
import { Agent, Runner, setTracingDisabled, tool as agentsTool } from "@openai/agents-core";
import { OpenAIProvider } from "@openai/agents-openai";
import { generateText, stepCountIs, tool } from "ai";
import { createAgent, tool as langchainTool } from "langchain";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { testDatabase } from "@/lib/testing/database";
import { serveHttp, type TestServer } from "@/lib/testing/servers/http-server";
import { routeServer } from "@/lib/testing/servers/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import { serveScript } from "../../examples/scripted-provider";
import { Sightglass } from ".";

testWorker();
const db = testDatabase();
const instance = routeServer();
let provider: Awaited<ReturnType<typeof serveScript>>;
let anthropic: TestServer;
const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

beforeAll(async () => {
  // Reads one page, and then says what it saw.
  provider = await serveScript((messages) =>
    messages.some(({ role }) => role === "tool")
      ? { says: "Read." }
      : { calls: "read_page", with: { page: 1 } },
  );
  anthropic = await serveHttp(() =>
    Promise.resolve(
      Response.json({
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [{ type: "text", text: "Read." }],
        stop_reason: "end_turn",
        stop_sequence: null,
        usage: { input_tokens: 20, output_tokens: 6 },
      }),
    ),
  );
});
afterAll(() => Promise.all([provider.close(), anthropic.close()]));

/** Everything is recorded until the test ends. */
function recording(agent?: string, url = instance.url): Sightglass {
  const sightglass = new Sightglass({ url, folder: null });
  open.push(sightglass.recordAll(agent));
  return sightglass;
}

async function sessions(sightglass: Sightglass, agent: string) {
  expect(await sightglass.flush()).toBe(0);
  await worked(db, DEFAULT_PROJECT);
  return db.session.findMany({
    where: { agent },
    orderBy: { startedAt: "asc" },
    select: { sessionId: true, externalId: true, turns: true, parentId: true },
  });
}

const parameters = z.object({ page: z.number() });
const page = { name: "read_page", description: "Reads a page", parameters, execute: () => "An offer at 40." };

/** Each framework's own loop with its own package: two calls, with a tool's result between them. */
const LOOPS: Record<string, (baseURL: string, task: string) => Promise<unknown>> = {
  "OpenAI's SDK": async (baseURL, task) => {
    const client = new OpenAI({ apiKey: "sk-secret", baseURL, maxRetries: 0 });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: task }];
    const first = (await client.chat.completions.create({ model: "m", messages })).choices[0]?.message;
    const [call] = first?.tool_calls ?? [];
    if (first === undefined || call === undefined) throw new Error("the script calls a tool");
    messages.push(first, { role: "tool", tool_call_id: call.id, content: "An offer at 40." });
    await client.chat.completions.create({ model: "m", messages });
  },
  "the AI SDK": (baseURL, task) =>
    generateText({
      model: createOpenAI({ apiKey: "sk-secret", baseURL }).chat("m"),
      prompt: task,
      tools: { read_page: tool({ inputSchema: parameters, execute: () => "An offer at 40." }) },
      stopWhen: stepCountIs(3),
    }),
  "LangChain and LangGraph": (baseURL, task) =>
    createAgent({
      model: new ChatOpenAI({ model: "m", apiKey: "sk-secret", configuration: { baseURL }, maxRetries: 0 }),
      tools: [langchainTool(() => "An offer at 40.", { name: "read_page", schema: parameters })],
    }).invoke({ messages: [{ role: "user", content: task }] }),
  "OpenAI's Agents SDK": (baseURL, task) => {
    setTracingDisabled(true);
    const modelProvider = new OpenAIProvider({ apiKey: "sk-secret", baseURL, useResponses: false });
    const agent = new Agent({ name: "reader", model: "m", tools: [agentsTool(page)] });
    return new Runner({ modelProvider }).run(agent, task);
  },
};

describe("a program with one line", () => {
  it.each(Object.entries(LOOPS))("records the loop of %s as one session", async (name, loop) => {
    const sightglass = recording(name);
    // Two runs with the same words are two sessions.
    for (let run = 0; run < 2; run++) await loop(provider.baseURL, "Read the page.");
    expect((await sessions(sightglass, name)).map(({ turns }) => turns)).toEqual([2, 2]);
    const kept = await db.rawRecord.findMany();
    expect(kept.map(({ body }) => Buffer.from(body).toString("latin1")).join()).not.toContain("sk-secret");
  });

  it("records Anthropic's SDK, and no call that a wrapper records", async () => {
    const sightglass = recording("both");
    const client = new Anthropic({ apiKey: "secret", baseURL: anthropic.url, maxRetries: 0 });
    const ask = (one: Anthropic) =>
      one.messages.create({ model: "m", max_tokens: 9, messages: [{ role: "user", content: "Read it." }] });
    await ask(client);
    const session = sightglass.session({ agent: "wrapped" });
    await ask(session.wrap(client));
    expect((await sessions(sightglass, "both")).map(({ turns }) => turns)).toEqual([1]);
    expect((await sessions(sightglass, "wrapped")).map(({ turns }) => turns)).toEqual([1]);
  });

  it("groups calls by the work that makes them, and a sub-agent is the child of its caller", async () => {
    const sightglass = recording("tree");
    const loop = LOOPS["OpenAI's SDK"];
    const run = (id: string) =>
      sightglass.within({ id, agent: "tree" }, async () => {
        await loop?.(provider.baseURL, "Read the page.");
        await sightglass.within({ id: `${id}-sub`, agent: "tree" }, () =>
          loop?.(provider.baseURL, "Look it up."),
        );
      });
    // Both at the same time.
    await Promise.all([run("one"), run("two")]);
    const found = await sessions(sightglass, "tree");
    const of = (id: string) => found.find(({ externalId }) => externalId === id);
    expect(found.map(({ externalId, turns }) => [externalId, turns]).sort()).toEqual([
      ["one", 2],
      ["one-sub", 2],
      ["two", 2],
      ["two-sub", 2],
    ]);
    expect([of("one-sub")?.parentId, of("two-sub")?.parentId]).toEqual([
      of("one")?.sessionId,
      of("two")?.sessionId,
    ]);
    expect(of("one")?.parentId).toBeNull();
  });

  it("lets other requests pass unread, and changes nothing while nobody answers", async () => {
    const sightglass = recording("away", "http://127.0.0.1:9");
    const posted = await serveHttp(async (request) => Response.json(await request.json()));
    open.push(() => void posted.close());
    const message = { channel: 7, messages: "Hello" };
    const answer = await fetch(`${posted.url}/messages`, { method: "POST", body: JSON.stringify(message) });
    expect(await answer.json()).toEqual(message);
    await LOOPS["OpenAI's SDK"]?.(provider.baseURL, "Read the page.");
    expect(await sightglass.flush(50)).toBe(2);
  });
});
