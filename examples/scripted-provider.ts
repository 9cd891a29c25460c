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

/** On loopback, as an OpenAI chat model. */
export async function serveScript(
  script: Script,
): Promise<{ readonly baseURL: string; readonly close: () => void }> {
  let answers = 0;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const { messages } = JSON.parse(body) as { messages: ChatMessage[] };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(completion(++answers, script(messages), body.length)));
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

function completion(n: number, answer: ScriptedAnswer, chars: number): object {
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
  const [input, output] = [Math.ceil(chars / CHARS_PER_TOKEN), 30];
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
