import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { Asker } from "@/lib/client/asker";
import { Outbox } from "@/lib/client/outbox";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { waitForDecisions } from "@/lib/commands/runtime/record";
import { getWindow } from "@/lib/queries/turn/get-window";
import { listEvictions } from "@/lib/queries/session/list-evictions";
import { testDatabase } from "@/lib/testing/database";
import { routeServer } from "@/lib/testing/servers/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import { PolicyApplier } from "./apply-policy";
import { ProxiedConversations } from "./conversations";
import { readCall } from "./read-call";
import { recordOfCall } from "./recorded-call";
import { makeProxyServer } from "./serve-proxy";

testWorker();
const db = testDatabase();
const instance = routeServer();
const open: { close(): void }[] = [];
afterAll(() => waitForDecisions());
afterEach(() => open.splice(0).forEach((one) => one.close()));

const POLICY = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 1 } },
};
const PAGE = "the order is pending, the total is 40 euros; ".repeat(20);

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * The proxy applies a policy. The provider answers with `answer`. Returns the bodies that the provider
 * received.
 */
async function proxied(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  url = instance.url,
) {
  const got: string[] = [];
  const provider = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      got.push(Buffer.concat(chunks).toString("utf8"));
      answer(request, response);
    });
  });
  const upstream = new URL(await listening(provider));
  const outbox = new Outbox({
    url: `${instance.url}/api/v1/model-calls`,
    headers: {},
    fetch,
    say: () => undefined,
    charsMax: 64_000_000,
    folder: null,
  });
  const timeoutMs = url === instance.url ? 20_000 : 300;
  const asker = new Asker({ url, headers: {}, fetch, timeoutMs, say: () => undefined });
  const conversations = new ProxiedConversations();
  const proxy = makeProxyServer({
    upstreams: new Map(["anthropic", "openai", "gemini"].map((name) => [name, upstream])),
    record: (passed) => {
      const { call } = readCall(passed, conversations);
      if (call !== null) outbox.add(recordOfCall(call));
    },
    applier: new PolicyApplier(asker, POLICY),
  });
  return { base: await listening(proxy), got, outbox };
}

async function windowOf(session: string, turn: number, outbox: Outbox) {
  expect(await outbox.flush(10_000)).toBe(0);
  await waitForDecisions();
  await worked(db, DEFAULT_PROJECT);
  const query = { content: "1", order: "window", offset: 0, limit: 100 } as const;
  return getWindow(db, DEFAULT_PROJECT, session, turn, query);
}

const json = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));

const EVENTS = [
  {
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [],
      usage: {},
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Refunded." } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
];
const STREAM = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");

const called = (id: string): Anthropic.MessageParam => ({
  role: "assistant",
  content: [{ type: "tool_use", id, name: "read_order", input: { order: id } }],
});
const answered = (id: string): Anthropic.MessageParam => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: id, content: `${id}: ${PAGE}` }],
});
const HISTORY: Anthropic.MessageParam[] = [
  { role: "user", content: "Refund order 7." },
  ...["call_1", "call_2", "call_3"].flatMap((id) => [called(id), answered(id)]),
];

