import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { createAgent, createMiddleware, tool as langchainTool } from "langchain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { waitForDecisions } from "@/lib/commands/runtime/record";
import { getSession } from "@/lib/queries/session/get-session";
import { getWindow } from "@/lib/queries/turn/get-window";
import { testDatabase } from "@/lib/testing/database";
import { readOf } from "@/lib/testing/vendors/langchain";
import { routeServer } from "@/lib/testing/servers/route-server";
import { testWorker, worked } from "@/lib/testing/worker";
import type { ChatMessage, Script } from "../../examples/scripted-provider";
import { serveScript } from "../../examples/scripted-provider";
import type { PolicyChoice, Session } from ".";
import { aiSdkMiddleware, langchainMiddleware, Sightglass } from ".";

testWorker();
const db = testDatabase();
const instance = routeServer();
let provider: Awaited<ReturnType<typeof serveScript>>;
const PAGE = "An offer at 40 and a long text about delivery. ".repeat(20);
const seen: (readonly ChatMessage[])[] = [];

/** Reads two pages, and then says what it saw of them. */
const script: Script = (messages) => {
  seen.push(messages);
  const results = messages.filter(({ role }) => role === "tool");
  if (results.length < 2) return { calls: "read_page", with: { page: results.length + 1 } };
  return { says: `I read ${results.length} pages.` };
};

beforeAll(async () => {
  provider = await serveScript(script);
});
afterAll(() => provider.close());

const WHOLE = { content: "1", order: "window", offset: 0, limit: 100 } as const;
const CLEARING: PolicyChoice = {
  kind: "anthropic-clear-tool-uses",
  options: { trigger: { type: "tool_uses", value: 1 }, keep: { type: "tool_uses", value: 1 } },
};

async function windows(sightglass: Sightglass, session: Session): Promise<string[][]> {
  expect(await sightglass.flush()).toBe(0);
  await waitForDecisions();
  await worked(db, DEFAULT_PROJECT);
  const { counts } = await getSession(db, DEFAULT_PROJECT, session.id);
  return Promise.all(
    Array.from({ length: counts.turns ?? 0 }, async (_, turn) => {
      const { entries } = await getWindow(db, DEFAULT_PROJECT, session.id, turn, WHOLE);
      return entries.map(({ sourceKind }) => sourceKind);
    }),
  );
}

interface Answer {
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { name: string; arguments: string };
  }[];
}

/** Asks the provider on loopback, as a provider's package of a framework does. */
async function asked(messages: readonly object[]): Promise<Answer> {
  const response = await fetch(`${provider.baseURL}/chat/completions`, {
    method: "POST",
    body: JSON.stringify({ model: "scripted", messages }),
  });
  const { choices } = (await response.json()) as { choices: { message: Answer }[] };
  return choices[0]?.message ?? { content: "" };
}

const usage = {
  inputTokens: { total: 40, noCache: 30, cacheRead: 10, cacheWrite: 0 },
  outputTokens: { total: 6, text: 6, reasoning: 0 },
};

type Prompt = MockLanguageModelV3["doGenerateCalls"][number]["prompt"];

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer Part>
    ? Part
    : never;

function chatFromPrompt(prompt: Prompt): object[] {
  return prompt.flatMap((message): object[] => {
    if (message.role === "system") return [{ role: "system", content: message.content }];
    if (message.role !== "tool")
      return [
        {
          role: message.role,
          content: message.content.map((one) => ("text" in one ? one.text : "")).join(""),
        },
      ];
    return message.content.map((one) => ({
      role: "tool",
      content: one.type === "tool-result" && "value" in one.output ? String(one.output.value) : "",
    }));
  });
}

