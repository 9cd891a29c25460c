import type { PlanReader } from "./reader";
import { readStatedId, makeStatement, readStatedText } from "./reader";
import { convertStatusWord } from "./statuses";

const CREATES = /^(?:task_?create|create_?(?:task|todo)|add_?(?:task|todo))$/;
const UPDATES = /^(?:task_?update|update_?(?:task|todo)|(?:complete|close|finish|resolve)_?(?:task|todo))$/;
const ENDS = /complete|close|finish|resolve/;
const IDS = ["taskId", "task_id", "id", "number", "key"];
const TEXTS = ["subject", "title", "summary", "content", "name", "description"];
const STATED_ID =
  /"(?:id|key|number|identifier|task_?id)"\s*:\s*"?([\w.-]{1,60})|#(\d{1,9})\b|\b([A-Z][A-Z0-9]+-\d{1,9})\b/;

/** Tools that create and change one task at a time. Only the result of a creation states the id of the task. */
export const taskTool: PlanReader = {
  id: "task-tool",
  title: "Tasks",
  isKeptOutside: true,
  matches: (kind, tool) =>
    (kind === "tool_result" && CREATES.test(stripToolPrefix(tool))) ||
    (kind === "tool_call" && UPDATES.test(stripToolPrefix(tool))),
  read: ({ kind, tool, text, args }) => {
    const words = TEXTS.map((key) => readStatedText(args[key])).find((value) => value !== undefined);
    if (kind === "tool_result") {
      const [, field, hash, key] = STATED_ID.exec(text.slice(0, 4_000)) ?? [];
      const id = field ?? hash ?? key;
      return id === undefined || words === undefined
        ? null
        : makeStatement([{ id, text: words, status: "pending" }], { extent: "part" });
    }
    const id = IDS.map((name) => readStatedId(args[name])).find((value) => value !== undefined);
    const statusWord = args.status ?? args.state ?? args.transition;
    const status = statusWord === undefined && ENDS.test(tool) ? "completed" : convertStatusWord(statusWord);
    if (id === undefined || (statusWord === undefined && !ENDS.test(tool))) return null;
    return makeStatement([{ id, text: words ?? id, status }], { extent: "part" });
  },
};

function stripToolPrefix(tool: string): string {
  return tool.replace(/^.*(?:__|[./:])/, "").replaceAll("-", "_");
}
