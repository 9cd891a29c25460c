import type { SeenItem } from "@/lib/core/window/request-tracker";
import { itemsOfContent } from "../messages/anthropic";
import { itemsOfMessage, itemsOfTools } from "../messages/openai";
import type { PartRole } from "../messages/parts";
import { itemsOfParts } from "../messages/parts";
import { ToolCalls } from "../messages/tool-calls";
import { nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { recordOf, recordsOf, stringOf } from "../shared/values";
import type { Message } from "./facts";

const ROLES: Readonly<Record<string, PartRole>> = {
  system: "system",
  developer: "system",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
};

/** A role in whatever word; what is no known one speaks for the user. */
export function roleOf(role: unknown): PartRole {
  return ROLES[String(role)] ?? "user";
}

/** Messages made of parts: `{ role, parts }`, or `{ role, content }` with a list of parts. */
export function partMessages(value: unknown): Message[] | undefined {
  return messagesFrom(value, (message, role, calls) =>
    itemsOfParts(role, message.parts ?? message.content, calls),
  );
}

/** Messages of OpenAI's chat API. */
export function chatMessages(value: unknown): Message[] | undefined {
  return messagesFrom(value, (message, _role, calls) => itemsOfMessage(message, calls));
}

/** Messages of Anthropic's API. */
export function anthropicMessages(value: unknown): Message[] | undefined {
  return messagesFrom(value, (message, role, calls) =>
    role === "system"
      ? itemsOfParts("system", message.content, calls)
      : itemsOfContent(role === "assistant" ? "assistant" : "user", message.content, calls),
  );
}

function messagesFrom(
  value: unknown,
  read: (message: Loose, role: PartRole, calls: ToolCalls) => SeenItem[],
): Message[] | undefined {
  if (!Array.isArray(value) && typeof value !== "string") return undefined;
  const list = recordsOf(value);
  const calls = new ToolCalls();
  return list.map((message) => {
    const role = roleOf(message.role);
    const items = read(message, role, calls);
    const answers = items.length > 0 && items.every((item) => item.kind === "tool_result");
    return { role: answers ? "tool" : role, items };
  });
}

/** A system prompt, as text or as a list of parts. */
export function systemItems(value: unknown): SeenItem[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return itemsOfParts("system", value, new ToolCalls());
}

/** Tool definitions, each one item; also as a list of JSON texts, and in Google's nested form. */
export function toolItems(value: unknown): SeenItem[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const tools = (value as unknown[]).flatMap((tool) => {
    const parsed = typeof tool === "string" ? parsedTool(tool) : tool;
    const declared = recordsOf(recordOf(parsed).functionDeclarations);
    return declared.length > 0 ? declared : [parsed];
  });
  return itemsOfTools(tools.map((tool, i) => named(recordOf(tool), i)));
}

function named(tool: Loose, index: number): Loose {
  return (nameIn(recordOf(tool.function).name) ?? nameIn(tool.name))
    ? tool
    : { ...tool, name: stringOf(tool.type) ?? `tool ${index + 1}` };
}

function parsedTool(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { name: text };
  }
}
