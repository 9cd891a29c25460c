import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import { statusOfWord } from "@/lib/core/evidence/plan/readers/statuses";
import { argumentsIn } from "../../messages/tool-calls";
import { nameIn } from "../../shared/bounds";
import type { PlanPlace } from "../../shared/plan-log";
import { PlanLog } from "../../shared/plan-log";
import type { Loose } from "../../shared/values";
import { recordsOf } from "../../shared/values";
import { stepsOfSnapshot } from "./snapshot";

export class GeminiPlans {
  private readonly tasks: PlanLog;
  private readonly todos: PlanLog;

  constructor(writer: SessionWriter) {
    this.tasks = new PlanLog(writer, "task_state");
    this.todos = new PlanLog(writer, "todos");
  }

  snapshot(place: PlanPlace, text: string): void {
    const steps = stepsOfSnapshot(text);
    if (steps.length > 0) this.tasks.state({ ...place, title: "Task state" }, steps);
  }

  answer(place: Omit<PlanPlace, "block">, output: readonly BlockStatement[]): void {
    for (const { id, kind, toolName, content } of output) {
      if (kind !== "tool_call" || toolName !== "write_todos") continue;
      const steps = recordsOf(argumentsIn(content).todos).flatMap(todoStep);
      if (steps.length > 0) this.todos.state({ ...place, block: id }, steps);
    }
  }
}

function todoStep({ description, status }: Loose): StatedStep[] {
  const text = nameIn(description);
  return text === undefined ? [] : [{ text, status: statusOfWord(status) }];
}
