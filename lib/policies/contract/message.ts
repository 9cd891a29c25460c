import type { EpochMs, Tokens } from "@/lib/core/units";
import type { SourceKind, TrustLevel } from "@/lib/core/vocabulary";

/** A tool message holds the result of one call. */
export type MessageRole = "system" | "user" | "assistant" | "tool";

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/**
 * A message in the form that policies see, from any provider. `text` is the visible text. If it was sent as several
 * blocks, `texts` holds them and `text` joins them with newlines.
 */
export interface Message {
  readonly id: string;
  readonly role: MessageRole;
  readonly text: string;
  readonly texts?: readonly string[];
  readonly thinking?: string;
  readonly toolCalls?: readonly ToolCall[];
  readonly clearedCallIds?: readonly string[];
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly images?: number;
  readonly isError?: boolean;
  /** For a reply: it broke off or failed, so the usage that it reported is not usable. */
  readonly isAborted?: boolean;
  readonly approvalRequests?: readonly { readonly id: string; readonly toolCallId: string }[];
  readonly approvalResponses?: readonly { readonly id: string }[];
  readonly ts?: EpochMs;
  /** Part of the same provider message as the message before it, like parallel results in some formats. */
  readonly merge?: boolean;
  readonly source?: MessageSource;
  /** Set if nobody wrote the text, as in a simulated summary. Every measure uses this size instead of the text's. */
  readonly simulated?: { readonly tokens: Tokens };
}

export interface MessageSource {
  readonly kind: SourceKind;
  readonly trust: TrustLevel;
  readonly origin: string | null;
}

/** The text blocks of a message: `texts`, or its one text; empty if it has no text. */
export function listTextBlocks(message: Message): readonly string[] {
  return message.texts ?? (message.text === "" ? [] : [message.text]);
}

export function setText(message: Message, text: string): Message {
  const { texts: _texts, images: _images, simulated: _simulated, ...rest } = message;
  return { ...rest, text };
}

/** Characters per token, for a text whose size is known only in tokens. */
export const CHARS_PER_TOKEN = 4;

/** UTF-16 length of the visible text, or the assumed length of a simulated text. */
export function countTextChars(message: Message): number {
  return message.simulated === undefined ? message.text.length : message.simulated.tokens * CHARS_PER_TOKEN;
}
