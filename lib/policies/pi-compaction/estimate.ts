import { z } from "zod";
import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import { CHARS_PER_TOKEN, textChars, type Message } from "../contract/message";
import { jsonOf } from "../shared/estimate";

/** An image in a tool result counts as this many characters; one in a user message counts nothing. */
const TOOL_IMAGE_CHARS = 4_800;

/** pi's estimate of one message: characters of text, thinking, call names and arguments, a token for every four. */
export function estimatePiTokens(message: Message): Tokens {
  let chars = textChars(message) + (message.thinking?.length ?? 0);
  for (const call of message.toolCalls ?? []) chars += call.name.length + jsonOf(call.args).length;
  if (message.role === "tool") chars += (message.images ?? 0) * TOOL_IMAGE_CHARS;
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

/** What the last reply reported, and the position of the first message that it does not cover. */
export const reportedContextSchema = z.object({ tokens: z.number(), covers: z.number().int().nonnegative() });
export type ReportedContext = Readonly<z.infer<typeof reportedContextSchema>>;

/** Size of the context: reported by the last reply where there was one, estimated for everything after it. */
export interface ContextTokens {
  readonly tokens: Tokens;
  readonly usageTokens: Tokens;
  readonly trailingTokens: Tokens;
}

/** Counts what is in the context from position `from` on; `carried` is the size of a summary in front of it. */
export function contextTokens(
  history: History,
  from: number,
  reported: ReportedContext | null,
  carried: Tokens = 0,
): ContextTokens {
  const measure = history.measure(estimatePiTokens);
  if (reported === null || reported.covers <= from) {
    const trailingTokens = carried + measure.sum(from, history.length);
    return { tokens: trailingTokens, usageTokens: 0, trailingTokens };
  }
  const trailingTokens = measure.sum(reported.covers, history.length);
  return { tokens: reported.tokens + trailingTokens, usageTokens: reported.tokens, trailingTokens };
}
