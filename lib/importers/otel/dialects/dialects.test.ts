import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { decodeJson } from "@/lib/importers/otel/decode-json";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import type { TestLog, TestSpan, Value } from "@/lib/testing/otlp-bodies";
import { logsJson, tracesJson } from "@/lib/testing/otlp-bodies";
import { projectRecords } from "../project";
import type { OtelRecord } from "../spans/record";
import { DIALECTS, findDialect } from ".";
import { sortInSaidOrder, readMessageEvents } from "./message-events";

const AT = Date.UTC(2026, 0, 1);
const spans = (scope: string, list: readonly TestSpan[]): OtelRecord[] =>
  decodeJson(tracesJson(scope, list), "traces").records;
const logs = (scope: string, list: readonly TestLog[]): OtelRecord[] =>
  decodeJson(logsJson(scope, list), "logs").records;

function sessionOf(records: readonly OtelRecord[], index = 0): Session {
  const { events, sources } = projectRecords(records);
  const id = [...sources.keys()][index];
  return foldSession(events.filter((event) => event.session === id));
}

const kinds = (session: Session, turn: number) =>
  windowIds(session, turn).map((id) => id.replace(/:[0-9a-f]{12}.*/, ""));

describe("the registry", () => {
  it("has one dialect for each id, each with a name in words", () => {
    expect(new Set(DIALECTS.map((dialect) => dialect.id)).size).toBe(DIALECTS.length);
    for (const { label } of DIALECTS) expect(label).not.toBe("");
  });

  it("reads no meaning into a span that has nothing to do with models", () => {
    const [record] = spans("http", [{ id: "get", name: "GET /", at: AT, attributes: { "http.route": "/" } }]);
    expect(record && findDialect(record)).toBeUndefined();
    expect(projectRecords(record === undefined ? [] : [record]).events).toEqual([]);
  });
});

