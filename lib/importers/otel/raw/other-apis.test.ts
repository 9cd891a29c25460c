import { describe, expect, it } from "vitest";
import type { RawApi } from ".";
import { readRawCall } from ".";
import { requestSummaryOf } from "./request-summary";

interface Wire {
  readonly api: RawApi;
  readonly request: object;
  readonly response: object;
  /** The same answer as a stream: a list of events, or the text. */
  readonly stream: unknown;
  readonly usage: object;
  /** What the tool result says, where that is not a text. */
  readonly result?: string;
  readonly stop: string;
}

const lines = (events: readonly object[]) => events.map((event) => JSON.stringify(event)).join("\n");
const sse = (events: readonly object[]) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

const asked = { role: "user", content: "Is order 7 pending?" };
const described = { name: "get", description: "An order", parameters: { type: "object" } };

const COHERE_V1_ANSWER = {
  response_id: "r1",
  text: "Again.",
  tool_calls: [{ name: "get", parameters: { id: 7 } }],
  finish_reason: "COMPLETE",
  meta: {
    billed_units: { input_tokens: 20, output_tokens: 6 },
    tokens: { input_tokens: 25, output_tokens: 6 },
  },
};

const WIRES: readonly Wire[] = [
  {
    api: "bedrock",
    request: {
      modelId: "anthropic.claude",
      system: [{ text: "Be brief." }, { cachePoint: { type: "default" } }],
      toolConfig: { tools: [{ toolSpec: { name: "get", inputSchema: { json: { type: "object" } } } }] },
      messages: [
        { role: "user", content: [{ text: asked.content }] },
        { role: "assistant", content: [{ toolUse: { toolUseId: "t1", name: "get", input: { id: 6 } } }] },
        { role: "user", content: [{ toolResult: { toolUseId: "t1", content: [{ text: "shipped" }] } }] },
      ],
    },
    response: {
      output: {
        message: {
          role: "assistant",
          content: [{ text: "Again." }, { toolUse: { toolUseId: "t2", name: "get", input: { id: 7 } } }],
        },
      },
      stopReason: "tool_use",
      usage: { inputTokens: 20, outputTokens: 6, cacheReadInputTokens: 5, totalTokens: 31 },
    },
    stream: [
      { messageStart: { role: "assistant" } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Ag" } } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "ain." } } },
      { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: "t2", name: "get" } } } },
      { contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: '{"id"' } } } },
      { contentBlockDelta: { contentBlockIndex: 1, delta: { toolUse: { input: ":7}" } } } },
      { messageStop: { stopReason: "tool_use" } },
      { metadata: { usage: { inputTokens: 20, outputTokens: 6, cacheReadInputTokens: 5 } } },
    ],
    usage: { input: 25, cacheRead: 5, output: 6 },
    stop: "tool_use",
  },
  {
    api: "cohere",
    request: {
      model: "command-a",
      tools: [{ type: "function", function: described }],
      messages: [
        { role: "system", content: "Be brief." },
        asked,
        {
          role: "assistant",
          tool_plan: "I look it up.",
          tool_calls: [{ id: "t1", type: "function", function: { name: "get", arguments: '{"id":6}' } }],
        },
        { role: "tool", tool_call_id: "t1", content: [{ type: "document", document: { data: "shipped" } }] },
      ],
    },
    response: {
      id: "c1",
      finish_reason: "TOOL_CALL",
      message: {
        role: "assistant",
        content: [{ type: "text", text: "Again." }],
        tool_calls: [{ id: "t2", type: "function", function: { name: "get", arguments: '{"id":7}' } }],
      },
      usage: { tokens: { input_tokens: 25, output_tokens: 6 }, cached_tokens: 5 },
    },
    stream: sse([
      { type: "message-start", id: "c1", delta: { message: { role: "assistant", content: [] } } },
      { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
      { type: "content-delta", index: 0, delta: { message: { content: { text: "Again." } } } },
      {
        type: "tool-call-start",
        index: 0,
        delta: {
          message: { tool_calls: { id: "t2", type: "function", function: { name: "get", arguments: "" } } },
        },
      },
      {
        type: "tool-call-delta",
        index: 0,
        delta: { message: { tool_calls: { function: { arguments: '{"id":7}' } } } },
      },
      {
        type: "message-end",
        delta: {
          finish_reason: "TOOL_CALL",
          usage: { tokens: { input_tokens: 25, output_tokens: 6 }, cached_tokens: 5 },
        },
      },
    ]),
    usage: { input: 25, cacheRead: 5, output: 6 },
    stop: "TOOL_CALL",
  },
  {
    api: "cohere",
    result: '[{"status":"shipped"}]',
    request: {
      model: "command-r",
      preamble: "Be brief.",
      message: "",
      tools: [{ name: "get", description: "An order", parameter_definitions: { id: { type: "int" } } }],
      chat_history: [
        { role: "USER", message: asked.content },
        { role: "CHATBOT", message: "I look it up.", tool_calls: [{ name: "get", parameters: { id: 6 } }] },
      ],
      tool_results: [{ call: { name: "get", parameters: { id: 6 } }, outputs: [{ status: "shipped" }] }],
    },
    response: COHERE_V1_ANSWER,
    stream: lines([
      { event_type: "stream-start", is_finished: false, generation_id: "g1" },
      { event_type: "text-generation", is_finished: false, text: "Again." },
      { event_type: "stream-end", is_finished: true, response: COHERE_V1_ANSWER },
    ]),
    usage: { input: 25, output: 6 },
    stop: "COMPLETE",
  },
  {
    api: "ollama",
    request: {
      model: "qwen3",
      tools: [{ type: "function", function: described }],
      messages: [
        { role: "system", content: "Be brief." },
        asked,
        { role: "assistant", content: "", tool_calls: [{ function: { name: "get", arguments: { id: 6 } } }] },
        { role: "tool", tool_name: "get", content: "shipped" },
      ],
    },
    response: {
      model: "qwen3",
      message: {
        role: "assistant",
        content: "Again.",
        tool_calls: [{ function: { name: "get", arguments: { id: 7 } } }],
      },
      done: true,
      done_reason: "stop",
      prompt_eval_count: 25,
      eval_count: 6,
    },
    stream: lines([
      { model: "qwen3", message: { role: "assistant", content: "Ag" }, done: false },
      { model: "qwen3", message: { role: "assistant", content: "ain." }, done: false },
      {
        model: "qwen3",
        message: {
          role: "assistant",
          content: "",
          tool_calls: [{ function: { name: "get", arguments: { id: 7 } } }],
        },
        done: false,
      },
      {
        model: "qwen3",
        message: { role: "assistant", content: "" },
        done: true,
        done_reason: "stop",
        prompt_eval_count: 25,
        eval_count: 6,
      },
    ]),
    usage: { input: 25, output: 6 },
    stop: "stop",
  },
];

