import type { PlanReader } from "./reader";
import { statedId, objectsOf, statement, statedText } from "./reader";
import { statusOfWord } from "./statuses";

/** Claude Code: every call of `TodoWrite` states the whole list, as `todos` of `{content, status, id?}`. */
export const todoWrite: PlanReader = {
  id: "todo-write",
  title: "To-do list",
  matches: (kind, tool) => kind === "tool_call" && (tool === "todowrite" || tool === "todo_write"),
  read: ({ args }) =>
    statement(
      objectsOf(args.todos).flatMap((todo) => {
        const text = statedText(todo.content);
        if (text === undefined) return [];
        return [{ id: statedId(todo.id), text, status: statusOfWord(todo.status) }];
      }),
    ),
};
