import { isRecord } from "@/lib/core/is-record";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { readItemsOfContent } from "../../messages/anthropic";
import { readItemsOfMessage, readItemsOfTools } from "../../messages/openai";
import type { PartRole } from "../../messages/parts";
import { readItemsOfParts } from "../../messages/parts";
import { ANTHROPIC_MESSAGE } from "../../messages/anthropic-records";
import { CHAT_MESSAGE } from "../../messages/chat-records";
import { OPENAI_MESSAGE } from "../../messages/openai-records";
import type { KnownCall } from "../../messages/tool-calls";
import { ToolCalls } from "../../messages/tool-calls";
import { nameIn } from "../../shared/bounds";
import type { KnownKeys } from "../../shared/known-keys";
import { listUnknownKeys } from "../../shared/known-keys";
import type { Loose } from "../../shared/values";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import { ListFold } from "../../shared/list-fold";
import type { OtelMessage } from "./facts";

const ROLES: ReadonlyMap<unknown, PartRole> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["assistant", "assistant"],
  ["ai", "assistant"],
  ["model", "assistant"],
  ["tool", "tool"],
  ["function", "tool"],
]);

/** An unknown role counts as the user's. */
export function readPartRole(role: unknown): PartRole {
  return ROLES.get(role) ?? "user";
}

/** The messages of a list, and its calls. */
interface ReadMessages {
  readonly messages: OtelMessage[];
  readonly calls: ToolCalls;
}

/** Reads lists of messages. @param take adds what an element is to the messages before it */
export function makeListReader(
  take: (element: Loose, read: ReadMessages) => void,
): (list: readonly unknown[]) => OtelMessage[] {
  const lists = new ListFold(
    (): ReadMessages => ({ messages: [], calls: new ToolCalls() }),
    (read, element: unknown) => {
      if (isRecord(element)) take(element, read);
    },
  );
  return (list) => [...lists.of(list).messages];
}

/** Requests repeat their messages. The same value is not read again. */
interface MessageForm {
  readonly items: (message: Loose, role: PartRole, calls: ToolCalls) => SeenItem[];
  readonly keys: KnownKeys;
}

interface ReadMessage {
  readonly message: OtelMessage;
  readonly calls: readonly (readonly [string, KnownCall])[];
}

/** Messages made of parts: `{ role, parts }`, or `{ role, content }` with a list of parts. */
export const partMessages = makeMessageReader({
  items: (message, role, calls) => readItemsOfParts(role, message.parts ?? message.content, calls),
  keys: CHAT_MESSAGE,
});
export const chatMessages = makeMessageReader({
  items: (message, _role, calls) => readItemsOfMessage(message, calls),
  keys: OPENAI_MESSAGE,
});
export const anthropicMessages = makeMessageReader({
  items: (message, role, calls) =>
    role === "system"
      ? readItemsOfParts("system", message.content, calls)
      : readItemsOfContent(role === "assistant" ? "assistant" : "user", message.content, calls),
  keys: ANTHROPIC_MESSAGE,
});

function makeMessageReader(form: MessageForm): (value: unknown) => OtelMessage[] | undefined {
  const readMessages = new WeakMap<object, ReadMessage>();
  const readList = makeListReader((message, { messages, calls }) => {
    messages.push(readOnce(message, form, readMessages, calls));
  });
  return (value) => {
    if (!Array.isArray(value) && typeof value !== "string") return undefined;
    return readList(Array.isArray(value) ? (value as unknown[]) : recordsOf(value));
  };
}

/** What messages hold, one after the other. */
export function listMessageItems(messages: readonly OtelMessage[]): SeenItem[] {
  const seenItems: SeenItem[] = [];
  for (const { items } of messages) for (const item of items) seenItems.push(item);
  return seenItems;
}

function readOnce(
  message: Loose,
  form: MessageForm,
  readMessages: WeakMap<object, ReadMessage>,
  calls: ToolCalls,
): OtelMessage {
  const before = readMessages.get(message);
  if (before !== undefined) {
    if (before.message.role === "assistant") calls.beginAnswer();
    for (const [id, call] of before.calls) calls.adopt(id, call);
    return before.message;
  }
  const role = readPartRole(message.role);
  const items = form.items(message, role, calls);
  const unread = [...listUnknownKeys(message, form.keys)];
  const isResult = items.length > 0 && items.every((item) => item.kind === "tool_result");
  const result: OtelMessage = {
    role: isResult ? "tool" : role,
    items,
    ...(unread.length > 0 && { unread }),
  };
  const namedCalls = items.flatMap(({ kind, toolCallId }) => {
    const call = kind === "tool_call" && toolCallId !== undefined ? calls.known(toolCallId) : undefined;
    return call === undefined || toolCallId === undefined ? [] : [[toolCallId, call] as const];
  });
  if (isKnownByItself(items)) readMessages.set(message, { message: result, calls: namedCalls });
  return result;
}

/** Whether items are read alike wherever they stand; not where a result's call is found by its place. */
function isKnownByItself(items: readonly SeenItem[]): boolean {
  return items.every(({ kind, toolName }) => kind !== "tool_result" || toolName !== undefined);
}

/** A system prompt, as text or as a list of parts. */
export function readSystemItems(value: unknown): SeenItem[] | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  return readItemsOfParts("system", value, new ToolCalls());
}

export function readToolItems(value: unknown): SeenItem[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const tools = (value as unknown[]).flatMap((tool) => {
    const parsed = typeof tool === "string" ? parseTool(tool) : tool;
    const { functionDeclarations, function_declarations: inPython } = recordOf(parsed);
    const declared = recordsOf(functionDeclarations ?? inPython);
    return declared.length > 0 ? declared : [parsed];
  });
  return tools.flatMap((tool, i) => readToolItem(recordOf(tool), i));
}

const toolsRead = new WeakMap<object, SeenItem[]>();

function readToolItem(tool: Loose, index: number): SeenItem[] {
  const items = toolsRead.get(tool) ?? readItemsOfTools([nameTool(tool, index)]);
  toolsRead.set(tool, items);
  return items;
}

function nameTool(tool: Loose, index: number): Loose {
  return (nameIn(recordOf(tool.function).name) ?? nameIn(tool.name))
    ? tool
    : { ...tool, name: stringOf(tool.type) ?? `tool ${index + 1}` };
}

function parseTool(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { name: text };
  }
}