describe("older forms of the conventions", () => {
  it("has messages of one time in the order in which they were said, each with its text", () => {
    const event = (name: string, body: object) => ({ name, at: AT, ...fieldsOf(body) });
    const fieldsOf = (body: object) => ({
      attributes: Object.fromEntries(
        Object.entries(body).map(([key, value]) => [
          key,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
    });
    const call = (id: string) => [{ id, type: "function", function: { name: "get", arguments: "{}" } }];
    const said = [
      "gen_ai.tool.message",
      "gen_ai.assistant.message",
      "gen_ai.user.message",
      "gen_ai.system.message",
    ];
    const bodies = [
      { id: "c1", content: { status: "pending" } },
      { tool_calls: call("c1") },
      { content: "Go." },
      { content: "Be brief." },
    ];
    const { messages = [] } = readMessageEvents({
      events: sortInSaidOrder(said.map((name, i) => event(name, bodies[i] ?? {}))),
    });
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
    expect(messages[3]?.items).toMatchObject([
      { kind: "tool_result", toolCallId: "c1", content: '{"status":"pending"}' },
    ]);
  });

  it("send content in log records whose name stands among the attributes", () => {
    const call = { trace: "1".repeat(32), span: "a".repeat(16) };
    const event = (name: string, at: number, body: Value): TestLog => ({
      ...call,
      at: AT + at,
      body,
      attributes: { "event.name": name, "gen_ai.system": "openai" },
    });
    const records = [
      ...spans("opentelemetry.instrumentation.openai_v2", [
        {
          trace: call.trace,
          id: call.span,
          name: "chat m",
          at: AT,
          ms: 50,
          attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" },
        },
      ]),
      ...logs("opentelemetry.instrumentation.openai_v2", [
        event("gen_ai.system.message", 1, { content: "Be brief." }),
        event("gen_ai.user.message", 2, { content: "Where is it?" }),
        event("gen_ai.choice", 3, {
          index: 0,
          finish_reason: "stop",
          message: { role: "assistant", content: "There." },
        }),
      ]),
    ];
    const session = sessionOf(records);
    expect(kinds(session, 0)).toEqual(["system", "user_goal"]);
    expect(session.turns[0]?.output).toHaveLength(1);
  });

  it("have no agent but the program's name, where that was set", () => {
    const call = { id: "a", name: "chat m", at: AT, attributes: { "gen_ai.operation.name": "chat" } };
    const of = (service: string) => {
      const records = spans("x", [call]).map((record) => ({
        ...record,
        resource: { "service.name": service },
      }));
      return sessionOf(records).meta.agent;
    };
    expect([of("shop"), of("unknown_service:node")]).toEqual(["shop", null]);
  });

  it("number their messages in keys", () => {
    const attributes: Record<string, Value> = {
      "llm.request.type": "chat",
      "session.id": "s",
      "gen_ai.prompt.0.role": "system",
      "gen_ai.prompt.0.content": "Be brief.",
      "gen_ai.prompt.1.role": "user",
      "gen_ai.prompt.1.content": "Where is it?",
      "gen_ai.completion.0.role": "assistant",
      "gen_ai.completion.0.tool_calls.0.id": "c1",
      "gen_ai.completion.0.tool_calls.0.name": "find",
      "gen_ai.completion.0.tool_calls.0.arguments": "{}",
      "gen_ai.usage.prompt_tokens": 12,
      "gen_ai.usage.completion_tokens": 3,
      "llm.request.functions.0.name": "find",
    };
    const session = sessionOf(
      spans("opentelemetry.instrumentation.openai", [{ id: "a", name: "openai.chat", at: AT, attributes }]),
    );
    expect(kinds(session, 0)).toEqual(["tool:find", "system", "user_goal"]);
    expect(session.turns[0]?.usage).toMatchObject({ input: 12, output: 3 });
    expect(session.toolCalls).toBe(1);
  });

  it("have a log record a message, joined to the span by its id in either order", () => {
    const span = spans("opentelemetry.instrumentation.openai_v2", [
      {
        id: "a",
        name: "chat gpt",
        at: AT,
        attributes: { "gen_ai.operation.name": "chat", "gen_ai.system": "openai", "session.id": "s" },
      },
    ]);
    const messages = logs("opentelemetry.instrumentation.openai_v2", [
      { span: "a", name: "gen_ai.system.message", at: AT + 1, body: { content: "Be brief." } },
      { span: "a", name: "gen_ai.user.message", at: AT + 2, body: { content: "Where is it?" } },
      {
        span: "a",
        name: "gen_ai.choice",
        at: AT + 3,
        body: { index: 0, message: { role: "assistant", content: "There." } },
      },
    ]);
    for (const records of [
      [...span, ...messages],
      [...messages.toReversed(), ...span],
    ]) {
      const session = sessionOf(records);
      expect(session.meta.externalId).toBe("s");
      expect(kinds(session, 0)).toEqual(["system", "user_goal"]);
      expect(session.turns[0]?.output).toHaveLength(1);
    }
  });
});

describe("a call", () => {
  const chat = (id: string, at: number, extra: Record<string, Value>): TestSpan => ({
    id,
    name: "chat",
    at,
    attributes: { "gen_ai.operation.name": "chat", "gen_ai.conversation.id": "conv", ...extra },
  });
  const user = (text: string) => ({ role: "user", parts: [{ type: "text", content: text }] });
  const said = (text: string) => ({ role: "assistant", parts: [{ type: "text", content: text }] });
  const json = JSON.stringify;

  it("goes on from the response that it points to", () => {
    const session = sessionOf(
      spans("app", [
        chat("one", AT, {
          "gen_ai.response.id": "r1",
          "gen_ai.input.messages": json([user("First")]),
          "gen_ai.output.messages": json([said("A")]),
        }),
        chat("two", AT + 10, {
          "gen_ai.response.id": "r2",
          "gen_ai.request.previous_response.id": "r1",
          "gen_ai.input.messages": json([user("Second")]),
          "gen_ai.output.messages": json([said("B")]),
        }),
        chat("three", AT + 20, {
          "gen_ai.request.previous_response.id": "r1",
          "gen_ai.input.messages": json([user("Another way")]),
        }),
      ]),
    );
    expect(kinds(session, 1)).toEqual(["user_goal", "assistant_text", "user_message"]);
    expect(kinds(session, 2)).toEqual(["user_goal", "assistant_text", "user_message"]);
    expect(session.turns.map((turn) => turn.windowProvenance)).toEqual(["measured", "inferred", "inferred"]);
  });

  it("beside the conversation does not disturb its window", () => {
    const system = (text: string) => ({
      "gen_ai.system_instructions": json([{ type: "text", content: text }]),
    });
    const tools = { "gen_ai.tool.definitions": json([{ name: "find" }]) };
    const records = spans("app", [
      chat("title", AT, {
        ...system("Name this."),
        "gen_ai.input.messages": json([user("Where is order 7?")]),
      }),
      chat("one", AT + 10, {
        ...system("Be brief."),
        ...tools,
        "gen_ai.input.messages": json([user("Where is order 7?")]),
        "gen_ai.output.messages": json([said("Here.")]),
      }),
      chat("two", AT + 20, {
        ...system("Be brief."),
        ...tools,
        "gen_ai.input.messages": json([user("Where is order 7?"), said("Here."), user("And 8?")]),
      }),
    ]);
    const main = sessionOf(records);
    expect(main.meta).toMatchObject({ externalId: "conv", role: "main" });
    expect(main.turns).toHaveLength(2);
    expect(main.evictions).toEqual([]);
    expect(sessionOf(records, 1).meta).toMatchObject({ role: "side", parent: { session: "conv" } });
  });

  it("whose content its client truncated loses nothing to an eviction", () => {
    const list = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => user(`message ${from + i}`));
    const session = sessionOf(
      spans("com.anthropic.sdk.typescript", [
        chat("one", AT, { "gen_ai.input.messages": json(list(0, 4)) }),
        chat("two", AT + 10, {
          "gen_ai.input.messages": json(list(2, 6)),
          "anthropic.content.truncated": true,
        }),
      ]),
    );
    expect(session.evictions).toEqual([]);
    expect(session.turns.map((turn) => turn.completeness)).toEqual(["complete", "client_truncated"]);
    expect(session.turns[1]?.window.entries).toBe(6);
  });

  it("whose content is stored elsewhere says so", () => {
    const session = sessionOf(
      spans("app", [chat("one", AT, { "gen_ai.input.messages.ref": "s3://bucket/1" })]),
    );
    expect(session.turns[0]?.completeness).toBe("stored_elsewhere");
  });

  it("inherits its session from a span above it that comes later", () => {
    const call = { ...chat("call", AT, { "gen_ai.input.messages": json([user("hi")]) }), parent: "root" };
    const { "gen_ai.conversation.id": _none, ...attributes } = call.attributes ?? {};
    const root = { id: "root", name: "run", at: AT - 5, attributes: { "session.id": "outer" } };
    const inner = spans("app", [{ ...call, attributes }]);
    expect([...projectRecords(inner).sources.keys()]).toEqual(["trace:0af7651916cd43dd8448eb211c80319c"]);
    expect([...projectRecords([...inner, ...spans("app", [root])]).sources.keys()]).toEqual(["outer"]);
  });

  it("of an agent below another is in a session of its own, joined to the tool that started it", () => {
    const agent = (id: string, name: string, parent?: string): TestSpan => ({
      id,
      name,
      at: AT - 1,
      ms: 100,
      attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name, "session.id": "s" },
      ...(parent !== undefined && { parent }),
    });
    const tool: TestSpan = {
      id: "tool",
      parent: "outer",
      name: "execute_tool",
      at: AT + 6,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "delegate",
        "gen_ai.tool.call.id": "c1",
      },
    };
    const call = (id: string, parent: string, at: number, text: string) => ({
      ...chat(id, at, { "gen_ai.input.messages": json([user(text)]) }),
      parent,
    });
    const plain = (span: TestSpan): TestSpan => {
      const { "gen_ai.conversation.id": _id, ...attributes } = span.attributes ?? {};
      return { ...span, attributes };
    };
    const records = spans("app", [
      agent("outer", "boss"),
      plain(call("c-outer", "outer", AT, "Do it")),
      tool,
      agent("inner", "helper", "tool"),
      plain(call("c-inner", "inner", AT + 10, "Help")),
    ]);
    expect(sessionOf(records).meta).toMatchObject({ externalId: "s", agent: "boss" });
    expect(sessionOf(records, 1).meta).toMatchObject({
      role: "subagent",
      agent: "helper",
      parent: { session: "s", toolCallId: "c1" },
    });
  });
});

