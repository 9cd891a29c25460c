import { makeTextCallId } from "@/lib/core/trace/text-call-id";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { listTaggedBlocks } from "@/lib/importers/shared/tagged-blocks";
import { readItemsOfContent } from "../../messages/anthropic";
import { ToolCalls } from "../../messages/tool-calls";
import { WRITTEN_IN_REPLY } from "../../messages/written-in-reply";
import type { Loose } from "../../shared/values";
import { recordsOf, stringOf } from "../../shared/values";

const TOOLS = [
  ...["read_file", "write_to_file", "apply_diff", "insert_content", "search_and_replace", "search_files"],
  ...["list_files", "list_code_definition_names", "codebase_search", "execute_command", "use_mcp_tool"],
  ...["access_mcp_resource", "ask_followup_question", "attempt_completion", "switch_mode", "new_task"],
  ...["update_todo_list", "browser_action", "fetch_instructions", "run_slash_command", "edit_file"],
  ...["replace_in_file", "plan_mode_respond", "web_fetch", "new_rule", "load_mcp_documentation", "condense"],
];
const CALL = new RegExp(`<(${TOOLS.join("|")})>`, "g");
const CALL_END = new RegExp(`</(${TOOLS.join("|")})>`, "g");
const RESULT_HEAD = /^\s*\[([a-z_]+)(?: for [\s\S]*?)?\] Result:\s*/;
const ENVIRONMENT = /^\s*<environment_details>/;
const TASK = /^\s*<task>/;
const SPLIT =
  /(?=^\[[a-z_]+(?: for [^\n]*)?\] Result:)|(?=^<environment_details>)|(?<=^<\/environment_details>)/m;

interface Asked {
  readonly toolName: string;
  readonly toolCallId: string;
}

const MODEL = /^# Current Mode\n(?:[^#]*\n)?<model>([^<\n]{1,200})<\/model>/m;

export function findModelOfLabel({ label, content }: SeenItem): string | undefined {
  return label === ENVIRONMENT_LABEL ? MODEL.exec(content)?.[1] : undefined;
}

const ENVIRONMENT_LABEL = "Environment details";

/**
 * Tools are tags in the answer's text, and results are texts under a header in the next message. Both have no
 * ids, so they are paired by tool and order. Newer tasks use the API's own calls.
 */
export class TaskMessages {
  private readonly calls = new ToolCalls();
  private open: Asked[] = [];
  private made = 0;

  answer(content: unknown): SeenItem[] {
    this.open = [];
    return makeBlocks(content).flatMap((block) => {
      const text = stringOf(block.text);
      return text === undefined
        ? readItemsOfContent("assistant", [block], this.calls)
        : this.answerText(text);
    });
  }

  shownCall(toolName: string, content: string): SeenItem {
    return { kind: "tool_call", ...this.ask(toolName), content };
  }

  input(content: unknown): SeenItem[] {
    const pieces: SeenItem[] = [];
    for (const block of makeBlocks(content)) {
      const text = stringOf(block.text);
      if (text === undefined) pieces.push(...readItemsOfContent("user", [block], this.calls));
      else for (const part of text.split(SPLIT)) this.inputText(part, pieces);
    }
    return pieces.filter(({ content: said, media }) => said.trim() !== "" || media !== undefined);
  }

  private answerText(text: string): SeenItem[] {
    const calls = [...listTaggedBlocks(text, CALL, CALL_END)];
    return [
      ...(text.trim() === "" ? [] : [{ kind: "assistant_text" as const, content: text }]),
      ...calls.map(({ tag, body }) => ({ ...this.shownCall(tag, body), ...WRITTEN_IN_REPLY })),
    ];
  }

  private ask(toolName: string): Asked {
    const asked = { toolName, toolCallId: makeTextCallId(++this.made) };
    this.open.push(asked);
    return asked;
  }

  private inputText(text: string, pieces: SeenItem[]): void {
    const head = RESULT_HEAD.exec(text);
    const last = pieces.at(-1);
    if (head !== null) this.beginResult(head[1] ?? "tool", text.slice(head[0].length), pieces);
    else if (ENVIRONMENT.test(text)) pieces.push({ kind: "other", label: ENVIRONMENT_LABEL, content: text });
    else if (last?.kind === "tool_result" && !/^\s*(<user_message>|New instructions|\[ERROR\])/.test(text))
      last.content = joinTexts(last.content, text);
    else pieces.push({ kind: TASK.test(text) ? "user_goal" : "user_message", content: text });
  }

  /** Several results of one call, such as an error and then a second try, are one result. */
  private beginResult(toolName: string, text: string, pieces: SeenItem[]): void {
    const asked = this.open.find((call) => call.toolName === toolName);
    const known = pieces.find(
      (piece) => piece.kind === "tool_result" && piece.toolName === toolName && asked === undefined,
    );
    if (known !== undefined) {
      known.content = joinTexts(known.content, text);
      return;
    }
    this.open = this.open.filter((call) => call !== asked);
    pieces.push({ kind: "tool_result", ...(asked ?? { toolName }), content: text });
  }
}

function makeBlocks(content: unknown): Loose[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : recordsOf(content);
}

function joinTexts(a: string, b: string): string {
  return [a, b].filter((text) => text.trim() !== "").join("\n");
}