describe("a policy in the proxy", () => {
  it("changes what the provider gets, marks each turn that it changed, and every text can be had again", async () => {
    const { base, got, outbox } = await proxied((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end(STREAM);
    });
    const client = new Anthropic({ apiKey: "sk-ant-x", baseURL: `${base}/apply/session/lean/anthropic` });
    for (const many of [3, 5, 7]) {
      const request = { model: "claude-sonnet-4-5", max_tokens: 50, messages: HISTORY.slice(0, many) };
      expect((await client.messages.stream(request).finalMessage()).content).toMatchObject([
        { text: "Refunded." },
      ]);
    }
    expect(JSON.parse(got[0] ?? "")).toMatchObject({ messages: HISTORY.slice(0, 3), stream: true });
    const wide = new Anthropic({ apiKey: "sk-ant-x", baseURL: `${base}/apply/session/wide/anthropic` });
    const parallel = ["call_1", "call_2", "call_3"];
    const merged = (of: (id: string) => Anthropic.MessageParam) =>
      parallel.flatMap((id) => of(id).content as Anthropic.ToolUseBlockParam[]);
    for (const messages of [
      HISTORY.slice(0, 1),
      [
        ...HISTORY.slice(0, 1),
        { role: "assistant" as const, content: merged(called) },
        { role: "user" as const, content: merged(answered) },
      ],
    ])
      await wide.messages.stream({ model: "claude-sonnet-4-5", max_tokens: 50, messages }).finalMessage();
    const last = got[2] ?? "";
    expect([last.includes("call_1: "), last.includes("call_2: "), last.includes("call_3: ")]).toEqual([
      false,
      false,
      true,
    ]);
    const [reference] = /sightglass:\/\/[^\]"\\\s]+/.exec(last) ?? [""];
    const restored = await fetch(`${instance.url}/api/v1/runtime/restore`, {
      method: "POST",
      body: JSON.stringify({ reference }),
    });
    expect(await restored.json()).toMatchObject({ text: `call_1: ${PAGE}` });

    const window = await windowOf("lean", 2, outbox);
    expect(window.turn.appliedEdits).toMatchObject([{ type: POLICY.kind, by: "proxy" }]);
    const sent = window.entries.map(({ content }) => content ?? "");
    expect(sent.filter((text) => text.includes(PAGE))).toHaveLength(1);
    const { evictions } = await listEvictions(db, DEFAULT_PROJECT, "lean", { limit: 10, offset: 0 } as never);
    expect(evictions.map(({ turn, blockId, cause }) => [turn, blockId, cause.policy])).toEqual([
      [1, "result:call_1", POLICY.kind],
      [2, "result:call_2", POLICY.kind],
    ]);
    expect(evictions.every(({ restorable }) => restorable)).toBe(true);
    const neverWhole = await listEvictions(db, DEFAULT_PROJECT, "wide", { limit: 10, offset: 0 } as never);
    expect(neverWhole.evictions).toMatchObject([
      { turn: 1, enteredTurn: 1, blockId: "result:call_1", cause: { policy: POLICY.kind }, restorable: true },
      { turn: 1, enteredTurn: 1, blockId: "result:call_2", cause: { policy: POLICY.kind }, restorable: true },
    ]);
    expect(neverWhole.evictions.every(({ tokensFreed }) => (tokensFreed ?? 0) > 50)).toBe(true);
    const first = await windowOf("lean", 0, outbox);
    expect(first.turn.appliedEdits).toBeNull();
  });

  it("leaves calls alone whose path does not ask for it", async () => {
    const { base, got } = await proxied((_request, response) => json(response, { choices: [] }));
    const body = JSON.stringify({ model: "m", messages: HISTORY });
    await fetch(`${base}/anthropic/v1/messages`, { method: "POST", body });
    expect(got).toEqual([body]);
  });

  it.each(["hangs", "is away"])(
    "sends every byte as it came while Sightglass %s, and says so later",
    async (how) => {
      const hung = await listening(createServer(() => undefined));
      const { base, got, outbox } = await proxied(
        (_request, response) => json(response, { type: "message", role: "assistant", content: [] }),
        how === "hangs" ? hung : "http://127.0.0.1:9",
      );
      const body = JSON.stringify({ model: "m", system: "s", messages: HISTORY }, null, 3);
      await fetch(`${base}/apply/session/${how.replace(" ", "-")}/anthropic/v1/messages`, {
        method: "POST",
        body,
      });
      expect(got).toEqual([body]);
      const { turn } = await windowOf(how.replace(" ", "-"), 0, outbox);
      expect(turn.appliedEdits).toMatchObject([
        { by: "proxy", problem: expect.stringMatching(/not (answered|reached)/) },
      ]);
    },
  );

  it("knows the other APIs: Chat Completions, Responses and Gemini", async () => {
    const { base, got } = await proxied((request, response) =>
      json(response, request.url?.includes("responses") === true ? { object: "response", output: [] } : {}),
    );
    const client = new OpenAI({ apiKey: "x", baseURL: `${base}/apply/openai/v1`, maxRetries: 0 });
    const ids = ["call_1", "call_2"];
    await client.chat.completions.create({
      model: "gpt-5-mini",
      messages: [
        { role: "user", content: "Refund order 7." },
        ...ids.flatMap((id) => [
          {
            role: "assistant" as const,
            content: null,
            tool_calls: [{ id, type: "function" as const, function: { name: "read", arguments: "{}" } }],
          },
          { role: "tool" as const, tool_call_id: id, content: `${id}: ${PAGE}` },
        ]),
      ],
    });
    await client.responses.create({
      model: "gpt-5-mini",
      input: [
        { role: "user", content: "Refund order 7." },
        ...ids.flatMap((call_id) => [
          { type: "reasoning" as const, id: `rs_${call_id}`, summary: [] },
          { type: "function_call" as const, call_id, name: "read", arguments: "{}" },
          { type: "function_call_output" as const, call_id, output: `${call_id}: ${PAGE}` },
        ]),
      ],
    });
    const contents = [
      { role: "user", parts: [{ text: "Refund order 7." }] },
      ...ids.flatMap((id) => [
        { role: "model", parts: [{ functionCall: { name: "read", args: {} } }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: "read", response: { output: `${id}: ${PAGE}` } } }],
        },
      ]),
    ];
    await fetch(`${base}/apply/gemini/v1beta/models/gemini-2.5-flash:generateContent`, {
      method: "POST",
      body: JSON.stringify({ contents }),
    });
    for (const body of got)
      expect([
        body.includes("call_1: "),
        body.includes("call_2: "),
        body.includes("restore sightglass://"),
      ]).toEqual([false, true, true]);
    expect(got).toHaveLength(3);
    expect(JSON.parse(got[1] ?? "")).toMatchObject({
      input: [
        { role: "user" },
        { type: "reasoning" },
        { type: "function_call", call_id: "call_1" },
        { type: "function_call_output", call_id: "call_1" },
        {},
        {},
        { output: `call_2: ${PAGE}` },
      ],
    });
    expect(JSON.parse(got[2] ?? "")).not.toHaveProperty("model");
  });
});
