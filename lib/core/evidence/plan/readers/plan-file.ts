import { checkBoxes } from "./check-boxes";
import type { LooseRecord, PlanReader } from "./reader";
import { objectsOf, statement, textOf } from "./reader";

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

/** Fewer check boxes than this in a file are no plan. */
const BOXES_MIN = 2;

/**
 * A Markdown file with check boxes. Writing it states the plan whole; an edit that replaces lines with boxes changes
 * the steps that have the same words.
 */
export const planFile: PlanReader = {
  id: "plan-file",
  title: "Plan file",
  matches: (kind, tool) => kind === "tool_call" && (WRITERS.has(tool) || EDITORS.has(tool)),
  read: ({ args }) => {
    const path = firstText(args, PATH_KEYS);
    if (path === undefined || !/\.(md|markdown|mdx)$/i.test(path)) return null;
    const place = { plan: path, title: path };
    const whole = firstText(args, WHOLE_KEYS);
    if (whole !== undefined) {
      const steps = checkBoxes(whole);
      return steps.length < BOXES_MIN ? null : statement(steps, place);
    }
    const edits = [args, ...objectsOf(args.edits)].flatMap((edit) => firstText(edit, NEW_TEXT_KEYS) ?? []);
    return statement(edits.flatMap(checkBoxes), { ...place, extent: "part" });
  },
};

function firstText(from: LooseRecord, keys: readonly string[]): string | undefined {
  return keys.map((key) => textOf(from[key])).find((value) => value !== undefined);
}
