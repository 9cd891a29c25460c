import { anthropicShape } from "./anthropic";
import { geminiShape } from "./gemini";
import { neutralShape } from "./neutral";
import { openaiShape } from "./openai";
import { isResponseItem, responsesShape } from "./responses";
import type { MessageShape } from "./shape";

const SIGNS: readonly [shape: MessageShape, has: (message: Record<string, unknown>) => boolean][] = [
  [geminiShape, ({ parts }) => Array.isArray(parts)],
  [responsesShape, isResponseItem],
  [
    neutralShape,
    (message) => !("content" in message) && ("text" in message || "texts" in message || "id" in message),
  ],
  [
    openaiShape,
    ({ role, tool_calls: calls }) => role === "tool" || role === "developer" || Array.isArray(calls),
  ],
  [anthropicShape, ({ content }) => Array.isArray(content) && content.some(isAnthropicBlock)],
];

/**
 * The shape of messages. The common form is known by its fields, a provider's by its calls and results. Plain texts are
 * Anthropic's if the system prompt is separate from the list, else OpenAI's.
 */
export function findMessageShape(messages: readonly unknown[], hasSystem: boolean): MessageShape {
  const records = messages.filter(
    (one): one is Record<string, unknown> => typeof one === "object" && one !== null,
  );
  const found = SIGNS.find(([, has]) => records.some(has));
  return found?.[0] ?? (hasSystem ? anthropicShape : openaiShape);
}

function isAnthropicBlock(block: unknown): boolean {
  return (
    typeof block === "object" &&
    block !== null &&
    "type" in block &&
    typeof block.type === "string" &&
    ["tool_use", "tool_result", "thinking", "redacted_thinking"].includes(block.type)
  );
}
