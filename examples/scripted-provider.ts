import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** Words, or the call of a tool. */
export type ScriptedAnswer = { readonly says: string } | { readonly calls: string; readonly with: object };

/** Depends only on the messages. */
export type Script = (messages: readonly ChatMessage[]) => ScriptedAnswer;

const CHARS_PER_TOKEN = 4;

/** On loopback, as an OpenAI chat model. @param limit the most tokens of a window; longer ones are refused, as providers do */
export async function serveScript(
  script: Script,
  limit = Number.POSITIVE_INFINITY,
): Promise<{ readonly baseURL: string; readonly close: () => void }> {
  let answers = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const { messages }: { messages: ChatMessage[] } = JSON.parse(body);
      const input = Math.ceil(JSON.stringify(messages).length / CHARS_PER_TOKEN);
      const isRefused = input > limit;
      response.writeHead(isRefused ? 400 : 200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(isRefused ? refusal(input, limit) : completion(++answers, script(messages), input)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { baseURL: `http://127.0.0.1:${port}/v1`, close };
}

function refusal(input: number, limit: number): object {
  const message = `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${input} tokens.`;
  return {
    error: { message, type: "invalid_request_error", param: "messages", code: "context_length_exceeded" },
  };
}

function completion(n: number, answer: ScriptedAnswer, input: number): object {
  const calls =
    "calls" in answer
      ? [
          {
            id: `call_${n}`,
            type: "function",
            function: { name: answer.calls, arguments: JSON.stringify(answer.with) },
          },
        ]
      : undefined;
  const message = {
    role: "assistant",
    content: "says" in answer ? answer.says : null,
    refusal: null,
    tool_calls: calls,
  };
  const output = 30;
  return {
    id: `chatcmpl-${Date.now()}-${n}`,
    object: "chat.completion",
    created: 1,
    model: "scripted",
    choices: [
      { index: 0, message, finish_reason: calls === undefined ? "stop" : "tool_calls", logprobs: null },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}
