import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What one request said, whichever wire it came over. */
export interface AskedOfModel {
  readonly wire: "openai" | "anthropic";
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  readonly system: string;
  readonly user: string;
  readonly ticket: string;
}

/** What the scripted model does with a request. */
export type ScriptedReply =
  | {
      readonly say: string;
      readonly tokens?: readonly [number, number];
      readonly stop?: "length" | "refusal";
    }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Nothing at all, or headers and the first bytes and then nothing. */
  | { readonly hang: "before headers" | "in the body" };

export interface ScriptedModel {
  readonly openAiUrl: string;
  readonly anthropicUrl: string;
  readonly asked: AskedOfModel[];
  close(): Promise<void>;
}

/** A real HTTP server on loopback that plays a model service of either wire by a script. */
export async function scriptedModel(script: (asked: AskedOfModel) => ScriptedReply): Promise<ScriptedModel> {
  const asked: AskedOfModel[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Record<string, unknown>;
      const one = readRequest(incoming.url ?? "/", incoming.headers, body);
      asked.push(one);
      answer(outgoing, one, script(one));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return {
    openAiUrl: base,
    anthropicUrl: `${base}/messages`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readRequest(
  path: string,
  headers: IncomingHttpHeaders,
  body: Record<string, unknown>,
): AskedOfModel {
  const wire = path.endsWith("/messages") ? "anthropic" : "openai";
  const messages = (body.messages ?? []) as { readonly role: string; readonly content: string }[];
  const said = (role: string) => messages.find((one) => one.role === role)?.content ?? "";
  const user = said("user");
  const ticket = [...user.matchAll(/The ticket is (\w+)\./g)].at(-1)?.[1] ?? "";
  return { wire, path, headers, body, system: String(body.system ?? said("system")), user, ticket };
}

function answer(outgoing: ServerResponse, { wire }: AskedOfModel, reply: ScriptedReply): void {
  if ("hang" in reply) {
    if (reply.hang === "in the body") {
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.write('{"id":');
    }
    return;
  }
  if ("status" in reply) {
    outgoing.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    outgoing.end(reply.body ?? JSON.stringify({ error: { message: `status ${reply.status}` } }));
    return;
  }
  outgoing.writeHead(200, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(wire === "openai" ? openAiBody(reply) : anthropicBody(reply)));
}

type Said = Extract<ScriptedReply, { say: string }>;

function openAiBody({ say, tokens: [input, output] = [100, 20], stop }: Said): object {
  const refusal = stop === "refusal" ? say : null;
  return {
    id: "c1",
    object: "chat.completion",
    model: "scripted",
    choices: [
      {
        index: 0,
        finish_reason: stop === "length" ? "length" : "stop",
        message: { role: "assistant", content: refusal === null ? say : null, refusal },
      },
    ],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  };
}

function anthropicBody({ say, tokens: [input, output] = [100, 20], stop }: Said): object {
  let content: object = { type: "text", text: say };
  try {
    content = { type: "tool_use", id: "t1", name: "answer", input: JSON.parse(say) as object };
  } catch {
    // Prose stays a text, as models write it that ignore the tool.
  }
  return {
    id: "m1",
    type: "message",
    role: "assistant",
    model: "scripted",
    content: [content],
    stop_reason: stop === "length" ? "max_tokens" : stop === "refusal" ? "refusal" : "tool_use",
    usage: { input_tokens: input, output_tokens: output },
  };
}
