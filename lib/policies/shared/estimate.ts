import type { Tokens } from "@/lib/core/units";
import { CHARS_PER_TOKEN, type Message } from "../contract/message";

export function estimateTokens(text: string): Tokens {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** Counts text, thinking and calls. A simulated text counts as its assumed size. */
export function makeMessageCounter(countTokens: (text: string) => Tokens): (message: Message) => Tokens {
  return (message) => {
    let tokens = message.simulated?.tokens ?? countTokens(message.text);
    if (message.thinking !== undefined) tokens += countTokens(message.thinking);
    for (const call of message.toolCalls ?? [])
      tokens += countTokens(call.name) + countTokens(writeJson(call.args));
    return tokens;
  };
}

/** The JSON of a call's arguments as vendors write it; empty if there are none. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}
