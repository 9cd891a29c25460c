import { checkBoxes } from "./check-boxes";
import { placeAsked } from "../../../source/source";
import type { LooseRecord, PlanReader, Statement } from "./reader";
import { listObjects, makeStatement, readStatedText } from "./reader";

const WRITERS = new Set(["write", "write_file", "write_to_file", "create_file"]);
const EDITORS = new Set([
  "edit",
  "multiedit",
  "edit_file",
  "str_replace",
  "apply_diff",
  "str_replace_editor",
  "str_replace_based_edit_tool",
]);
const PATH_KEYS = ["file_path", "path", "filePath"];
const WHOLE_KEYS = ["content", "file_text"];
const NEW_TEXT_KEYS = ["new_string", "newText", "new_str", "replace"];

const SHELLS =
  /^(?:bash|shell|exec|exec_command|execute_command|execute_bash|run_shell_command|run_command|apply_patch)$/;
const MARKDOWN = /\.(?:md|markdown|mdx)$/i;
const PLAN_NAME = /plan|todo|task|checklist|progress|roadmap|steps|backlog|milestone/i;
const LINE_NUMBER = /^[ \t]*\d{1,7}(?:→|\t|[ \t]*\|[ \t]?|:[ \t])/gm;
const HERE_DOCUMENT =
  /(?:cat|tee)\s{0,9}>?\s{0,9}["']?([^\s"'<>]{1,400})["']?\s{0,9}<<-?\s{0,9}["']?(\w{1,80})["']?[^\n]{0,400}\n/;
const PATCH =
  /^\*\*\* (Add|Update) File: (\S+)\n([\s\S]*?)(?=^\*\*\* (?:Add|Update|Delete|End)|$(?![\s\S]))/m;

const BOXES_MIN = 2;

/**
 * A Markdown file with check boxes, written or read. Writing the file states the plan as a whole. An edit
 * that replaces lines with boxes changes the steps with the same words.
 */
export const planFile: PlanReader = {
  id: "plan-file",
  title: "Plan file",
  isKeptOutside: true,
  matches: (kind, tool) =>
    kind === "tool_result"
      ? !EDITORS.has(tool) && !WRITERS.has(tool)
      : kind === "tool_call" && (WRITERS.has(tool) || EDITORS.has(tool) || SHELLS.test(tool)),
  read: ({ kind, tool, text, args }) => {
    if (kind === "tool_result") return readAgain(placeAsked(tool, JSON.stringify(args)), text, args);
    if (SHELLS.test(tool))
      return readWritten(Object.values(args).find((argument) => typeof argument === "string") ?? text);
    const path = findFirstText(args, PATH_KEYS);
    if (path === undefined || !MARKDOWN.test(path)) return null;
    const place = { plan: path, title: path };
    const whole = findFirstText(args, WHOLE_KEYS);
    if (whole !== undefined) {
      const steps = checkBoxes(whole);
      return steps.length < BOXES_MIN ? null : makeStatement(steps, place);
    }
    const edits = [args, ...listObjects(args.edits)].flatMap(
      (edit) => findFirstText(edit, NEW_TEXT_KEYS) ?? [],
    );
    return makeStatement(edits.flatMap(checkBoxes), { ...place, extent: "part" });
  },
};

/** A file that is called a plan states one when it is read, whoever wrote it. */
function readAgain(path: string | null, text: string, args: LooseRecord): Statement | null {
  if (path === null || !MARKDOWN.test(path) || !PLAN_NAME.test(path.split("/").at(-1) ?? "")) return null;
  const steps = checkBoxes(text.replace(LINE_NUMBER, ""));
  const isPart = args.offset !== undefined || args.limit !== undefined || args.view_range !== undefined;
  if (steps.length < BOXES_MIN) return null;
  return makeStatement(steps, { plan: path, title: path, extent: isPart ? "part" : "whole" });
}

function readWritten(command: string): Statement | null {
  const [head = "", path = "", tag = ""] = HERE_DOCUMENT.exec(command) ?? [];
  if (MARKDOWN.test(path)) {
    const body = command.slice(command.indexOf(head) + head.length);
    const steps = checkBoxes(body.split(`\n${tag}`, 1)[0] ?? "");
    return steps.length < BOXES_MIN ? null : makeStatement(steps, { plan: path, title: path });
  }
  const [, verb, file = "", patch = ""] = PATCH.exec(command) ?? [];
  if (!MARKDOWN.test(file)) return null;
  const steps = checkBoxes(patch.replace(/^-.*$/gm, "").replace(/^\+/gm, ""));
  if (verb === "Add" && steps.length < BOXES_MIN) return null;
  return makeStatement(steps, { plan: file, title: file, extent: verb === "Add" ? "whole" : "part" });
}

function findFirstText(from: LooseRecord, keys: readonly string[]): string | undefined {
  return keys.map((key) => readStatedText(from[key])).find((value) => value !== undefined);
}
