import type { Tokens } from "@/lib/core/units";
import type { Message } from "../contract/message";
import type { Summarizer, Summary } from "../contract/policy";

const SUMMARY_SHARE = 0.1;
const SUMMARY_TOKENS_MIN: Tokens = 100;
const SUMMARY_TOKENS_MAX: Tokens = 2_000;

/** A tenth of the source, from 100 to 2,000 tokens, never more than the source. */
export const assumeSummary: Summarizer = ({ messages, tokens }) => {
  const share = Math.round(tokens * SUMMARY_SHARE);
  const size = Math.min(tokens, SUMMARY_TOKENS_MAX, Math.max(SUMMARY_TOKENS_MIN, share));
  return makeSimulatedSummary(messages, size);
};

export function makeSimulatedSummary(messages: number, tokens: Tokens): Summary {
  const text = `[Summary of ${messages} messages. Simulated: no model wrote it, and ${tokens} tokens are assumed for it.]`;
  return { text, tokens, simulated: true };
}

export function makeSummaryMessage(
  id: string,
  role: Message["role"],
  summary: Summary,
  frame: (text: string) => string = (text) => text,
): Message {
  const message = { id, role, text: frame(summary.text) };
  return summary.simulated ? { ...message, simulated: { tokens: summary.tokens } } : message;
}
