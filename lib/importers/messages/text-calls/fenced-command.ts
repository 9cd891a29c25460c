import { listFencedBlocks, nameByFirstWord } from "../commands";
import type { TextProtocol } from "./protocol";
import { stripEndMarks } from "./protocol";

export function isShellFence(language: string): boolean {
  return language === "" || SHELLS.test(language);
}

const OWN_FENCE = "mswea_bash_command";
const SHELLS = new RegExp(`^(bash|sh|shell|zsh|console|terminal|${OWN_FENCE})$`, "i");
const FENCES = /```|code block|bash block|triple backtick|fenced/i;
const ASKS =
  /\b(exactly|only|must|always|single|one|each|every)\b[^.\n]{0,100}\b(commands?|bash|shell|code block)\b/i;

/**
 * One command in a fenced block of a reply: a shell block, or a block without a language that ends the reply.
 * If the harness defines a fence of its own, only those blocks are commands.
 */
export const fencedCommand: TextProtocol = {
  id: "fenced command",
  declared: (instructions) => FENCES.test(instructions) && ASKS.test(instructions),
  read: (reply, { text: instructions }) => {
    const text = stripEndMarks(reply);
    const isNamed = instructions.includes(`\`\`\`${OWN_FENCE}`);
    const blocks = listFencedBlocks(text).filter(({ language }) => !isNamed || language === OWN_FENCE);
    const shells = blocks.filter(({ language }) => SHELLS.test(language));
    const [shell] = shells;
    if (shells.length > 1 || (shell !== undefined && shell.text.trim() === "")) return null;
    if (shell !== undefined)
      return { said: stripLast(text, shell.text), calls: [{ toolName: "bash", content: shell.text }] };
    const plain = blocks.filter(({ language }) => language === "");
    const [only] = plain;
    if (only === undefined || plain.length > 1 || !text.endsWith("```") || only.text.trim() === "")
      return null;
    const { toolName } = nameByFirstWord(only.text);
    return { said: stripLast(text, only.text), calls: [{ toolName, content: only.text }] };
  },
};

function stripLast(text: string, part: string): string {
  const at = text.lastIndexOf(part);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + part.length);
}
