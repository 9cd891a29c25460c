import { z } from "zod";
import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import { CHARS_PER_TOKEN, countTextChars, type Message } from "../contract/message";
import { writeJson } from "../shared/estimate";

/** The size of an image in a tool result. An image in a user message counts nothing. */
const TOOL_IMAGE_CHARS = 4_800;

/** pi's estimate of one message: one token for every four characters of text, thinking, call names and arguments. */
export function estimatePiTokens(message: Message): Tokens {
  let chars = countTextChars(message) + (message.thinking?.length ?? 0);
  for (const call of message.toolCalls ?? []) chars += call.name.length + writeJson(call.args).length;
  if (message.role === "tool") chars += (message.images ?? 0) * TOOL_IMAGE_CHARS;
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

export const reportedContextSchema = z.object({ tokens: z.number(), covers: z.number().int().nonnegative() });
export type ReportedContext = Readonly<z.infer<typeof reportedContextSchema>>;

/** The size of the context: the last reply's report, if there is one, plus an estimate for everything after it. */
export interface ContextTokens {
  readonly tokens: Tokens;
  readonly usageTokens: Tokens;
  readonly trailingTokens: Tokens;
}

/** Counts the context from position `from` on. `carried` is the size of a summary before it. */
export function countContextTokens(
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
