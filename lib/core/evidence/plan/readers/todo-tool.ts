import type { StepStatus } from "../steps/plan";
import type { StatedStep } from "../steps/step-identity";
import { checkBoxes } from "./check-boxes";
import type { LooseRecord, PlanReader } from "./reader";
import { readStatedId, listObjects, makeStatement, readStatedText } from "./reader";
import { convertStatusWord } from "./statuses";

const OTHERS = new Set(["todowrite", "todo_write", "update_plan", "update_todo_list"]);
const TOOL = /todo|checklist|task_?list|(?:^|_|write|update|set|make|create|manage)plans?(?:_|$)/;
const READS = /^(?:read|get|list|show|view|search|find|exit|enter)(?:_|todo|plan|task|check)/;
const LISTS = ["todos", "todoList", "todo_list", "items", "tasks", "plan", "steps", "checklist"];
const TEXTS = ["content", "text", "title", "step", "task", "description", "subject", "name"];
const STATUSES = ["status", "state"];
const TICKS = ["done", "completed", "complete", "checked"];
/** A list of plain texts counts with more than one step. */
const STEPS_MIN = 1;

/** Any tool that is called with a to-do list: objects with a text and a status, texts, or check boxes. */
export const todoTool: PlanReader = {
  id: "todo-tool",
  title: "To-do list",
  matches: (kind, tool) =>
    kind === "tool_call" &&
    !OTHERS.has(tool) &&
    TOOL.test(stripToolPrefix(tool)) &&
    !READS.test(stripToolPrefix(tool)),
  read: ({ args, tool }) => {
    const list = LISTS.map((key) => args[key]).find((value) => value !== undefined);
    const steps = typeof list === "string" ? checkBoxes(list) : readSteps(list);
    return steps.length < STEPS_MIN ? null : makeStatement(steps, { plan: tool });
  },
};

function stripToolPrefix(tool: string): string {
  return tool.replace(/^.*(?:__|[./:])/, "").replaceAll("-", "_");
}

function readSteps(list: unknown): StatedStep[] {
  if (!Array.isArray(list)) return [];
  if (list.every((item) => typeof item === "string"))
    return list.flatMap((item) => (item.trim() === "" ? [] : [{ text: item, status: "pending" as const }]));
  return listObjects(list).flatMap((item) => {
    const text = findFirstOf(item, TEXTS);
    return text === undefined ? [] : [{ id: readStatedId(item.id), text, status: readStatus(item) }];
  });
}

function readStatus(item: LooseRecord): StepStatus {
  const word = findFirstOf(item, STATUSES);
  if (word !== undefined) return convertStatusWord(word);
  return TICKS.some((key) => item[key] === true) ? "completed" : "pending";
}

function findFirstOf(item: LooseRecord, keys: readonly string[]): string | undefined {
  return keys.map((key) => readStatedText(item[key])).find((value) => value !== undefined);
}