function scriptedModel(): MockLanguageModelV3 {
  const parts = async (prompt: Prompt) => {
    const { content, tool_calls: calls = [] } = await asked(chatFromPrompt(prompt));
    return calls.length === 0
      ? [{ type: "text" as const, text: content ?? "" }]
      : calls.map(({ id, function: { name, arguments: input } }) => ({
          type: "tool-call" as const,
          toolCallId: id,
          toolName: name,
          input,
        }));
  };
  const finishReason = { unified: "stop" as const, raw: "stop" };
  return new MockLanguageModelV3({
    modelId: "scripted",
    doGenerate: async ({ prompt }) => ({ content: await parts(prompt), finishReason, usage, warnings: [] }),
    doStream: async ({ prompt }) => {
      const chunks = (await parts(prompt)).flatMap((part): StreamPart[] =>
        part.type === "tool-call"
          ? [part]
          : [
              { type: "text-start", id: "t" },
              { type: "text-delta", id: "t", delta: part.text },
              { type: "text-end", id: "t" },
            ],
      );
      const finish = { type: "finish" as const, finishReason, usage };
      return {
        stream: simulateReadableStream<StreamPart>({ chunks: [...chunks, finish], chunkDelayInMs: null }),
      };
    },
  });
}

const readPage = tool({
  description: "Reads a page.",
  inputSchema: z.object({ page: z.number() }),
  execute: ({ page }) => `page ${page}: ${PAGE}`,
});

describe("the middleware for the AI SDK", () => {
  it.each(["whole", "streamed"])(
    "records every call of a loop, %s, and leaves the answers as they are",
    async (how) => {
      const sightglass = new Sightglass({ url: instance.url });
      const session = sightglass.session({ agent: "reader" });
      const model = wrapLanguageModel({ model: scriptedModel(), middleware: aiSdkMiddleware(session) });
      const asks = {
        model,
        prompt: "Read two pages.",
        tools: { read_page: readPage },
        stopWhen: stepCountIs(5),
      };
      const text = how === "whole" ? (await generateText(asks)).text : await streamText(asks).text;
      expect(text).toBe("I read 2 pages.");
      expect(await windows(sightglass, session)).toEqual([
        ["tool_schemas", "user_goal"],
        ["tool_schemas", "user_goal", "tool_call", "tool_result"],
        ["tool_schemas", "user_goal", "tool_call", "tool_result", "tool_call", "tool_result"],
      ]);
      const last = await getWindow(db, DEFAULT_PROJECT, session.id, 2, WHOLE);
      expect(last.output.map(({ preview }) => preview)).toEqual(["I read 2 pages."]);
      expect(last.turn).toMatchObject({ usage: { input: 40, output: 6 } });
    },
  );

  it("makes the window of each call by a policy, and leaves a reference to what left", async () => {
    const sightglass = new Sightglass({ url: instance.url, timeoutMs: 20_000 });
    const session = sightglass.session();
    const middleware = aiSdkMiddleware(session, { policy: CLEARING });
    const model = wrapLanguageModel({ model: scriptedModel(), middleware });
    const tools = { read_page: readPage };
    await generateText({ model, prompt: "Read two pages.", tools, stopWhen: stepCountIs(5) });
    const results =
      seen
        .at(-1)
        ?.filter(({ role }) => role === "tool")
        .map(({ content }) => content) ?? [];
    expect(results[1]).toBe(`page 2: ${PAGE}`);
    const reference = /sightglass:\/\/[^\]\s]+/.exec(results[0] ?? "")?.[0] ?? "";
    expect(await session.restore(reference)).toContain(`page 1: ${PAGE}`);
  });

  it("passes an error of the provider on, and a window as it was while Sightglass is away", async () => {
    const away = new Sightglass({ url: "http://127.0.0.1:9", onProblem: () => undefined });
    const middleware = aiSdkMiddleware(away.session(), { policy: CLEARING });
    const model = wrapLanguageModel({
      model: new MockLanguageModelV3({ doGenerate: () => Promise.reject(new Error("too long")) }),
      middleware,
    });
    await expect(generateText({ model, prompt: "x", maxRetries: 0 })).rejects.toThrow("too long");
  });
});

