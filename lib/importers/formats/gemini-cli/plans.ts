import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import { readCallArguments } from "../../messages/tool-calls";
import type { PlanPlace } from "../../shared/plan-log";
import { listStatedSteps, PlanLog } from "../../shared/plan-log";
import { readStepsOfSnapshot } from "./snapshot";

export class GeminiPlans {
  private readonly tasks: PlanLog;
  private readonly todos: PlanLog;

  constructor(writer: SessionWriter) {
    this.tasks = new PlanLog(writer, "task_state");
    this.todos = new PlanLog(writer, "todos");
  }

  snapshot(place: PlanPlace, text: string): void {
    const steps = readStepsOfSnapshot(text);
    if (steps.length > 0) this.tasks.state({ ...place, title: "Task state" }, steps);
  }

  answer(place: Omit<PlanPlace, "block">, output: readonly BlockStatement[]): void {
    for (const { id, kind, toolName, content } of output) {
      if (kind !== "tool_call" || toolName !== "write_todos") continue;
      const steps = listStatedSteps(readCallArguments(content).todos, "description");
      if (steps.length > 0) this.todos.state({ ...place, block: id }, steps);
    }
  }
}
