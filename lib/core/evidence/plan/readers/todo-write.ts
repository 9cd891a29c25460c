import type { PlanReader } from "./reader";
import { idOf, objectsOf, statement, textOf } from "./reader";
import { statusOfWord } from "./statuses";

/** Claude Code: every call of `TodoWrite` states the whole list, as `todos` of `{content, status, id?}`. */
export const todoWrite: PlanReader = {
  id: "todo-write",
  title: "To-do list",
  matches: (kind, tool) => kind === "tool_call" && (tool === "todowrite" || tool === "todo_write"),
  read: ({ args }) =>
    statement(
      objectsOf(args.todos).flatMap((todo) => {
        const text = textOf(todo.content);
        if (text === undefined) return [];
        return [{ id: idOf(todo.id), text, status: statusOfWord(todo.status) }];
      }),
    ),
};
