import { writeCanonicalJson } from "@/lib/core/hash";
import { listTaggedBlocks } from "@/lib/importers/shared/tagged-blocks";
import { isTail } from "./function-tags";
import type { TextProtocol } from "./protocol";
import { filterOutsideFences, stripEndMarks } from "./protocol";

export const TAG_TOOLS = [
  ...["read_file", "write_to_file", "apply_diff", "insert_content", "search_and_replace", "search_files"],
  ...["list_files", "list_code_definition_names", "codebase_search", "execute_command", "use_mcp_tool"],
  ...["access_mcp_resource", "ask_followup_question", "attempt_completion", "switch_mode", "new_task"],
  ...["update_todo_list", "browser_action", "fetch_instructions", "run_slash_command", "edit_file"],
  ...["replace_in_file", "plan_mode_respond", "load_mcp_documentation", "web_fetch"],
];

const BEGIN = /^[ \t]*<([a-z][a-z0-9_]{2,60})>/gm;
const END = /<\/([a-z][a-z0-9_]{2,60})>/g;
const PARAMETER = /^\s*<([a-zA-Z_][\w-]*)>\n?([\s\S]*?)\n?<\/\1>\s*/;
const HEADING = /^#+[ \t]*`?([a-z][a-z0-9_]{2,60})`?[ \t]*$/gm;

/**
 * `<tool><parameter>value</parameter></tool>`, with the tool's name as the tag. Only tools that the
 * instructions declare, one per reply.
 */
export const toolTags: TextProtocol = {
  id: "tool tags",
  declared: (instructions) => readTools(instructions).length > 0,
  read: (reply, { text: instructions }) => {
    const text = stripEndMarks(reply);
    const tagged = filterOutsideFences(text, listTaggedBlocks(text, BEGIN, END));
    if (tagged.length === 0) return null;
    const tools = new Set([...TAG_TOOLS, ...readTools(instructions)]);
    const blocks = tagged.filter(({ tag }) => tools.has(tag));
    const [block] = blocks;
    if (block === undefined || blocks.length > 1 || !isTail(text, blocks)) return null;
    const args = findParameters(block.body);
    if (args === null) return null;
    const call = { toolName: block.tag, content: writeCanonicalJson(args) };
    return { said: text.slice(0, block.index).trimEnd(), calls: [call] };
  },
};

function readTools(instructions: string): string[] {
  const headed = [...instructions.matchAll(HEADING)].map(([, name = ""]) => name);
  return [...new Set([...TAG_TOOLS, ...headed])].filter((name) => instructions.includes(`<${name}>`));
}

function findParameters(body: string): Record<string, string> | null {
  const args: Record<string, string> = {};
  let tail = body;
  while (tail.trim() !== "") {
    const match = PARAMETER.exec(tail);
    if (match === null) return null;
    args[match[1] ?? ""] = match[2] ?? "";
    tail = tail.slice(match[0].length);
  }
  return args;
}
