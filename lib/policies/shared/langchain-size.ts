import { type Message, listTextBlocks, countTextChars } from "../contract/message";
import { writeJson } from "./estimate";
import { sumBy } from "./sum";

/**
 * Characters of a message for LangChain's approximate counter: its text blocks without separators, the JSON of its
 * calls, and the id that a result answers.
 */
export function countLangchainChars(message: Message): number {
  const calls = message.toolCalls ?? [];
  const json = calls.map(({ name, args, id }) => ({ name, args, id, type: "tool_call" }));
  const callChars = calls.length === 0 ? 0 : writeJson(json).length;
  const idChars = message.role === "tool" ? (message.toolCallId?.length ?? 0) : 0;
  const chars =
    message.simulated === undefined
      ? sumBy(listTextBlocks(message), ({ length }) => length)
      : countTextChars(message);
  return chars + callChars + idChars;
}

/** LangChain's approximate count: one token for every four characters of the whole, rounded up once. */
export function countLangchainTokens(chars: number): number {
  return Math.ceil(chars / 4);
}

/** What is compared with a condition. `contextWindow` is `null` if the model's profile does not state it. */
export interface MeasuredContext {
  readonly messages: number;
  readonly tokens: number;
  readonly contextWindow: number | null;
}

export interface SizeCondition {
  readonly tokens?: number | undefined;
  readonly messages?: number | undefined;
  readonly fraction?: number | undefined;
}

/**
 * Whether every field of a condition is reached. A condition without fields never holds; nor does a fraction of an
 * unknown window.
 */
export function isConditionMet(condition: SizeCondition, measured: MeasuredContext): boolean {
  const { messages, tokens, fraction } = condition;
  if (messages === undefined && tokens === undefined && fraction === undefined) return false;
  if (messages !== undefined && measured.messages < messages) return false;
  if (tokens !== undefined && measured.tokens < tokens) return false;
  if (fraction === undefined) return true;
  const threshold = Math.floor((measured.contextWindow ?? 0) * fraction);
  return threshold > 0 && measured.tokens >= threshold;
}
