import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import { idIn, nameIn } from "../../shared/bounds";
import { argumentsIn } from "../../messages/tool-calls";
import type { StatedStep } from "../../shared/plan-log";
import { PlanLog } from "../../shared/plan-log";
import { titleOf } from "../../shared/titles";
import type { Loose } from "../../shared/values";
import { idOf, recordsOf, stringOf } from "../../shared/values";

const STATUS: Readonly<Record<string, StatedStep["status"]>> = {
  in_progress: "started",
  completed: "completed",
  cancelled: "skipped",
};

/** A line of a plan in Markdown that is a step: numbered or with a bullet, not indented, with or without a box. */
const STEP_LINE = /^(?:\d+[.)]|[-*+])\s+(?:\[([ xX])\]\s+)?(\S.*)$/;

/** Writes the plans that calls state: the to-do list, and the plan that the user is asked to approve. */
export class PlanCalls {
  private readonly todos: PlanLog;
  private readonly approvals: PlanLog;

  constructor(writer: SessionWriter) {
    this.todos = new PlanLog(writer, "todos");
    this.approvals = new PlanLog(writer, "plan");
  }

  /** Writes what the calls of one turn say about plans. */
  note(turn: TurnIndex, at: EpochMs | null, output: readonly BlockStatement[]): void {
    for (const { id, kind, toolName, content } of output) {
      if (kind !== "tool_call") continue;
      const place = { turn, at, block: id };
      if (toolName === "TodoWrite") {
        const steps = recordsOf(argumentsIn(content).todos).flatMap(todoStep);
        if (steps.length > 0) this.todos.state(place, steps);
      } else if (toolName === "ExitPlanMode") {
        const plan = stringOf(argumentsIn(content).plan) ?? "";
        const steps = stepsOfPlan(plan);
        if (steps.length > 0) this.approvals.state({ ...place, title: headingOf(plan) }, steps);
      }
    }
  }
}

function todoStep(todo: Loose): StatedStep[] {
  const text = nameIn(todo.content);
  if (text === undefined) return [];
  return [{ id: idIn(idOf(todo.id)), text, status: STATUS[String(todo.status)] ?? "pending" }];
}

function stepsOfPlan(plan: string): StatedStep[] {
  return plan.split("\n").flatMap((line) => {
    const [, box, text] = STEP_LINE.exec(line.trimEnd()) ?? [];
    if (text === undefined) return [];
    return [
      {
        text: nameIn(text) ?? text,
        status: box === "x" || box === "X" ? ("completed" as const) : ("pending" as const),
      },
    ];
  });
}

function headingOf(plan: string): string | undefined {
  return titleOf(/^#+\s+(.*)$/m.exec(plan)?.[1]);
}
