import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getPlan } from "@/lib/queries/findings/get-plan";
import { getSession } from "@/lib/queries/session/get-session";
import { listFindings } from "@/lib/queries/findings/list-findings";
import { getWindow } from "@/lib/queries/turn/get-window";
import { waitForDecisions } from "@/lib/commands/runtime/record";
import { testDatabase } from "@/lib/testing/database";
import type { TestServer } from "@/lib/testing/servers/http-server";
import { serveHttp } from "@/lib/testing/servers/http-server";
import { scriptedOpenAi } from "@/lib/testing/servers/real-clients";
import { routeServer } from "@/lib/testing/servers/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import type { PolicyChoice, Session } from ".";
import { CheckpointNeeded, Sightglass } from ".";

testWorker();
const db = testDatabase();
const instance = routeServer();
const open: TestServer[] = [];
afterEach(() => Promise.all(open.splice(0).map((server) => server.close())));

async function serving(answer: (request: Request) => Promise<Response>): Promise<string> {
  const server = await serveHttp(answer);
  open.push(server);
  return server.url;
}

const WHOLE = { content: "1", order: "window", offset: 0, limit: 100 } as const;

/** What the last window of a session says, once everything is worked in. */
async function lastWindow(session: Session): Promise<string[]> {
  await waitForDecisions();
  await worked(db, DEFAULT_PROJECT);
  const { counts } = await getSession(db, DEFAULT_PROJECT, session.id);
  const window = await getWindow(db, DEFAULT_PROJECT, session.id, (counts.turns ?? 0) - 1, WHOLE);
  return window.entries.map(({ preview }) => preview ?? "");
}

const anthropicAnswer = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content: [{ type: "text", text: "Order 7 is pending." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 6 },
};

function anthropicStream(): Response {
  const event = (type: string, rest: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
  const { content: _content, ...message } = anthropicAnswer;
  const body = [
    event("message_start", { message: { ...message, content: [] } }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Order 7 is " } }),
    event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "pending." } }),
    event("content_block_stop", { index: 0 }),
    event("message_delta", { delta: { stop_reason: "end_turn" }, usage: { output_tokens: 6 } }),
    event("message_stop", {}),
  ].join("");
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

describe("a wrapped client", () => {
  it.each(["whole", "streamed"])("of openai records chat and responses, %s", async (how) => {
    const stream = how === "streamed";
    const sightglass = new Sightglass({ url: instance.url });
    const session = sightglass.session({ agent: "support" });
    const baseURL = await serving(scriptedOpenAi(["It is pending.", "Refunded."]));
    const client = session.wrap(new OpenAI({ apiKey: "sk-secret", baseURL: `${baseURL}/v1`, maxRetries: 0 }));
    const messages = [{ role: "user" as const, content: "Refund order 7." }];
    if (stream) {
      let text = "";
      for await (const chunk of await client.chat.completions.create({
        model: "gpt-5-mini",
        messages,
        stream,
      }))
        text += chunk.choices[0]?.delta.content ?? "";
      expect(text).toBe("It is pending.");
    } else {
      const answer = await client.chat.completions.create({ model: "gpt-5-mini", messages });
      expect(answer.choices[0]?.message.content).toBe("It is pending.");
    }
    const next = [
      ...messages,
      { role: "assistant" as const, content: "It is pending." },
      { role: "user" as const, content: "Go on." },
    ];
    await client.chat.completions.create({ model: "gpt-5-mini", messages: next });
    expect(await sightglass.flush()).toBe(0);
    expect(await lastWindow(session)).toEqual(["Refund order 7.", "It is pending.", "Go on."]);
    const kept = await db.rawRecord.findMany();
    expect(kept.map(({ body }) => Buffer.from(body).toString("latin1")).join()).not.toContain("sk-secret");
  });

  it.each(["create", "create streamed", "stream"])("of anthropic records %s", async (how) => {
    const sightglass = new Sightglass({ url: instance.url });
    const session = sightglass.session();
    const baseURL = await serving(async (request) => {
      const { stream } = (await request.json()) as { stream?: boolean };
      return stream === true ? anthropicStream() : Response.json(anthropicAnswer);
    });
    const client = session.wrap(new Anthropic({ apiKey: "secret", baseURL, maxRetries: 0 }));
    const body = {
      model: "claude-sonnet-4-5",
      max_tokens: 100,
      messages: [{ role: "user" as const, content: "Is order 7 pending?" }],
    };
    let text = "";
    if (how === "create") {
      const [block] = (await client.messages.create(body)).content;
      text = block?.type === "text" ? block.text : "";
    } else if (how === "stream") text = await client.messages.stream(body).finalText();
    else
      for await (const event of await client.messages.create({ ...body, stream: true }))
        if (event.type === "content_block_delta" && event.delta.type === "text_delta")
          text += event.delta.text;
    expect(text).toBe("Order 7 is pending.");
    expect(await sightglass.flush()).toBe(0);
    expect(await lastWindow(session)).toEqual(["Is order 7 pending?"]);
    const window = await getWindow(db, DEFAULT_PROJECT, session.id, 0, WHOLE);
    expect(window.output.map(({ preview }) => preview)).toEqual(["Order 7 is pending."]);
  });

  it("passes errors on as they are, and records them", async () => {
    const sightglass = new Sightglass({ url: instance.url });
    const session = sightglass.session();
    const baseURL = await serving(() =>
      Promise.resolve(Response.json({ error: { message: "too long" } }, { status: 400 })),
    );
    const client = session.wrap(new OpenAI({ apiKey: "x", baseURL: `${baseURL}/v1`, maxRetries: 0 }));
    const call = client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "x" }] });
    await expect(call).rejects.toThrow(/too long/);
    expect(await sightglass.flush()).toBe(0);
  });
});

