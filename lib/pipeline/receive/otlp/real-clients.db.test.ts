import { randomUUID } from "node:crypto";
import Anthropic from "@anthropic-ai/sdk";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { postTraces } from "@/lib/api/endpoints/otlp";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { clientSetting } from "@/lib/testing/servers/real-clients";
import { serveOtlp } from "./serve-otlp";

testWorker();
const db = testDatabase();
const WHOLE = { content: "1", order: "window", offset: 0, limit: 1_000 } as const;
const receive = serveOtlp(postTraces, "traces", () => db);
const { serving, providerTo } = clientSetting();

describe("real clients", () => {
  it.each([
    ["protobuf", (url: string) => new ProtobufExporter({ url })],
    ["JSON", (url: string) => new JsonExporter({ url })],
  ])(
    "OpenTelemetry's exporter for %s delivers once, although the server was away at first",
    async (_name, make) => {
      const session = `otel-${randomUUID()}`;
      let refusals = 2;
      const url = await serving((request) =>
        refusals-- > 0
          ? Promise.resolve(new Response(null, { status: 503, headers: { "retry-after": "1" } }))
          : receive(request),
      );
      const provider = providerTo(make(`${url}/v1/traces`));
      const input = JSON.stringify([
        { role: "user", parts: [{ type: "text", content: "Where is order 7?" }] },
      ]);
      provider
        .getTracer("app")
        .startSpan("chat m", {
          attributes: {
            "gen_ai.operation.name": "chat",
            "session.id": session,
            "gen_ai.input.messages": input,
          },
        })
        .end();
      await provider.forceFlush();
      await provider.shutdown();
      expect(refusals).toBe(-1);
      await worked(db, DEFAULT_PROJECT);
      expect((await getSession(db, DEFAULT_PROJECT, session)).counts).toMatchObject({ turns: 1, blocks: 1 });
    },
  );

  it("Vercel's AI SDK tells of every step, with the tools that it ran between them", async () => {
    const session = `ai-${randomUUID()}`;
    const provider = providerTo(new ProtobufExporter({ url: `${await serving(receive)}/v1/traces` }));
    const usage = {
      inputTokens: { total: 40, noCache: 40, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 6, text: 6, reasoning: 0 },
    };
    const finish = (unified: "tool-calls" | "stop") => ({ unified, raw: unified });
    const model = new MockLanguageModelV3({
      modelId: "scripted",
      doGenerate: [
        {
          content: [{ type: "tool-call", toolCallId: "call_1", toolName: "get_order", input: '{"id":7}' }],
          finishReason: finish("tool-calls"),
          usage,
          warnings: [],
        },
        {
          content: [{ type: "text", text: "It is pending." }],
          finishReason: finish("stop"),
          usage,
          warnings: [],
        },
      ],
    });
    await generateText({
      model,
      system: "Be brief.",
      prompt: "Where is order 7?",
      stopWhen: stepCountIs(3),
      tools: {
        get_order: tool({
          inputSchema: z.object({ id: z.number() }),
          execute: () => Promise.resolve({ status: "pending" }),
        }),
      },
      experimental_telemetry: {
        isEnabled: true,
        tracer: provider.getTracer("ai"),
        metadata: { sessionId: session },
      },
    });
    await provider.forceFlush();
    await provider.shutdown();
    await worked(db, DEFAULT_PROJECT);
    const found = await getSession(db, DEFAULT_PROJECT, session);
    expect(found.counts).toMatchObject({ turns: 2, toolCalls: 1, evictions: 0 });
    const window = await getWindow(db, DEFAULT_PROJECT, found.id, 1, WHOLE);
    expect(
      window.entries.map((entry) => [entry.blockId.replace(/:[0-9a-f]{12}$/, ""), entry.content]),
    ).toEqual([
      ["tool:get_order", expect.stringContaining("get_order")],
      ["system", "Be brief."],
      ["user_goal", "Where is order 7?"],
      ["call:call_1", '{"id":7}'],
      ["result:call_1", '{"status":"pending"}'],
    ]);
  });

  it("Anthropic's SDK tells of its calls by spans of its own", async () => {
    const conversationId = `anthropic-${randomUUID()}`;
    const answers = ["First answer.", "Second answer."];
    const modelUrl = await serving(() =>
      Promise.resolve(
        Response.json({
          id: `msg_${answers.length}`,
          type: "message",
          role: "assistant",
          model: "claude-sonnet-4-5",
          content: [{ type: "text", text: answers.shift() ?? "" }],
          stop_reason: "end_turn",
          stop_sequence: null,
          usage: {
            input_tokens: 5,
            cache_read_input_tokens: 20,
            cache_creation_input_tokens: 0,
            output_tokens: 4,
          },
        }),
      ),
    );
    process.env.ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE = "content";
    const provider = providerTo(new ProtobufExporter({ url: `${await serving(receive)}/v1/traces` }));
    provider.register();
    const client = new Anthropic({ apiKey: "none", baseURL: modelUrl });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "One" }];
    for (const next of ["Two", null]) {
      const message = await client.messages.create(
        { model: "claude-sonnet-4-5", max_tokens: 100, system: "Be brief.", messages },
        { openTelemetry: { conversationId } } as Anthropic.RequestOptions,
      );
      messages.push({ role: "assistant", content: message.content as Anthropic.ContentBlockParam[] });
      if (next !== null) messages.push({ role: "user", content: next });
    }
    await provider.forceFlush();
    await provider.shutdown();
    await worked(db, DEFAULT_PROJECT);
    const found = await getSession(db, DEFAULT_PROJECT, conversationId);
    expect(found.counts).toMatchObject({ turns: 2, evictions: 0 });
    const window = await getWindow(db, DEFAULT_PROJECT, found.id, 1, WHOLE);
    expect(window.entries.map((entry) => entry.content)).toEqual([
      "Be brief.",
      "One",
      "First answer.",
      "Two",
    ]);
  });
});
