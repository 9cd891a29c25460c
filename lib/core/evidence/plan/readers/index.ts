import { exitPlanMode } from "./exit-plan-mode";
import { issueTracker } from "./issue-tracker";
import { planBlock } from "./plan-block";
import { planFile } from "./plan-file";
import type { PlanReader } from "./reader";
import { taskState } from "./task-state";
import { taskTool } from "./task-tool";
import { todoTool } from "./todo-tool";
import { todoWrite } from "./todo-write";
import { trackerTool } from "./tracker-tool";
import { updatePlan } from "./update-plan";
import { updateTodoList } from "./update-todo-list";

/** Every form in which agents state their plan. Of a block, the first reader that knows it decides. */
export const PLAN_READERS: readonly PlanReader[] = [
  todoWrite,
  updatePlan,
  updateTodoList,
  exitPlanMode,
  planBlock,
  planFile,
  taskState,
  issueTracker,
  trackerTool,
  todoTool,
  taskTool,
];

const OUTSIDE: ReadonlySet<string> = new Set(
  PLAN_READERS.flatMap(({ id, isKeptOutside }) => (isKeptOutside ? [id] : [])),
);

/** Whether the harness keeps such a plan outside the window, so that it lives on when its text leaves. */
export function isKeptOutside(source: string): boolean {
  return OUTSIDE.has(source);
}
