import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { writeCanonicalJson } from "@/lib/core/hash";
import { isRecord } from "@/lib/core/is-record";
import { idOf, recordOf } from "../shared/values";
import { readAttachment, readCited, findTextOfDocument } from "./content-text";
import { readCallArguments, ToolCalls } from "./tool-calls";

/** Optional everywhere: exported files rarely follow the specification. */
export interface OpenAiMessage {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly name?: unknown;
  readonly tool_calls?: unknown;
  readonly function_call?: unknown;
  readonly tool_call_id?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  readonly refusal?: unknown;
  readonly annotations?: unknown;
}

export interface OpenAiTool {
  readonly function?: { readonly name?: unknown };
  readonly name?: unknown;
  readonly title?: unknown;
}

export function readItemsOfMessages(messages: readonly OpenAiMessage[]): SeenItem[] {
  return listItemsPerMessage(messages).flat();
}

export function listItemsPerMessage(messages: readonly OpenAiMessage[]): SeenItem[][] {
  const asked = new ToolCalls();
  let systemCount = 0;
  return messages.map((message) =>
    readItemsOfMessage(message, asked).map((item) =>
      item.kind === "system_rules" ? { ...item, slot: nameSystemSlot(systemCount++) } : item,
    ),
  );
}

function nameSystemSlot(index: number): string {
  return index === 0 ? "system" : `system:${index + 1}`;
}

export function readItemsOfMessage(message: OpenAiMessage, asked: ToolCalls = new ToolCalls()): SeenItem[] {
  const { text, media } = readContentText(message.content);
  const shown = { content: text, ...(media !== null && { media }) };
  const isEmpty = text === "" && media === null;
  switch (message.role) {
    case "system":
    case "developer":
      return isEmpty ? [] : [{ kind: "system_rules", ...shown }];
    case "tool":
    case "function":
      return [readToolResult(message, shown, asked)];
    case "assistant":
    case "ai":
    case "model":
      return [
        ...readThinking(message),
        ...(isEmpty ? [] : [{ kind: "assistant_text" as const, ...shown }]),
        ...readCited({ annotations: message.annotations }),
        ...readRefusal(message),
        ...readCalls(message, asked),
      ];
    default:
      return isEmpty ? [] : [{ kind: "user_message", ...shown }];
  }
}

function readToolResult(
  message: OpenAiMessage,
  shown: Pick<SeenItem, "content" | "media">,
  asked: ToolCalls,
): SeenItem {
  const call = asked.describe(idOf(message.tool_call_id));
  const named = typeof message.name === "string" ? { toolName: message.name } : {};
  return { kind: "tool_result", ...shown, ...call, ...named };
}

function readThinking(message: OpenAiMessage): SeenItem[] {
  const text = [message.reasoning_content, message.reasoning].find(
    (value) => typeof value === "string" && value !== "",
  );
  return typeof text === "string" ? [{ kind: "thinking", content: text }] : [];
}

function readRefusal({ refusal }: OpenAiMessage): SeenItem[] {
  return typeof refusal === "string" && refusal !== "" ? [{ kind: "assistant_text", content: refusal }] : [];
}

function readCalls(message: OpenAiMessage, asked: ToolCalls): SeenItem[] {
  asked.beginAnswer();
  const stated = Array.isArray(message.tool_calls) ? (message.tool_calls as unknown[]) : [];
  // Before there were lists of calls, an answer had one, without an id.
  const asks = stated.length === 0 && isRecord(message.function_call) ? [message.function_call] : stated;
  return asks.flatMap((call): SeenItem[] => {
    if (!isRecord(call)) return [];
    const nested = recordOf(call.function ?? call.custom);
    const toolName = String(nested.name ?? call.name ?? "tool");
    const toolCallId = idOf(call.id) ?? (call === message.function_call ? asked.makeId() : undefined);
    const content = writeArguments(nested.arguments ?? nested.input ?? call.arguments);
    if (toolCallId !== undefined) asked.note(toolCallId, toolName, readCallArguments(content));
    return [
      {
        kind: "tool_call",
        toolName,
        content,
        ...(toolCallId && { toolCallId }),
      },
    ];
  });
}

export function writeArguments(args: unknown): string {
  if (typeof args === "string") return args;
  return args === undefined || args === null ? "{}" : writeCanonicalJson(args);
}

export function readContentText(content: unknown): { text: string; media: SeenItem["media"] | null } {
  if (typeof content === "string") return { text: content, media: null };
  if (!Array.isArray(content))
    return { text: content === null || content === undefined ? "" : JSON.stringify(content), media: null };
  const media: Record<string, number> = {};
  const named: string[] = [];
  const texts = (content as unknown[]).flatMap((part) => {
    if (typeof part === "string") return [part];
    const { type, text = findTextOfDocument(recordOf(part)) } = (part ?? {}) as {
      type?: unknown;
      text?: unknown;
    };
    if (typeof text === "string") return [text];
    const kind = classifyMedia(String(type));
    if (kind === null) return [JSON.stringify(part)];
    media[kind] = (media[kind] ?? 0) + 1;
    if (kind === "file")
      named.push(
        ...readAttachment(recordOf(part))
          .content.split("\n")
          .filter((name) => name !== ""),
      );
    return [];
  });
  return { text: [...texts, ...named].join("\n"), media: Object.keys(media).length > 0 ? media : null };
}

export function classifyMedia(type: string): "image" | "audio" | "video" | "file" | null {
  if (type.includes("image")) return "image";
  if (type.includes("audio")) return "audio";
  if (type.includes("video")) return "video";
  return /file|document|pdf/.test(type) ? "file" : null;
}

/** One block per tool: its schema is part of the window. */
export function readItemsOfTools(tools: unknown): SeenItem[] {
  if (!Array.isArray(tools)) return [];
  return (tools as unknown[]).map((value, i) => {
    const tool = (value ?? {}) as OpenAiTool;
    const name = String(tool.function?.name ?? tool.name ?? tool.title ?? `tool ${i + 1}`);
    return { kind: "tool_schemas", slot: `tool:${name}`, toolName: name, content: JSON.stringify(value) };
  });
}
