import type { Tokens } from "@/lib/core/units";
import { CHARS_PER_TOKEN, countTextChars, type Message } from "../contract/message";
import { writeJson } from "../shared/estimate";

/** Characters as JSON content. Gemini CLI splits by this size. */
export function countContentChars(message: Message): number {
  const role = message.role === "assistant" ? "model" : "user";
  if (message.role === "tool")
    return writeJson({ role, parts: [{ functionResponse: writeResponse(message) }] }).length;
  const isSimulated = message.simulated !== undefined;
  const text = message.text === "" || isSimulated ? [] : [{ text: message.text }];
  const calls = (message.toolCalls ?? []).map((functionCall) => ({ functionCall }));
  const simulated = isSimulated ? countTextChars(message) : 0;
  return writeJson({ role, parts: [...text, ...calls] }).length + simulated;
}

function writeResponse(message: Message) {
  return { id: message.toolCallId, name: message.toolName ?? "", response: { output: message.text } };
}

/** Tokens of a function response: one for every four characters of its name and its output as JSON. */
export function countResponseTokens(name: string, output: string): Tokens {
  return Math.floor((name.length + writeJson({ output }).length) / CHARS_PER_TOKEN);
}
