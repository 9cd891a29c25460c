import type { ChatCall, ChatMessageSent, ChatPiece } from "./chat";
import { writeChatArguments, buildCompletion, writeChatText } from "./chat";
import { runIn } from "./current-session";
import type { LoopOptions } from "./framework-call";
import { rebuildMessages, askWindowPieces } from "./framework-call";
import type { ClientSession } from "./session";

/** A message of LangChain, as far as it is looked at. */
interface LangchainMessage {
  readonly getType: () => string;
  readonly content: unknown;
  readonly id?: string;
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
  readonly usage_metadata?: Readonly<Record<string, unknown>>;
  readonly response_metadata?: Readonly<Record<string, unknown>>;
}
interface ModelRequestSeen {
  readonly messages: readonly LangchainMessage[];
  readonly systemMessage?: LangchainMessage;
  readonly systemPrompt?: string;
  readonly model?: unknown;
  readonly tools?: readonly unknown[];
}

/** What `createMiddleware` of LangChain takes. */
export interface LangchainMiddleware {
  readonly name: string;
  wrapModelCall<Request, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ): Promise<Answer>;
}

/**
 * Records every call of an agent of LangChain or LangGraph as it was sent and answered; with a policy it makes the window
 * of each call: `createAgent({ model, middleware: [createMiddleware(langchainMiddleware(session))] })`.
 */
export function langchainMiddleware(session: ClientSession, options: LoopOptions = {}): LangchainMiddleware {
  return {
    name: "Sightglass",
    wrapModelCall: async (request, handler) => {
      const sent = await applyWindow(session, request, options);
      const end = session.beginCall(requestOf(sent as ModelRequestSeen));
      try {
        const answer = await runIn("recorded", () => handler(sent));
        end({ response: answerOf(answer) });
        return answer;
      } catch (error) {
        end({ error: { message: error instanceof Error ? error.message : String(error) } });
        throw error;
      }
    },
  };
}

async function applyWindow<Request>(
  session: ClientSession,
  request: Request,
  options: LoopOptions,
): Promise<Request> {
  const { messages } = request as ModelRequestSeen;
  const pieces = messages.map((message, i): ChatPiece => ({
    chat: readChat(message),
    message: i,
    part: null,
  }));
  const window = await askWindowPieces(session, pieces, options);
  if (window === null) return request;
  const made = rebuildMessages<unknown>(window, {
    inserted: (role, text) => makeInserted(messages, role, text),
    message: (number, [piece]) => {
      const message = messages[number];
      if (message === undefined || piece === undefined) return message;
      const calls = message.tool_calls ?? [];
      const left = calls.filter(({ id }) => piece.calls.has(id ?? ""));
      if (piece.text === null && left.length === calls.length) return message;
      return copyMessage(message, {
        ...message,
        ...(piece.text !== null && { content: piece.text }),
        ...(calls.length > 0 && { tool_calls: left }),
      });
    },
  });
  return { ...request, messages: made };
}

/** The framework distinguishes messages by their classes. */
function copyMessage(message: LangchainMessage, fields: object): unknown {
  const Kind = message.constructor as new (fields: object) => unknown;
  return new Kind(fields);
}

function makeInserted(messages: readonly LangchainMessage[], role: string, text: string): unknown {
  const like = messages.find((message) => readRole(message) === role);
  return like === undefined ? { role, content: text } : copyMessage(like, { content: text });
}

const ROLES: Readonly<Record<string, ChatMessageSent["role"]>> = {
  human: "user",
  ai: "assistant",
  system: "system",
  developer: "system",
  tool: "tool",
  function: "tool",
};

function readRole(message: LangchainMessage): ChatMessageSent["role"] {
  return ROLES[message.getType()] ?? "user";
}

function readChat(message: LangchainMessage): ChatMessageSent {
  const { content, tool_call_id: answers, name } = message;
  const calls = readCalls(message);
  const readText = isOnlyText(content) ? writeChatText(content) : readParts(content);
  return {
    role: readRole(message),
    content: readText === "" && calls.length > 0 ? null : readText,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(answers !== undefined && { tool_call_id: answers }),
    ...(name !== undefined && { name }),
  };
}

/** Calls stand beside the content; some providers also put them among its parts. */
const CALL_PARTS: ReadonlySet<unknown> = new Set([
  "tool_use",
  "tool_call",
  "tool_call_chunk",
  "input_json_delta",
]);

function isOnlyText(content: unknown): boolean {
  return typeof content === "string" || readParts(content).every(({ type }) => type === "text");
}

function readParts(content: unknown): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(content)) return [];
  const parts = content as readonly Readonly<Record<string, unknown>>[];
  return parts
    .filter(({ type }) => !CALL_PARTS.has(type))
    .map((part) => (typeof part.text === "string" ? { type: "text", text: part.text } : dropData(part)));
}

/** The file's content is not copied. */
function dropData(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const type = String(part.type ?? "other");
  return { type, ...(typeof part.url === "string" && !part.url.startsWith("data:") && { url: part.url }) };
}

function readCalls({ tool_calls: calls = [] }: LangchainMessage): ChatCall[] {
  return calls.map(({ id, name, args }) => ({
    id: id ?? "",
    type: "function",
    function: { name, arguments: writeChatArguments(args) },
  }));
}

function requestOf({ messages, systemMessage, systemPrompt, model, tools }: ModelRequestSeen): object {
  const rules = systemMessage === undefined ? systemPrompt : writeChatText(systemMessage.content);
  const named = readTools(tools ?? []);
  return {
    model: readModelName(model),
    messages: [
      ...(rules === undefined || rules === "" ? [] : [{ role: "system", content: rules }]),
      ...messages.map(readChat),
    ],
    ...(named.length > 0 && { tools: named }),
  };
}

function readTools(tools: readonly unknown[]): object[] {
  return tools.flatMap((tool) => {
    const { name, description } = tool as { name?: unknown; description?: unknown };
    return typeof name === "string" ? [{ type: "function", function: { name, description } }] : [];
  });
}

function readModelName(model: unknown): string {
  const { model: name, modelName: older } = (model ?? {}) as { model?: unknown; modelName?: unknown };
  return typeof name === "string" ? name : typeof older === "string" ? older : "unknown";
}

function answerOf(answer: unknown): unknown {
  const message = answer as Partial<LangchainMessage> | null;
  if (typeof message?.getType !== "function") return undefined;
  const {
    content,
    usage_metadata: usage = {},
    response_metadata: meta = {},
    id,
  } = message as LangchainMessage;
  const details = usage.input_token_details as Record<string, unknown> | undefined;
  const readNumber = (value: unknown) => (typeof value === "number" ? value : undefined);
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return buildCompletion({
    id,
    model: text(meta.model_name) ?? text(meta.model),
    text: writeChatText(content),
    calls: readCalls(message as LangchainMessage),
    finish: text(meta.finish_reason) ?? text(meta.stop_reason),
    input: readNumber(usage.input_tokens),
    cacheRead: readNumber(details?.cache_read),
    output: readNumber(usage.output_tokens),
  });
}
