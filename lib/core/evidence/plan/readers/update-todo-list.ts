import { checkBoxes } from "./check-boxes";
import type { PlanReader } from "./reader";
import { makeStatement, readStatedText } from "./reader";

/** Roo Code: `update_todo_list` with `todos` as lines of check boxes, `[-]` for the step at work. */
export const updateTodoList: PlanReader = {
  id: "update-todo-list",
  title: "To-do list",
  matches: (kind, tool) => kind === "tool_call" && tool === "update_todo_list",
  read: ({ args, text }) => makeStatement(checkBoxes(readStatedText(args.todos) ?? text)),
};
