import type { Tokens } from "@/lib/core/units";
import { CHARS_PER_TOKEN, textChars, type Message } from "../contract/message";
import { jsonOf } from "../shared/estimate";

/** Characters as JSON content. Gemini CLI splits by this size. */
export function contentChars(message: Message): number {
  const role = message.role === "assistant" ? "model" : "user";
  if (message.role === "tool")
    return jsonOf({ role, parts: [{ functionResponse: responseOf(message) }] }).length;
  const isSimulated = message.simulated !== undefined;
  const text = message.text === "" || isSimulated ? [] : [{ text: message.text }];
  const calls = (message.toolCalls ?? []).map((functionCall) => ({ functionCall }));
  const simulated = isSimulated ? textChars(message) : 0;
  return jsonOf({ role, parts: [...text, ...calls] }).length + simulated;
}

function responseOf(message: Message) {
  return { id: message.toolCallId, name: message.toolName ?? "", response: { output: message.text } };
}

/** Tokens of a function response: one for every four characters of its name and its output as JSON. */
export function responseTokens(name: string, output: string): Tokens {
  return Math.floor((name.length + jsonOf({ output }).length) / CHARS_PER_TOKEN);
}
