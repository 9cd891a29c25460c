import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** How a call can end. The first part of a path names it: `/refused/v1/messages`. */
export const ENDS = [
  "whole",
  "broken",
  "left",
  "busy",
  "refused",
  "failed",
  "late",
  "empty",
  "told",
] as const;
export type CallEnd = (typeof ENDS)[number];

/** What the scripted model says, in two pieces. */
export const SAID = ["It is ", "pending."] as const;
const TEXT = SAID.join("");
const REFUSAL = "Too many requests for this model";
const HTML = "<html><body>Internal error</body></html>";

interface Wire {
  readonly whole: object;
  readonly events: readonly (object | string)[];
  /** An error that a stream tells of after it has begun. */
  readonly told: object;
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason }],
});
const chat: Wire = {
  whole: {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: TEXT }, finish_reason: "stop" }],
    usage: { prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 },
  },
  events: [
    chunk({ role: "assistant", content: SAID[0] }),
    chunk({ content: SAID[1] }),
    chunk({}, "stop"),
    "[DONE]",
  ],
  told: { error: { message: REFUSAL, type: "server_error" } },
};

const message = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 4 },
};
const spoken = (text: string) => ({
  type: "content_block_delta",
  index: 0,
  delta: { type: "text_delta", text },
});
const anthropic: Wire = {
  whole: { ...message, content: [{ type: "text", text: TEXT }], stop_reason: "end_turn" },
  events: [
    { type: "message_start", message: { ...message, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    spoken(SAID[0]),
    spoken(SAID[1]),
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 4 },
    },
    { type: "message_stop" },
  ],
  told: { type: "error", error: { type: "overloaded_error", message: REFUSAL } },
};

const item = (text: string, status: string) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  status,
  content: text === "" ? [] : [{ type: "output_text", text, annotations: [] }],
});
const response = (output: object[], status: string) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "m",
  status,
  output,
  usage: { input_tokens: 20, output_tokens: 4, total_tokens: 24 },
});
const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
const responses: Wire = {
  whole: response([item(TEXT, "completed")], "completed"),
  events: [
    { type: "response.created", response: response([], "in_progress") },
    { type: "response.output_item.added", output_index: 0, item: item("", "in_progress") },
    {
      type: "response.content_part.added",
      ...place,
      part: { type: "output_text", text: "", annotations: [] },
    },
    { type: "response.output_text.delta", ...place, delta: SAID[0] },
    { type: "response.output_text.delta", ...place, delta: SAID[1] },
    { type: "response.output_item.done", output_index: 0, item: item(TEXT, "completed") },
    { type: "response.completed", response: response([item(TEXT, "completed")], "completed") },
  ],
  told: { type: "error", code: "server_error", message: REFUSAL, param: null },
};

const part = (text: string, rest: object = {}) => ({
  candidates: [{ index: 0, content: { role: "model", parts: [{ text }] }, ...rest }],
  modelVersion: "m",
  usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 4 },
});
const gemini: Wire = {
  whole: part(TEXT, { finishReason: "STOP" }),
  events: [part(SAID[0]), part(SAID[1], { finishReason: "STOP" })],
  told: { error: { code: 503, message: REFUSAL, status: "UNAVAILABLE" } },
};

function wireOf(path: string): Wire {
  if (path.endsWith("/messages")) return anthropic;
  if (path.endsWith("/responses")) return responses;
  return path.endsWith("/chat/completions") ? chat : gemini;
}

/** A provider on loopback that ends each call as its path says. */
export async function endingProvider(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString("utf8")));
    request.on("end", () => reply(request, body, answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => (server.closeAllConnections(), void server.close()),
  };
}

const busyOnce = new Set<string>();

function reply(request: IncomingMessage, body: string, answer: ServerResponse): void {
  const [path = "", query = ""] = (request.url ?? "").split("?", 2);
  const end = path.split("/")[1] as CallEnd;
  const wire = wireOf(path);
  const isStream = path.includes(":stream") || query.includes("alt=sse") || /"stream": ?true/.test(body);
  const refused = () => {
    answer.writeHead(429, { "content-type": "application/json", "retry-after-ms": "1" });
    answer.end(JSON.stringify({ error: { message: REFUSAL, type: "rate_limit_error" } }));
  };
  if (end === "late") return;
  if (end === "refused") return refused();
  if (end === "busy" && !busyOnce.delete(body)) return void (busyOnce.add(body), refused());
  if (end === "failed") return void answer.writeHead(500, { "content-type": "text/html" }).end(HTML);
  answer.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
  if (end === "empty") return void answer.end();
  if (!isStream) {
    const text = JSON.stringify(wire.whole);
    if (end !== "broken") return void answer.end(text);
    answer.write(text.slice(0, text.length / 2));
    return void setTimeout(() => answer.destroy(), 30);
  }
  const lines = wire.events.map(eventText);
  const half = lines.findIndex((line) => line.includes(SAID[0])) + 1;
  if (end === "told") return void answer.end([...lines.slice(0, half), eventText(wire.told)].join(""));
  if (end === "whole" || end === "busy") return void answer.end(lines.join(""));
  answer.write(lines.slice(0, half).join(""));
  if (end === "broken") setTimeout(() => answer.destroy(), 30);
}

function eventText(event: object | string): string {
  if (typeof event === "string") return `data: ${event}\n\n`;
  const name = "type" in event ? `event: ${String(event.type)}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