describe("an agent in the loop", () => {
  it("keeps what its plan needs, asks before the step, restores what left", async () => {
    const sightglass = new Sightglass({ url: instance.url, timeoutMs: 20_000 });
    const session = sightglass.session();
    const plan = session.plan([{ id: "branch", text: "refund it if the status is pending", needs: ["c1"] }]);
    const order = JSON.stringify({ order: 7, status: "pending", lines: "a line of the order. ".repeat(30) });
    const exchange = (id: string, text: string) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id, type: "function", function: { name: "get", arguments: `{"id":"${id}"}` } }],
      },
      { role: "tool", tool_call_id: id, content: text },
    ];
    const history = [
      { role: "user", content: "Refund order 7 if it is pending." },
      ...exchange("c1", order),
      ...exchange("c2", "x".repeat(500)),
      ...exchange("c3", "y".repeat(500)),
    ];
    const policy: PolicyChoice = {
      kind: "anthropic-clear-tool-uses",
      options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 1 } },
    };
    const loose = await session.apply(history, { policy });
    expect(loose.left.map(({ item }) => item)).toEqual(["m2", "m4"]);
    const asked = await session.validate("branch", { plan, messages: loose.messages });
    expect(asked).toMatchObject({ judged: true, action: "refetch" });
    expect(asked.message).toContain("restore sightglass://");
    expect(await session.restore(asked.needs[0]?.reference ?? "")).toContain(order);
    expect(await session.gate({ evidence: plan, messages: loose.messages })).toMatchObject({
      checked: true,
      passed: false,
      gates: [{ gate: "evidence", message: expect.stringContaining("restore sightglass://") as string }],
    });
    const pinned = await session.apply(history, { policy: { ...policy, pin: true }, plan });
    expect(await session.gate({ evidence: plan, messages: pinned.messages })).toMatchObject({ passed: true });
    expect(pinned).toMatchObject({ applied: true, left: [{ item: "m4" }], held: [{ item: "m2" }] });
    expect(await session.validate("branch", { plan, messages: pinned.messages })).toMatchObject({
      action: "proceed",
    });
    plan.start("branch");
    plan.complete("branch", ["c1"]);
    session.end("ok");
    expect(await sightglass.flush()).toBe(0);
    await waitForDecisions();
    await worked(db, DEFAULT_PROJECT);
    const { plans } = await getPlan(db, DEFAULT_PROJECT, session.id, { limit: 10, offset: 0 } as never);
    expect(plans[0]?.steps[0]).toMatchObject({ id: "branch", status: "completed", needs: ["c1"] });
    expect(plans[0]?.steps[0]?.validations.map(({ action }) => action)).toEqual(["refetch", "proceed"]);
  });

  it("goes on unharmed while Sightglass is away or slow, and says so when it comes back", async () => {
    const problems: string[] = [];
    let isBack = false;
    const url = await serving(async (request) => {
      const { pathname } = new URL(request.url);
      if (!isBack && pathname.startsWith("/api/v1/runtime/")) return new Promise(() => undefined);
      if (!isBack) return new Response("{}", { status: 503, headers: { "retry-after": "0" } });
      const { method, headers } = request;
      return fetch(`${instance.url}${pathname}`, { method, headers, body: await request.text() });
    });
    const sightglass = new Sightglass({ url, timeoutMs: 50, onProblem: (problem) => problems.push(problem) });
    const session = sightglass.session({ name: "alone" });
    const messages = [{ role: "user", content: "x" }];
    expect(await session.apply(messages, { policy: { kind: "none" } })).toMatchObject({
      applied: false,
      messages,
    });
    const step = { id: "s", needs: ["c1"] };
    expect(await session.validate(step, { messages })).toMatchObject({ by: "library", action: "replan" });
    expect(await session.restore("sightglass://x/y")).toBeNull();
    expect(await session.gate({ budget: 1, tokens: 2 })).toMatchObject({ checked: false, passed: true });
    expect(problems[0]).toMatch(/apply: not answered within 50 ms/);
    isBack = true;
    expect(await sightglass.flush(20_000)).toBe(0);
    await waitForDecisions();
    await worked(db, DEFAULT_PROJECT);
    const { findings } = await listFindings(db, DEFAULT_PROJECT, session.id, {
      limit: 50,
      offset: 0,
    } as never);
    expect(findings.map(({ sentence }) => sentence).join()).toContain("validate: not answered within 50 ms");
  });

  it("is stopped by its budget at the call that is too much, and knows which turn it was", () => {
    const budget = new Sightglass({ url: "http://127.0.0.1:9", onProblem: () => undefined })
      .session()
      .budget({ maxTotal: 10_000, spikeThreshold: 4_000 });
    budget.record({ input_tokens: 1_200, output_tokens: 80 });
    budget.record({ input_tokens: 100, cache_read_input_tokens: 6_000, output_tokens: 80 });
    expect(budget.spikes).toEqual([{ turn: 0, tokens: 4_900 }]);
    expect(() => budget.record({ prompt_tokens: 9_990, completion_tokens: 11 })).toThrow(CheckpointNeeded);
  });
});
