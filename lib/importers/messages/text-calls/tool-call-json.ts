import { argumentsText } from "../openai";
import { isTail } from "./function-tags";
import type { TextProtocol, WrittenCall } from "./protocol";
import { isInFence, objectIn, withoutEndMarks } from "./protocol";

const BLOCK = /^[ \t]*<(tool_call|function_call)>\s*(\{[\s\S]*?\})\s*(?:<\/\1>|(?![\s\S]))/gm;

/** `<tool_call>{"name": …, "arguments": …}</tool_call>`, as Hermes, Qwen and models after them write calls. */
export const toolCallJson: TextProtocol = {
  id: "tool call JSON",
  declared: (instructions) => /<(tool_call|function_call)>/.test(instructions),
  read: (reply, { isSingle }) => {
    const text = withoutEndMarks(reply);
    const blocks = [...text.matchAll(BLOCK)].filter((match) => !isInFence(text, match.index));
    const calls = blocks.map(([, , body = ""]) => callIn(body));
    const [first] = blocks;
    if (first === undefined || !isTail(text, blocks) || (isSingle && blocks.length > 1)) return null;
    const known = calls.filter((call) => call !== null);
    if (known.length < calls.length) return null;
    return { said: text.slice(0, first.index).trimEnd(), calls: known };
  },
};

function callIn(body: string): WrittenCall | null {
  const call = objectIn(body);
  if (call === null || typeof call.name !== "string" || call.name === "") return null;
  return { toolName: call.name, content: argumentsText(call.arguments ?? call.parameters ?? call.args) };
}
