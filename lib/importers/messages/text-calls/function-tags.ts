import { writeCanonicalJson } from "@/lib/core/hash";
import type { TextProtocol, WrittenCall } from "./protocol";
import { readObject, filterOutsideFences, stripEndMarks } from "./protocol";

const BLOCK =
  /^[ \t]*(<tool_call>\s*)?<function=([\w.:/-]{1,100})>([\s\S]*?)(?:<\/function>|(?![\s\S]))(?:\s*<\/tool_call>)?/gm;
const PARAMETER = /<parameter=([\w.:-]{1,100})>\n?([\s\S]*?)\n?(?:<\/parameter>|(?=<parameter=)|(?![\s\S]))/g;

/** `<function=name><parameter=key>value</parameter></function>`, or with JSON as its body. */
export const functionTags: TextProtocol = {
  id: "function tags",
  declared: (instructions) => /<function=/.test(instructions),
  read: (reply, { isSingle }) => {
    const text = stripEndMarks(reply);
    const blocks = filterOutsideFences(text, text.matchAll(BLOCK));
    const [first] = blocks;
    if (first === undefined || !isTail(text, blocks)) return null;
    if (blocks.length > 1 && (isSingle || first[1] === undefined)) return null;
    return { said: text.slice(0, first.index).trimEnd(), calls: blocks.map(readCall) };
  },
};

function readCall([, , toolName = "tool", body = ""]: RegExpExecArray): WrittenCall {
  const parameters = [...body.matchAll(PARAMETER)].map(([, key = "", value = ""]) => [key, value]);
  const args = parameters.length === 0 ? readObject(body.trim()) : null;
  return { toolName, content: writeCanonicalJson(args ?? Object.fromEntries(parameters)) };
}

/** A block in the middle of a sentence is an example. */
export function isTail(
  text: string,
  blocks: readonly { readonly 0: string; readonly index: number }[],
): boolean {
  return blocks.every((block, i) => {
    const end = block.index + block[0].length;
    return text.slice(end, blocks[i + 1]?.index ?? text.length).trim() === "";
  });
}
