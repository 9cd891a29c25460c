import { type Message, textBlocks, textChars } from "../contract/message";
import { jsonOf } from "./estimate";
import { sumBy } from "./sum";

/**
 * What LangChain's approximate counter counts of a message: its text blocks with nothing between them, the JSON of its
 * calls, the id that a result answers.
 */
export function langchainChars(message: Message): number {
  const calls = message.toolCalls ?? [];
  const json = calls.map(({ name, args, id }) => ({ name, args, id, type: "tool_call" }));
  const callChars = calls.length === 0 ? 0 : jsonOf(json).length;
  const idChars = message.role === "tool" ? (message.toolCallId?.length ?? 0) : 0;
  const chars =
    message.simulated === undefined ? sumBy(textBlocks(message), ({ length }) => length) : textChars(message);
  return chars + callChars + idChars;
}

/** LangChain's approximate count: characters of everything together, a token for every four, rounded up once. */
export function langchainTokens(chars: number): number {
  return Math.ceil(chars / 4);
}

/** What is held against a condition. `contextWindow` is null where the model's profile does not say. */
export interface MeasuredContext {
  readonly messages: number;
  readonly tokens: number;
  readonly contextWindow: number | null;
}

/** Limits on the size of a context; all fields that are given have to be reached. */
export interface SizeCondition {
  readonly tokens?: number | undefined;
  readonly messages?: number | undefined;
  readonly fraction?: number | undefined;
}

/** Whether every field of a condition is reached. One without fields never holds, one whose fraction is of nothing neither. */
export function holds(condition: SizeCondition, measured: MeasuredContext): boolean {
  const { messages, tokens, fraction } = condition;
  if (messages === undefined && tokens === undefined && fraction === undefined) return false;
  if (messages !== undefined && measured.messages < messages) return false;
  if (tokens !== undefined && measured.tokens < tokens) return false;
  if (fraction === undefined) return true;
  const threshold = Math.floor((measured.contextWindow ?? 0) * fraction);
  return threshold > 0 && measured.tokens >= threshold;
}
