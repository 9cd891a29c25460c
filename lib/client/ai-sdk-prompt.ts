import type { ChatCall, ChatMessageSent, ChatPiece } from "./chat";
import { writeChatArguments } from "./chat";
import type { LoopOptions } from "./framework-call";
import { rebuildMessages, askWindowPieces } from "./framework-call";
import type { ClientSession } from "./session";

export type AiSdkPart = Readonly<Record<string, unknown>> & { readonly type: string };
export interface AiSdkMessage {
  readonly role: ChatMessageSent["role"];
  readonly content: string | readonly AiSdkPart[];
}
/** What a model of the AI SDK is called with, as far as it is looked at. */
export interface AiSdkParams {
  readonly prompt: readonly AiSdkMessage[];
  readonly tools?: readonly AiSdkPart[];
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
}
/** The parameters with the window that a policy makes of their prompt; as they were where nothing changed. */
export async function transformPrompt<P>(
  session: ClientSession,
  params: P,
  options: LoopOptions,
): Promise<P> {
  const { prompt } = params as AiSdkParams;
  const window = await askWindowPieces(session, splitPrompt(prompt), options);
  if (window === null) return params;
  const made = rebuildMessages<AiSdkMessage>(window, {
    inserted: (role, text) =>
      role === "system"
        ? { role, content: text }
        : { role: role === "assistant" ? role : "user", content: [{ type: "text", text }] },
    message: (number, pieces) => {
      const message = prompt[number];
      if (message === undefined || typeof message.content === "string")
        return { role: "system", content: pieces[0]?.text ?? String(message?.content ?? "") };
      const content =
        message.role === "tool"
          ? keepResults(message.content, pieces)
          : keepParts(message.content, pieces[0]?.text ?? null, pieces[0]?.calls ?? new Set());
      return { ...message, content };
    },
  });
  return { ...params, prompt: made };
}

function keepResults(
  parts: readonly AiSdkPart[],
  pieces: readonly { part: number | null; text: string | null }[],
): readonly AiSdkPart[] {
  const standing = new Map(pieces.map(({ part, text }) => [part, text]));
  return parts.flatMap((part, i) => {
    if (part.type !== "tool-result") return [part];
    const text = standing.get(i);
    if (text === undefined) return [];
    return text === null ? [part] : [{ ...part, output: { type: "text", value: text } }];
  });
}

function keepParts(
  parts: readonly AiSdkPart[],
  text: string | null,
  calls: ReadonlySet<string>,
): readonly AiSdkPart[] {
  const left = parts.filter((part) => part.type !== "tool-call" || calls.has(String(part.toolCallId)));
  if (text === null) return left;
  const first = left.findIndex(({ type }) => type === "text");
  const rest = left.filter(({ type }) => type !== "text");
  return text === "" ? rest : rest.toSpliced(Math.max(0, first), 0, { type: "text", text });
}

/** The messages of a prompt as chat messages: each result of a tool message is one. */
function splitPrompt(prompt: readonly AiSdkMessage[]): ChatPiece[] {
  return prompt.flatMap(({ role, content }, message): ChatPiece[] => {
    if (typeof content === "string") return [{ chat: { role, content }, message, part: null }];
    if (role !== "tool") return [{ chat: readSpoken(role, content), message, part: null }];
    return content.flatMap((part, i) => {
      if (part.type !== "tool-result") return [];
      const chat = {
        role,
        tool_call_id: String(part.toolCallId),
        name: String(part.toolName),
        content: writeOutput(part.output),
      };
      return [{ chat, message, part: i }];
    });
  });
}

function readSpoken(role: "system" | "user" | "assistant", parts: readonly AiSdkPart[]): ChatMessageSent {
  const texts = parts.flatMap((part) => (part.type === "text" ? [String(part.text)] : []));
  const files = parts.filter(({ type }) => type === "file");
  const calls = parts.filter(({ type }) => type === "tool-call").map(readPartCall);
  const content =
    files.length === 0
      ? texts.join("\n")
      : [...texts.map((text) => ({ type: "text", text })), ...files.map(describeFile)];
  return {
    role,
    content: content === "" && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

export function readPartCall(part: AiSdkPart): ChatCall {
  return {
    id: String(part.toolCallId),
    type: "function",
    function: { name: String(part.toolName), arguments: writeChatArguments(part.input) },
  };
}

/** Names the file and its address; its content is not copied. */
function describeFile({ mediaType, data, filename }: AiSdkPart): Readonly<Record<string, unknown>> {
  const kind = String(mediaType);
  const url = data instanceof URL ? data.href : `data:${kind}`;
  return kind.startsWith("image/")
    ? { type: "image_url", image_url: { url } }
    : { type: "file", file: { filename: filename === undefined ? url : String(filename) } };
}

function writeOutput(output: unknown): string {
  const { type, value, reason } = (output ?? {}) as { type?: string; value?: unknown; reason?: unknown };
  if (typeof value === "string") return value;
  if (type === "content" && Array.isArray(value))
    return (value as readonly { text?: unknown }[])
      .map(({ text }) => (typeof text === "string" ? text : "[file]"))
      .join("\n");
  return value === undefined ? String(reason ?? "") : writeChatArguments(value);
}

/** The request as the chat API would have it. */
export function requestOf(
  { prompt, tools, temperature, maxOutputTokens }: AiSdkParams,
  model: string,
): object {
  return {
    model,
    messages: splitPrompt(prompt).map(({ chat }) => chat),
    ...(tools !== undefined &&
      tools.length > 0 && {
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: "function",
          function: { name, description, parameters: inputSchema },
        })),
      }),
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { max_completion_tokens: maxOutputTokens }),
  };
}