describe("the program's own vocabulary", () => {
  it("tells as log records and span events what no convention can carry", () => {
    const call: TestSpan = {
      id: "call",
      name: "chat",
      at: AT + 10,
      attributes: {
        "gen_ai.operation.name": "chat",
        "gen_ai.conversation.id": "conv",
        "gen_ai.input.messages": JSON.stringify([{ role: "user", parts: [{ type: "text", content: "hi" }] }]),
      },
      events: [
        {
          name: "ctx.eviction",
          at: AT + 9,
          attributes: { blockId: "doc-1", policy: "budget", reason: "over budget", tokensFreed: 900 },
        },
      ],
    };
    const said: TestLog[] = [
      {
        at: AT + 11,
        name: "ctx.plan",
        attributes: {
          "session.id": "conv",
          planId: "p",
          steps: [{ id: "s1", text: "Look it up", needs: ["c1"] }],
        },
      },
      {
        at: AT + 12,
        name: "ctx.plan.step",
        attributes: { "session.id": "conv", planId: "p", stepId: "s1", status: "started" },
      },
      {
        at: AT + 10,
        name: "ctx.decision",
        attributes: {
          "session.id": "conv",
          sourceId: "mem-1",
          sourceKind: "memory",
          action: "exclude",
          reason: "stale",
          tokens: 40,
        },
      },
      {
        at: AT + 10,
        name: "ctx.compaction",
        attributes: {
          "session.id": "conv",
          summaryId: "sum",
          replaced: ["a", "b"],
          originalRef: "https://example.org/1",
        },
      },
      {
        at: AT + 10,
        name: "ctx.window",
        attributes: { "session.id": "conv", limit: 8000, budget: { memory: 500 } },
      },
    ];
    const { events } = projectRecords([...spans("app", [call]), ...logs("app", said)]);
    const own = (type: string) => events.filter((event) => event.type === type);
    expect(own("plan.declared")).toMatchObject([{ planId: "p", steps: [{ id: "s1", dependsOn: ["c1"] }] }]);
    expect(own("plan.step")).toMatchObject([{ step: "s1", status: "started" }]);
    expect(own("context.decided")).toMatchObject([
      { excluded: [{ sourceId: "mem-1", reason: "stale", tokens: 40 }] },
    ]);
    expect(own("context.edited")).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ how: "removed", blocks: ["doc-1"], policy: "budget", tokensFreed: 900 }),
        expect.objectContaining({ how: "compacted", summaryBlock: "sum", blocks: ["a", "b"] }),
      ]) as object,
    );
    expect(own("gate.checked")).toMatchObject([
      { gate: "window", numbers: { limit: 8000, "budget.memory": 500 } },
    ]);
    expect(foldSession(events).turns).toHaveLength(1);
  });
});
