import { listTextBlocks, type Message } from "../contract/message";

export type Metadata = Readonly<Record<string, string | number>>;

export interface ClineEntry {
  readonly index: number;
  readonly message: Message;
  readonly metadata: Metadata | null;
}

/** Cline's tokens for a text length: one for three characters, at least one. */
export function countTokensOfChars(chars: number): number {
  return Math.max(1, Math.ceil(chars / 3));
}

/** The JSON length of a message in Cline's form. A system prompt is sent beside the messages and counts 0. */
export function countJsonChars(message: Message, metadata: Metadata | null = null): number {
  return message.role === "system" ? 0 : JSON.stringify(toCline(message, metadata)).length;
}

export function estimateMessage(message: Message, metadata: Metadata | null = null): number {
  return message.role === "system" ? 0 : countTokensOfChars(countJsonChars(message, metadata));
}

export function estimateEntry({ message, metadata }: ClineEntry): number {
  return estimateMessage(message, metadata);
}

export function estimateEntries(entries: readonly ClineEntry[]): number {
  return entries.reduce((sum, entry) => sum + estimateEntry(entry), 0);
}

export function isPrompt({ message }: ClineEntry): boolean {
  return message.role === "user";
}

/** True if there is no text, thinking, call or image left. */
export function isEmpty({ role, thinking, toolCalls, images, ...rest }: Message): boolean {
  if (role === "tool") return false;
  const parts = listTextBlocks({ role, ...rest }).length + (toolCalls?.length ?? 0) + (images ?? 0);
  return parts === 0 && thinking === undefined;
}

export function setBlocks({ texts: _texts, ...message }: Message, blocks: readonly string[]): Message {
  const text = blocks.join("\n");
  return blocks.length > 1 || blocks[0] === "" ? { ...message, text, texts: blocks } : { ...message, text };
}

export function stripThinking({ thinking: _thinking, ...message }: Message): Message {
  return message;
}

export function stripImages({ images: _images, ...message }: Message): Message {
  return message;
}

function toCline(message: Message, metadata: Metadata | null): unknown {
  const { id, role } = message;
  const notes = metadata === null ? {} : { metadata };
  if (role === "tool") return { id, role: "user", content: [makeResultBlock(message)], ...notes };
  const content = [
    ...(message.thinking === undefined ? [] : [{ type: "thinking", thinking: message.thinking }]),
    ...listTextBlocks(message).map((text) => ({ type: "text", text })),
    ...listImageBlocks(message),
    ...(message.toolCalls ?? []).map((call) => ({
      type: "tool_use",
      id: call.id,
      name: call.name,
      input: call.args,
    })),
  ];
  return { id, role, content, ...notes };
}

function makeResultBlock(message: Message): unknown {
  const { texts, text, toolCallId, toolName, isError } = message;
  const blocks = [
    ...(texts ?? [text]).map((one) => ({ type: "text", text: one })),
    ...listImageBlocks(message),
  ];
  return {
    type: "tool_result",
    tool_use_id: toolCallId,
    name: toolName,
    content: texts === undefined && blocks.length === 1 ? text : blocks,
    ...(isError === true ? { is_error: true } : {}),
  };
}

function listImageBlocks({ images = 0 }: Message): unknown[] {
  return Array.from({ length: images }, () => ({ type: "image", data: "", mediaType: "image/png" }));
}
