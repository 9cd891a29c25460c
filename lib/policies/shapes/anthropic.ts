import { z } from "zod";
import { at } from "@/lib/core/assert";
import { PLAINLY } from "@/lib/core/plain-issues";
import type { Message } from "../contract/message";
import type { PolicyRun } from "../run";
import { readPartsText, addToolNames } from "./parts";
import type { MessageShape } from "./shape";

const CALL_FIELDS = ["id", "name"] as const;
const block = z.looseObject({ type: z.string() }).superRefine((one, context) => {
  if (one.type !== "tool_use") return;
  for (const field of CALL_FIELDS)
    if (typeof one[field] !== "string")
      context.addIssue({ code: "custom", path: [field], message: "expected the text that names the call" });
});
const anthropicMessage = z.looseObject({
  role: z.enum(["user", "assistant", "system"]),
  content: z.union([z.string(), z.array(block)]),
});
type AnthropicMessage = z.infer<typeof anthropicMessage>;
type ContentBlock = z.infer<typeof block>;

interface Piece {
  readonly message: Message;
  readonly place: number;
  readonly blocks: readonly ContentBlock[];
}

/**
 * Messages of a Messages API request. Each result becomes a message of its own, joined by `merge` to the other content
 * of the same message. Ids are `m0`, or `m0.0`, `m0.1` if one message becomes several.
 */
export const anthropicShape: MessageShape = {
  id: "anthropic",
  read(raw) {
    z.array(anthropicMessage).parse(raw, PLAINLY);
    // What was sent is used, not the parsed copy: its fields keep their order.
    const sent = raw as readonly AnthropicMessage[];
    const unnamed = sent.flatMap(listPieces);
    const messages = addToolNames(unnamed.map(({ message }) => message));
    const pieces = unnamed.map((piece, i) => ({ ...piece, message: at(messages, i) }));
    return { messages, write: (run) => write(run, sent, pieces) };
  },
};

function listPieces({ role, content }: AnthropicMessage, place: number): Piece[] {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  const groups = role === "user" ? listGroups(blocks) : [blocks];
  return groups.map((group, i) => {
    const id = groups.length === 1 ? `m${place}` : `m${place}.${i}`;
    const message = group[0]?.type === "tool_result" ? makeResult(id, at(group, 0)) : turnOf(id, role, group);
    return { message: i > 0 ? { ...message, merge: true } : message, place, blocks: group };
  });
}

/** Each result is a group of its own. The blocks between results form one group. */
function listGroups(blocks: readonly ContentBlock[]): ContentBlock[][] {
  const groups: ContentBlock[][] = [];
  for (const one of blocks) {
    const last = groups.at(-1);
    if (last === undefined || one.type === "tool_result" || last[0]?.type === "tool_result")
      groups.push([one]);
    else last.push(one);
  }
  return groups;
}

function makeResult(id: string, result: ContentBlock): Message {
  const { texts, images } = readPartsText(result.content);
  return {
    id,
    role: "tool",
    text: texts.join("\n"),
    ...(texts.length > 1 && { texts }),
    ...(images > 0 && { images }),
    ...(typeof result.tool_use_id === "string" && { toolCallId: result.tool_use_id }),
    ...(result.is_error === true && { isError: true }),
  };
}

function turnOf(id: string, role: AnthropicMessage["role"], blocks: readonly ContentBlock[]): Message {
  const { texts, images } = readPartsText(blocks.filter(({ type }) => type !== "thinking"));
  const thinking = blocks.flatMap((one) =>
    one.type === "thinking" && typeof one.thinking === "string" ? [one.thinking] : [],
  );
  const toolCalls = blocks
    .filter(({ type }) => type === "tool_use")
    .map((one) => ({ id: one.id as string, name: one.name as string, args: one.input ?? {} }));
  return {
    id,
    role,
    text: texts.join("\n"),
    ...(texts.length > 1 && { texts }),
    ...(images > 0 && { images }),
    ...(thinking.length > 0 && { thinking: thinking.join("\n") }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

function write(run: PolicyRun, sent: readonly AnthropicMessage[], pieces: readonly Piece[]): unknown[] {
  const written: { place: number | null; message: { role: string; content: unknown } }[] = [];
  for (const { index, message } of run.shown.entries()) {
    const piece = index === null ? undefined : pieces[index];
    if (piece === undefined) {
      written.push({
        place: null,
        message: { role: message.role === "tool" ? "user" : message.role, content: message.text },
      });
      continue;
    }
    const blocks = piece.message === message ? piece.blocks : rewriteMessage(piece, message);
    const last = written.at(-1);
    if (last?.place === piece.place && Array.isArray(last.message.content))
      (last.message.content as unknown[]).push(...blocks);
    else written.push({ place: piece.place, message: { ...at(sent, piece.place), content: [...blocks] } });
  }
  const untouched = new Map(sent.map((message, place) => [place, message]));
  for (const [index, { message, place }] of pieces.entries())
    if (run.shown.at(index) !== message) untouched.delete(place);
  return written.map(({ place, message }) => untouched.get(place ?? -1) ?? message);
}

function rewriteMessage({ blocks, message: original }: Piece, message: Message): ContentBlock[] {
  if (message.role === "tool")
    return blocks.map((one) => (message.text === original.text ? one : { ...one, content: message.text }));
  let isTextWritten = false;
  return blocks.flatMap((one): ContentBlock[] => {
    if (one.type === "thinking") return message.thinking === undefined ? [] : [one];
    if (one.type === "tool_use") {
      const call = message.toolCalls?.find(({ id }) => id === one.id);
      return call === undefined ? [] : [{ ...one, input: call.args }];
    }
    if (one.type !== "text" || message.text === original.text) return [one];
    if (isTextWritten || message.text === "") return [];
    isTextWritten = true;
    return [{ ...one, text: message.text }];
  });
}
