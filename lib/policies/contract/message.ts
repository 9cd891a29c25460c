import type { EpochMs, Tokens } from "@/lib/core/units";
import type { SourceKind, TrustLevel } from "@/lib/core/vocabulary";

/** Who speaks. A tool message holds the result of one call. */
export type MessageRole = "system" | "user" | "assistant" | "tool";

/** One call that an assistant message asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/**
 * A message as policies see it, whatever provider it came from. `text` is the visible text; where it was sent as several
 * blocks, `texts` holds them and `text` is their join by newlines.
 */
export interface Message {
  readonly id: string;
  readonly role: MessageRole;
  readonly text: string;
  readonly texts?: readonly string[];
  readonly thinking?: string;
  readonly toolCalls?: readonly ToolCall[];
  /** Ids of the calls whose arguments a policy took away. */
  readonly clearedCallIds?: readonly string[];
  readonly toolCallId?: string;
  readonly toolName?: string;
  /** How many images it carries. */
  readonly images?: number;
  readonly isError?: boolean;
  /** Of a reply: it was broken off or failed, so that what it reported as usage measures nothing. */
  readonly isAborted?: boolean;
  /** Calls that somebody has to allow, in the message that asks for it. */
  readonly approvalRequests?: readonly { readonly id: string; readonly toolCallId: string }[];
  /** Requests of that kind which this message answers. */
  readonly approvalResponses?: readonly { readonly id: string }[];
  /** When it was written. */
  readonly ts?: EpochMs;
  /** It stands in one provider message with the one before it, as parallel results do in some formats. */
  readonly merge?: boolean;
  /** What the content is and where it came from, where more is known than who speaks. */
  readonly source?: MessageSource;
  /**
   * Set where the text only stands for one that nobody wrote, as a simulated summary does: every measure takes this size
   * instead of the text's.
   */
  readonly simulated?: { readonly tokens: Tokens };
}

/** What is known of a message's content beside its role. */
export interface MessageSource {
  readonly kind: SourceKind;
  readonly trust: TrustLevel;
  /** A path, URL or artifact from which the content can be had again; null where none is known. */
  readonly origin: string | null;
}

/** The text blocks of a message: `texts`, or its one text; none where it has no text at all. */
export function textBlocks(message: Message): readonly string[] {
  return message.texts ?? (message.text === "" ? [] : [message.text]);
}

/** The message with one text block in place of what it said, and without images. */
export function withText(message: Message, text: string): Message {
  const { texts: _texts, images: _images, simulated: _simulated, ...rest } = message;
  return { ...rest, text };
}

/** Characters that one token stands for where a text's size is only known in tokens. */
export const CHARS_PER_TOKEN = 4;

/** UTF-16 length of the visible text, or the size that a simulated text stands for. */
export function textChars(message: Message): number {
  return message.simulated === undefined ? message.text.length : message.simulated.tokens * CHARS_PER_TOKEN;
}
