import { z } from "zod";
import { at } from "@/lib/core/assert";
import { PLAINLY } from "@/lib/core/plain-issues";
import type { Message } from "../contract/message";
import { writeJson } from "../shared/estimate";
import { parseArguments, readPartsText, addToolNames } from "./parts";
import type { MessageShape } from "./shape";

const item = z.looseObject({
  type: z.string().optional(),
  role: z.enum(["system", "developer", "user", "assistant"]).optional(),
  content: z.union([z.string(), z.array(z.looseObject({})), z.null()]).optional(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
});
type Item = z.infer<typeof item>;

interface Piece {
  readonly message: Message;
  readonly items: readonly Item[];
}

const ITEM_TYPE = /(_call|_call_output|_result)$|^(reasoning|item_reference|compaction)/;

export function isResponseItem({ type, content }: Readonly<Record<string, unknown>>): boolean {
  if (typeof type === "string" && ITEM_TYPE.test(type)) return true;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  return parts.some(
    (part) =>
      typeof part === "object" &&
      part !== null &&
      "type" in part &&
      ["input_text", "output_text", "input_image", "input_file"].includes(String(part.type)),
  );
}

/**
 * Items of a Responses API request. Neighbouring items of the model, its reasoning, words and calls, become one message.
 * Each result is a message of its own. Ids are `m0`, `m1` and so on.
 */
export const responsesShape: MessageShape = {
  id: "responses",
  read(raw) {
    z.array(item).parse(raw, PLAINLY);
    // What was sent is used, not the parsed copy: its fields keep their order.
    const groups = listGroups(raw as readonly Item[]);
    const messages = addToolNames(groups.map(makeMessage));
    const pieces = groups.map((items, i): Piece => ({ items, message: at(messages, i) }));
    return {
      messages,
      write: (run) =>
        [...run.shown.entries()].flatMap(({ index, message }): unknown[] => {
          const piece = index === null ? undefined : pieces[index];
          if (piece === undefined)
            return [{ role: message.role === "tool" ? "user" : message.role, content: message.text }];
          return piece.message === message ? [...piece.items] : rewriteMessage(piece, message);
        }),
    };
  },
};

function listGroups(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (const one of items) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && isModels(one) && isModels(last[0])) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function isModels({ type, role }: Item): boolean {
  return role === "assistant" || type === "reasoning" || isCall(type);
}

function isCall(type: string | undefined): boolean {
  return type?.endsWith("_call") ?? false;
}

function makeMessage(items: readonly Item[], index: number): Message {
  const first = at(items, 0);
  const id = `m${index}`;
  if (/_(output|result)$/.test(first.type ?? "")) {
    const { texts, images } = readPartsText(first.output);
    return {
      id,
      role: "tool",
      text: texts.join("\n"),
      ...(texts.length > 1 && { texts }),
      ...(images > 0 && { images }),
      ...(first.call_id !== undefined && { toolCallId: first.call_id }),
    };
  }
  const read = items.map((one) => readPartsText(one.content ?? ""));
  const texts = read.flatMap((part) => part.texts);
  const images = read.reduce((sum, part) => sum + part.images, 0);
  const toolCalls = items.flatMap((one) => {
    const called = one.call_id ?? findString(one.id);
    if (!isCall(one.type) || called === undefined) return [];
    return [
      { id: called, name: one.name ?? String(one.type).replace(/_call$/, ""), args: readArguments(one) },
    ];
  });
  const thinking = items.flatMap(({ type, summary }) =>
    type === "reasoning" ? readPartsText(summary).texts : [],
  );
  return {
    id,
    role: isModels(first)
      ? "assistant"
      : first.role === "user" || first.role === undefined
        ? "user"
        : "system",
    text: texts.join("\n"),
    ...(texts.length > 1 && { texts }),
    ...(images > 0 && { images }),
    ...(thinking.length > 0 && { thinking: thinking.join("\n") }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

function readArguments({ arguments: args, input, action }: Item): unknown {
  return args === undefined ? (input ?? action ?? {}) : parseArguments(args);
}

function findString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function rewriteMessage({ items, message: original }: Piece, message: Message): Item[] {
  if (message.role === "tool")
    return items.map((one) => (message.text === original.text ? one : { ...one, output: message.text }));
  let isTextWritten = message.text === original.text;
  const kept = items.map((one): Item | null => {
    if (one.type === "reasoning") return message.thinking === original.thinking ? one : null;
    if (isCall(one.type)) return setArguments(one, message, original);
    if (message.text === original.text) return one;
    if (isTextWritten || message.text === "") return null;
    isTextWritten = true;
    return { ...one, content: message.text };
  });
  // Reasoning must be followed by what came of it.
  return kept.flatMap((one, i) =>
    one === null || (one.type === "reasoning" && kept[i + 1] == null) ? [] : [one],
  );
}

function setArguments(one: Item, message: Message, original: Message): Item | null {
  const called = one.call_id ?? one.id;
  const now = message.toolCalls?.find(({ id }) => id === called);
  if (now === undefined) return null;
  const before = original.toolCalls?.find(({ id }) => id === called);
  return now.args === before?.args ? one : { ...one, arguments: writeJson(now.args) };
}
