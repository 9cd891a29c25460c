import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { recording } from "@/lib/testing/proxy-recording";
import { modelCallSchema } from "@/lib/api/endpoints/model-calls";
import { joinStreamedAnswer } from "@/lib/importers/otel/raw/streamed";
import { recordOfCall, type SeenCall } from "./recorded-call";
import { makeProxyServer } from "./serve-proxy";

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

async function through(answer: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, Buffer.concat(chunks).toString("utf8"), response));
  });
  const upstream = await listening(provider);
  const { calls, record } = recording();
  const upstreams = new Map(["anthropic", "openai", "gemini"].map((name) => [name, new URL(upstream)]));
  const proxy = await listening(makeProxyServer({ upstreams, record }));
  return { proxy, upstream, calls };
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function recorded(calls: readonly SeenCall[], count: number): Promise<SeenCall[]> {
  for (let i = 0; i < 3_000 && calls.length < count; i++) await wait(20);
  expect(calls.length).toBe(count);
  return [...calls];
}

const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [{ type: "text", text: "Grüße" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 10, output_tokens: 2 },
};
const EVENTS = [
  { type: "message_start", message: { ...MESSAGE, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Grü" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "ße" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
];
const STREAM = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};
const ask = {
  model: "claude-sonnet-4-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "Hallo" }],
};

describe("the recording proxy", () => {
  it("passes a real client's call on and records request and response, without the key", async () => {
    const seen: string[] = [];
    const keys: unknown[] = [];
    const { proxy, calls } = await through((request, body, response) => {
      seen.push(`${request.url} ${body}`);
      keys.push(...Object.values(request.headers).filter((value) => String(value).includes("sk-ant-secret")));
      json(response, MESSAGE);
    });
    const client = new Anthropic({ apiKey: "sk-ant-secret", baseURL: `${proxy}/anthropic` });
    expect((await client.messages.create(ask)).content).toEqual(MESSAGE.content);
    expect(seen).toEqual([`/v1/messages ${JSON.stringify(ask)}`]);
    expect(keys).toHaveLength(1);
    const [call] = await recorded(calls, 1);
    expect(call).toMatchObject({ request: ask, status: 200, broken: null, notKept: null });
    const line = JSON.stringify(recordOfCall(call as SeenCall));
    expect(modelCallSchema.parse(JSON.parse(line))).toMatchObject({ request: ask, response: MESSAGE });
    expect(line).not.toContain("secret");
  });

  it("passes a stream on as it comes, and records it whole", async () => {
    let letGo = (): void => undefined;
    const { proxy, calls } = await through((_request, _body, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(STREAM.slice(0, 200));
      letGo = () => response.end(STREAM.slice(200));
    });
    const answer = await fetch(`${proxy}/anthropic/v1/messages`, {
      method: "POST",
      body: JSON.stringify({ ...ask, stream: true }),
    });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString("utf8")).toBe(STREAM.slice(0, 200));
    expect(calls).toEqual([]);
    letGo();
    let rest = "";
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
      rest += Buffer.from(part.value).toString("utf8");
    expect(rest).toBe(STREAM.slice(200));
    const [call] = await recorded(calls, 1);
    expect(joinStreamedAnswer(call?.answer).answer).toMatchObject({
      content: MESSAGE.content,
      stop_reason: "end_turn",
    });
  });

  it("leaves compressed bytes as they are, and reads its copy", async () => {
    const packed = gzipSync(JSON.stringify(MESSAGE));
    const { proxy, calls } = await through((_request, _body, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(packed);
    });
    const answer = await fetch(`${proxy}/anthropic/v1/messages`, {
      method: "POST",
      body: JSON.stringify(ask),
    });
    expect(await answer.json()).toEqual(MESSAGE);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(JSON.parse((await recorded(calls, 1))[0]?.answer ?? "")).toEqual(MESSAGE);
  });

  it("records a refusal as an error, and a stream that breaks off as one that did", async () => {
    const { proxy, calls } = await through((request, _body, response) => {
      if (request.headers["x-test"] === "refuse")
        return json(response, { error: { message: "overloaded" } }, 529);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(STREAM.slice(0, 300), () => response.destroy());
    });
    const send = (kind: string) =>
      fetch(`${proxy}/anthropic/v1/messages`, {
        method: "POST",
        body: JSON.stringify(ask),
        headers: { "x-test": kind },
      });
    expect((await send("refuse")).status).toBe(529);
    await send("break")
      .then((answer) => answer.text())
      .catch(() => undefined);
    const [refused, broken] = (await recorded(calls, 2)).map(
      (call) => JSON.parse(JSON.stringify(recordOfCall(call))) as object,
    );
    expect(refused).toMatchObject({ error: { status: 529, body: { error: { message: "overloaded" } } } });
    expect(broken).toMatchObject({ cut: "the answer broke off" });
  });

  it("tells conversations apart by their beginning, and lets a caller name one", async () => {
    const { proxy, calls } = await through((_request, _body, response) => json(response, { choices: [] }));
    const client = new OpenAI({ apiKey: "sk-test", baseURL: `${proxy}/openai/v1` });
    const user = (content: string) => ({ role: "user" as const, content });
    const answer = { role: "assistant" as const, content: "yes" };
    const conversations = [[user("go")], [user("go"), answer, user("on")], [user("go")], [user("stay")]];
    for (const messages of conversations)
      await client.chat.completions.create({ model: "gpt-5-mini", messages });
    await client.chat.completions.create(
      { model: "gpt-5-mini", messages: [user("go")] },
      { headers: { "x-sightglass-session": "named" } },
    );
    const [first, second, again, other, named] = (await recorded(calls, 5)).map(({ session }) => session);
    expect(second).toBe(first);
    expect(new Set([first, again, other]).size).toBe(3);
    expect(named).toBe("named");
  });

  it("forwards requests that are no model calls, and does not record them", async () => {
    const { proxy, calls } = await through((_request, _body, response) =>
      json(response, { input_tokens: 9 }),
    );
    const counted = await fetch(`${proxy}/anthropic/v1/messages/count_tokens`, {
      method: "POST",
      body: "{}",
    });
    expect(await counted.json()).toEqual({ input_tokens: 9 });
    await wait(100);
    expect(calls).toEqual([]);
  });

  it("knows the model that a path of Gemini's names", async () => {
    const { proxy, calls } = await through((_request, _body, response) => json(response, { candidates: [] }));
    await fetch(`${proxy}/gemini/v1beta/models/gemini-2.5-flash:generateContent?key=secret`, {
      method: "POST",
      body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "hi" }] }] }),
    });
    const [call] = await recorded(calls, 1);
    expect(call?.request.model).toBe("gemini-2.5-flash");
    expect(JSON.stringify(recordOfCall(call as SeenCall))).not.toContain("secret");
  });

  it("refuses targets that are not its upstreams", async () => {
    const { proxy } = await through((_request, _body, response) => json(response, {}));
    const answer = await fetch(`${proxy}/elsewhere/v1/messages`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("/anthropic, /openai, /gemini");
    for (const target of [
      "//evil.example/v1",
      "/@evil.example",
      "/anthropic@evil.example/v1",
      "/anthropic//evil.example/",
    ]) {
      const { status } = await fetch(`${proxy}${target}`).catch(() => ({ status: 0 }));
      expect([200, 404, 0]).toContain(status);
    }
  });

  it("answers 502 when the provider is away, and leaves the next call unharmed", async () => {
    const { proxy } = await through((_request, _body, response) => json(response, MESSAGE));
    const away = makeProxyServer({
      upstreams: new Map([["anthropic", new URL("http://127.0.0.1:9")]]),
      record: () => undefined,
    });
    const answer = await fetch(`${await listening(away)}/anthropic/v1/messages`, {
      method: "POST",
      body: "{}",
    });
    expect(answer.status).toBe(502);
    expect((await fetch(`${proxy}/anthropic/v1/messages`, { method: "POST", body: "{}" })).status).toBe(200);
  });
});