const TOKENS_READ = { input_tokens: 40, output_tokens: 6, total_tokens: 46 };

/** A chat model of LangChain that asks the provider on loopback. */
class LoopbackModel extends BaseChatModel {
  readonly model = "scripted";

  override _llmType(): string {
    return "loopback";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]) {
    const message = await this.answer(messages);
    return { generations: [{ message, text: message.text }] };
  }

  override async *_streamResponseChunks(messages: BaseMessage[]) {
    const { text, tool_calls: calls = [] } = await this.answer(messages);
    const tool_call_chunks = calls.map(({ id, name, args }, index) => ({
      index,
      name,
      args: JSON.stringify(args),
      ...(id !== undefined && { id }),
    }));
    yield new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text, tool_call_chunks }) });
  }

  private async answer(messages: readonly BaseMessage[]): Promise<AIMessage> {
    const roles: Record<string, string> = { human: "user", ai: "assistant" };
    const sent = messages.map((one) => ({ role: roles[one.type] ?? one.type, content: one.text }));
    const { content, tool_calls: calls = [] } = await asked(sent);
    return new AIMessage({
      content: content ?? "",
      tool_calls: calls.map(({ id, function: { name, arguments: args } }) => ({
        id,
        name,
        args: JSON.parse(args) as Record<string, unknown>,
      })),
      usage_metadata: TOKENS_READ as never,
    });
  }
}

const langchainPage = langchainTool(({ page }: { page: number }) => `page ${page}: ${PAGE}`, {
  name: "read_page",
  description: "Reads a page.",
  schema: { type: "object", properties: { page: { type: "number" } }, required: ["page"] },
});

function pageReader(session: Session, options = {}) {
  const middleware = [createMiddleware(langchainMiddleware(session, options))];
  return createAgent({
    model: new LoopbackModel({}),
    tools: [langchainPage],
    middleware,
    systemPrompt: "Be brief.",
  });
}

describe("the middleware for LangChain", () => {
  it.each(["invoke", "stream"])("records every call of an agent, by %s", async (how) => {
    const sightglass = new Sightglass({ url: instance.url });
    const session = sightglass.session({ agent: "reader" });
    const state = { messages: [{ role: "user", content: "Read two pages." }] };
    if (how === "invoke") {
      const { messages } = await pageReader(session).invoke(state);
      expect(messages.at(-1)).toMatchObject({ content: "I read 2 pages." });
    } else for await (const _chunk of await pageReader(session).stream(state, { streamMode: "messages" }));
    const rest = ["tool_schemas", "system_rules", "user_goal"];
    const kinds = await windows(sightglass, session);
    expect(kinds.map((one) => one.length)).toEqual([3, 5, 7]);
    expect(kinds[0]?.toSorted()).toEqual(rest.toSorted());
    const last = await getWindow(db, DEFAULT_PROJECT, session.id, 2, WHOLE);
    expect(last.output.map(({ preview }) => preview)).toEqual(["I read 2 pages."]);
  });

  it("makes the window of each call by a policy, in the framework's own messages", async () => {
    const sightglass = new Sightglass({ url: instance.url, timeoutMs: 20_000 });
    const session = sightglass.session();
    const { messages } = await pageReader(session, { policy: CLEARING }).invoke({
      messages: [{ role: "user", content: "Read two pages." }],
    });
    const results =
      seen
        .at(-1)
        ?.filter(({ role }) => role === "tool")
        .map(({ content }) => content) ?? [];
    expect(results[1]).toBe(`page 2: ${PAGE}`);
    const reference = /sightglass:\/\/[^\]\s]+/.exec(results[0] ?? "")?.[0] ?? "";
    expect(await session.restore(reference)).toContain(`page 1: ${PAGE}`);
    // The agent's own history is complete; only the sent messages differ.
    expect(messages.map(readOf)).toContainEqual(expect.objectContaining({ text: `page 1: ${PAGE}` }));
  });
});
