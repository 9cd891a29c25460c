import { taggedBlocks } from "@/lib/importers/shared/tagged-blocks";
import { argumentsText } from "../openai";
import { isTail } from "./function-tags";
import type { TextProtocol, WrittenCall } from "./protocol";
import { objectIn, outsideFences, withoutEndMarks } from "./protocol";

const BEGIN = /^[ \t]*<(tool_call|function_call)>\s*(?=\{)/gm;
/** The end of a block's object. The last block can lack its end tag. */
const END = /(?<=\})\s*(?:<\/(tool_call|function_call)>|(?![\s\S]))/g;

/** `<tool_call>{"name": …, "arguments": …}</tool_call>`, as Hermes, Qwen and later models write calls. */
export const toolCallJson: TextProtocol = {
  id: "tool call JSON",
  declared: (instructions) => /<(tool_call|function_call)>/.test(instructions),
  read: (reply, { isSingle }) => {
    const text = withoutEndMarks(reply);
    const blocks = outsideFences(text, taggedBlocks(text, BEGIN, END));
    const calls = blocks.map(({ body }) => callIn(body));
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