describe.each(WIRES)(
  "a call of $api",
  ({ api, request, response, stream, usage, stop, result: output = "shipped" }) => {
    it.each([
      ["whole", response],
      ["streamed", stream],
    ])("is recognised and read: %s", (_form, answer) => {
      expect(requestSummaryOf(request, answer)).toMatchObject({ api, isAnswerKnown: true });
      const call = readRawCall(request, answer);
      const items = call?.messages?.flatMap((message) => message.items) ?? [];
      const said = [...(call?.system ?? []), ...items];
      expect(said.find(({ kind }) => kind === "system_rules")?.content).toBe("Be brief.");
      expect(said.find(({ kind }) => kind === "user_message")?.content).toBe(asked.content);
      const made = said.find(({ kind }) => kind === "tool_call");
      expect(made).toMatchObject({ toolName: "get", content: '{"id":6}' });
      const result = said.find(({ kind }) => kind === "tool_result");
      expect(result).toMatchObject({ content: output, toolName: "get", toolCallId: made?.toolCallId });
      expect(call?.tools).toHaveLength(1);
      expect(call?.answer?.map(({ kind, content }) => [kind, content])).toEqual([
        ["assistant_text", "Again."],
        ["tool_call", '{"id":7}'],
      ]);
      const [, next] = call?.answer ?? [];
      expect(next?.toolCallId).toBeDefined();
      expect(next?.toolCallId).not.toBe(made?.toolCallId);
      expect(call?.usage).toMatchObject(usage);
      expect(call?.stopReason).toBe(stop);
    });
  },
);

describe("a stream of Cohere's version 1 that broke off", () => {
  it("has the pieces that came", () => {
    const pieces = [
      { event_type: "stream-start", generation_id: "g1" },
      { event_type: "text-generation", text: "Ag" },
      { event_type: "text-generation", text: "ain" },
    ];
    const call = readRawCall({ message: "Hi", model: "command-r", chat_history: [] }, lines(pieces));
    expect([call?.answer?.map(({ content }) => content), call?.isWhole]).toEqual([["Again"], false]);
  });
});

describe("an answer in no known form", () => {
  it("is named, and a refusal is not", () => {
    const request = { model: "m", messages: [asked] };
    expect(requestSummaryOf(request, { generations: [{ text: "It is." }] })?.isAnswerKnown).toBe(false);
    expect(requestSummaryOf(request, "It is pending")?.isAnswerKnown).toBe(false);
    expect(requestSummaryOf(request, { error: { message: "no" } })?.isAnswerKnown).toBe(true);
    expect(requestSummaryOf(request, undefined)?.isAnswerKnown).toBeNull();
  });
});

describe("a call of Gemini without ids", () => {
  it("is paired with its result by its name", () => {
    const call = (id: number) => ({ functionCall: { name: "get", args: { id } } });
    const request = {
      contents: [
        { role: "user", parts: [{ text: "Go." }] },
        { role: "model", parts: [call(6)] },
        { role: "user", parts: [{ functionResponse: { name: "get", response: { output: "shipped" } } }] },
      ],
    };
    const read = readRawCall(request, { candidates: [{ content: { role: "model", parts: [call(7)] } }] });
    const items = read?.messages?.flatMap((message) => message.items) ?? [];
    expect(items.map(({ toolCallId }) => toolCallId)).toEqual([undefined, "call-1", "call-1"]);
    expect(read?.answer?.[0]?.toolCallId).toBe("call-2");
  });
});
