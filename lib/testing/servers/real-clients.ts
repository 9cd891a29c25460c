import { context, trace } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace-node";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { afterEach } from "vitest";
import type { TestServer } from "./http-server";
import { serveHttp } from "./http-server";

/** Servers and a tracer for the tests of one file, stopped after each test. */
export function clientSetting(): {
  serving: (answer: (request: Request) => Promise<Response>) => Promise<string>;
  providerTo: (exporter: SpanExporter) => NodeTracerProvider;
} {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    trace.disable();
    context.disable();
  });
  return {
    serving: async (answer) => {
      const server = await serveHttp(answer);
      servers.push(server);
      return server.url;
    },
    providerTo: (exporter) =>
      new NodeTracerProvider({
        spanProcessors: [new BatchSpanProcessor(exporter, { scheduledDelayMillis: 50 })],
      }),
  };
}

export function scriptedOpenAi(answers: readonly string[]): (request: Request) => Promise<Response> {
  let n = 0;
  return async (request) => {
    const { stream = false } = (await request.json()) as { stream?: boolean };
    const text = answers[n++] ?? "";
    const isChat = new URL(request.url).pathname.endsWith("/chat/completions");
    const events = isChat ? chatEvents(n, text) : responsesEvents(n, text);
    if (stream)
      return new Response(events.map((event) => `${event}\n\n`).join(""), {
        headers: { "content-type": "text/event-stream" },
      });
    return Response.json(isChat ? chatAnswer(n, text) : responsesAnswer(n, text));
  };
}

const chatUsage = { prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 };

function chatAnswer(n: number, content: string): object {
  const message = { role: "assistant", content, refusal: null };
  return {
    id: `chatcmpl-${n}`,
    object: "chat.completion",
    created: 1,
    model: "gpt-5-mini",
    choices: [{ index: 0, message, finish_reason: "stop", logprobs: null }],
    usage: chatUsage,
  };
}

function chatEvents(n: number, text: string): string[] {
  const chunk = (choices: object[], rest: object = {}) =>
    `data: ${JSON.stringify({ id: `chatcmpl-${n}`, object: "chat.completion.chunk", created: 1, model: "gpt-5-mini", choices, ...rest })}`;
  const middle = Math.ceil(text.length / 2);
  return [
    chunk([{ index: 0, delta: { role: "assistant", content: text.slice(0, middle) }, finish_reason: null }]),
    chunk([{ index: 0, delta: { content: text.slice(middle) }, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: "stop" }]),
    chunk([], { usage: chatUsage }),
    "data: [DONE]",
  ];
}

function responsesAnswer(n: number, text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return {
    id: `resp_${n}`,
    object: "response",
    created_at: 1,
    status: "completed",
    model: "gpt-5-mini",
    output: [{ id: `msg_${n}`, type: "message", role: "assistant", status: "completed", content }],
    usage: {
      input_tokens: 20,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 4,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 24,
    },
  };
}

function responsesEvents(n: number, text: string): string[] {
  const { output, usage: _usage, ...begun } = responsesAnswer(n, text) as { output: object[]; usage: object };
  const event = (type: string, rest: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}`;
  const place = { item_id: `msg_${n}`, output_index: 0, content_index: 0 };
  return [
    event("response.created", {
      response: { ...begun, status: "in_progress", output: [] },
      sequence_number: 0,
    }),
    event("response.output_item.added", {
      output_index: 0,
      item: { ...output[0], content: [], status: "in_progress" },
      sequence_number: 1,
    }),
    event("response.content_part.added", {
      ...place,
      part: { type: "output_text", text: "", annotations: [] },
      sequence_number: 2,
    }),
    event("response.output_text.delta", { ...place, delta: text, logprobs: [], sequence_number: 3 }),
    event("response.output_text.done", { ...place, text, logprobs: [], sequence_number: 4 }),
    event("response.output_item.done", { output_index: 0, item: output[0], sequence_number: 5 }),
    event("response.completed", { response: responsesAnswer(n, text), sequence_number: 6 }),
  ];
}
