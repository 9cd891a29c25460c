import type { PlanReader } from "./reader";
import { readStatedId, listObjects, makeStatement, readStatedText } from "./reader";
import { convertStatusWord } from "./statuses";

/** Claude Code: every call of `TodoWrite` states the whole list, as `todos` of `{content, status, id?}`. */
export const todoWrite: PlanReader = {
  id: "todo-write",
  title: "To-do list",
  matches: (kind, tool) => kind === "tool_call" && (tool === "todowrite" || tool === "todo_write"),
  read: ({ args }) =>
    makeStatement(
      listObjects(args.todos).flatMap((todo) => {
        const text = readStatedText(todo.content);
        if (text === undefined) return [];
        return [{ id: readStatedId(todo.id), text, status: convertStatusWord(todo.status) }];
      }),
    ),
};
