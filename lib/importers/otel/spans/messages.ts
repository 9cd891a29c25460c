import { commonPrefix } from "@/lib/core/common-prefix";
import { isRecord } from "@/lib/core/is-record";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { itemsOfContent } from "../../messages/anthropic";
import { itemsOfMessage, itemsOfTools } from "../../messages/openai";
import type { PartRole } from "../../messages/parts";
import { itemsOfParts } from "../../messages/parts";
import { ANTHROPIC_MESSAGE, CHAT_MESSAGE, OPENAI_MESSAGE } from "../../messages/message-keys";
import type { KnownCall } from "../../messages/tool-calls";
import { ToolCalls } from "../../messages/tool-calls";
import { nameIn } from "../../shared/bounds";
import type { KnownKeys } from "../../shared/known-keys";
import { unknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import type { OtelMessage } from "./facts";

const ROLES: Readonly<Record<string, PartRole>> = {
  system: "system",
  developer: "system",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
  tool: "tool",
  function: "tool",
};

/** An unknown role counts as the user's. */
export function partRole(role: unknown): PartRole {
  return ROLES[String(role)] ?? "user";
}

/** Reads lists of messages. Of a list that begins with the objects of one that was read it reads the rest only. */
export class RepeatedLists {
  /** The newest list that begins with an object, and the calls as it leaves them. */
  private readonly newest = new WeakMap<
    object,
    {
      readonly list: readonly unknown[];
      readonly messages: readonly OtelMessage[];
      readonly calls: ToolCalls;
    }
  >();

  /** @param take adds what an element is to the messages before it */
  read(
    list: readonly unknown[],
    take: (element: Loose, calls: ToolCalls, messages: OtelMessage[]) => void,
  ): OtelMessage[] {
    const [first] = list;
    const before = isRecord(first) ? this.newest.get(first) : undefined;
    const goesOn = before !== undefined && commonPrefix(before.list, list) === before.list.length;
    const calls = goesOn ? before.calls : new ToolCalls();
    const messages = goesOn ? [...before.messages] : [];
    for (const element of goesOn ? list.slice(before.list.length) : list)
      if (isRecord(element)) take(element, calls, messages);
    if (isRecord(first)) this.newest.set(first, { list, messages, calls });
    return messages;
  }
}

interface MessageForm {
  readonly items: (message: Loose, role: PartRole, calls: ToolCalls) => SeenItem[];
  readonly keys: KnownKeys;
  readonly known: WeakMap<object, ReadMessage>;
  readonly lists: RepeatedLists;
}

interface ReadMessage {
  readonly message: OtelMessage;
  readonly calls: readonly (readonly [string, KnownCall])[];
}

const PARTS: MessageForm = {
  items: (message, role, calls) => itemsOfParts(role, message.parts ?? message.content, calls),
  keys: CHAT_MESSAGE,
  known: new WeakMap(),
  lists: new RepeatedLists(),
};
const CHAT: MessageForm = {
  items: (message, _role, calls) => itemsOfMessage(message, calls),
  keys: OPENAI_MESSAGE,
  known: new WeakMap(),
  lists: new RepeatedLists(),
};
const ANTHROPIC: MessageForm = {
  items: (message, role, calls) =>
    role === "system"
      ? itemsOfParts("system", message.content, calls)
      : itemsOfContent(role === "assistant" ? "assistant" : "user", message.content, calls),
  keys: ANTHROPIC_MESSAGE,
  known: new WeakMap(),
  lists: new RepeatedLists(),
};

/** Messages made of parts: `{ role, parts }`, or `{ role, content }` with a list of parts. */
export function partMessages(value: unknown): OtelMessage[] | undefined {
  return messagesFrom(value, PARTS);
}

export function chatMessages(value: unknown): OtelMessage[] | undefined {
  return messagesFrom(value, CHAT);
}

export function anthropicMessages(value: unknown): OtelMessage[] | undefined {
  return messagesFrom(value, ANTHROPIC);
}

function messagesFrom(value: unknown, form: MessageForm): OtelMessage[] | undefined {
  if (!Array.isArray(value) && typeof value !== "string") return undefined;
  const list: readonly unknown[] = Array.isArray(value) ? (value as unknown[]) : recordsOf(value);
  return form.lists.read(list, (message, calls, to) => void to.push(readOnce(message, form, calls)));
}

/** What messages hold, one after the other. */
export function itemsIn(messages: readonly OtelMessage[]): SeenItem[] {
  const all: SeenItem[] = [];
  for (const { items } of messages) for (const item of items) all.push(item);
  return all;
}

function readOnce(message: Loose, form: MessageForm, calls: ToolCalls): OtelMessage {
  const before = form.known.get(message);
  if (before !== undefined) {
    if (before.message.role === "assistant") calls.beginAnswer();
    for (const [id, call] of before.calls) calls.adopt(id, call);
    return before.message;
  }
  const role = partRole(message.role);
  const items = form.items(message, role, calls);
  const unread = [...unknownKeys(message, form.keys)];
  const isResult = items.length > 0 && items.every((item) => item.kind === "tool_result");
  const result: OtelMessage = {
    role: isResult ? "tool" : role,
    items,
    ...(unread.length > 0 && { unread }),
  };
  const asked = items.flatMap(({ kind, toolCallId }) => {
    const call = kind === "tool_call" && toolCallId !== undefined ? calls.known(toolCallId) : undefined;
    return call === undefined || toolCallId === undefined ? [] : [[toolCallId, call] as const];
  });
  if (isKnownByItself(items)) form.known.set(message, { message: result, calls: asked });
  return result;
}

/** False when a result's call is found by its place. */
function isKnownByItself(items: readonly SeenItem[]): boolean {
  return items.every(({ kind, toolName }) => kind !== "tool_result" || toolName !== undefined);
}

/** A system prompt, as text or as a list of parts. */
export function systemItems(value: unknown): SeenItem[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return itemsOfParts("system", value, new ToolCalls());
}

export function toolItems(value: unknown): SeenItem[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const tools = (value as unknown[]).flatMap((tool) => {
    const parsed = typeof tool === "string" ? parsedTool(tool) : tool;
    const { functionDeclarations, function_declarations: inPython } = recordOf(parsed);
    const declared = recordsOf(functionDeclarations ?? inPython);
    return declared.length > 0 ? declared : [parsed];
  });
  return tools.flatMap((tool, i) => toolItem(recordOf(tool), i));
}

const toolsRead = new WeakMap<object, SeenItem[]>();

function toolItem(tool: Loose, index: number): SeenItem[] {
  const items = toolsRead.get(tool) ?? itemsOfTools([named(tool, index)]);
  toolsRead.set(tool, items);
  return items;
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
