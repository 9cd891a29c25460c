import type { StatedStep } from "@/lib/core/evidence/plan/steps/step-identity";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import { readCallArguments } from "../messages/tool-calls";
import { findId, nameIn } from "../shared/bounds";
import { PlanLog } from "../shared/plan-log";
import type { Loose } from "../shared/values";
import { idOf, recordsOf, stringOf } from "../shared/values";

const PLAN_TOOL = /^(write|update|set|create)_?(plan|todos?)$|^TodoWrite$/i;

const STATUS: ReadonlyMap<unknown, StatedStep["status"]> = new Map(
  Object.entries<StatedStep["status"]>({
    in_progress: "started",
    started: "started",
    completed: "completed",
    done: "completed",
    cancelled: "skipped",
    skipped: "skipped",
    failed: "failed",
  }),
);

/**
 * Notes the plans that calls state with dependencies between steps. Plans without them are read from the blocks, as of
 * every session.
 */
export class StatedPlans {
  private readonly plan: PlanLog;

  constructor(writer: SessionWriter) {
    this.plan = new PlanLog(writer, "plan");
  }

  note(turn: TurnIndex, at: EpochMs | null, output: readonly BlockStatement[]): void {
    for (const { id, kind, toolName = "", content } of output) {
      if (kind !== "tool_call" || !PLAN_TOOL.test(toolName)) continue;
      const args = readCallArguments(content);
      const steps = recordsOf(args.steps ?? args.plan ?? args.todos).flatMap(readStep);
      if (steps.some((step) => step.dependsOn !== undefined)) this.plan.state({ turn, at, block: id }, steps);
    }
  }
}

function readStep(step: Loose): StatedStep[] {
  const text = nameIn(step.text) ?? nameIn(step.content) ?? nameIn(step.step);
  if (text === undefined) return [];
  const needs = [step.needs, step.dependsOn, step.depends_on].find((list) => Array.isArray(list));
  const dependsOn = ((needs as unknown[] | undefined) ?? []).flatMap((id) => findId(stringOf(id)) ?? []);
  return [
    {
      id: findId(idOf(step.id)),
      text,
      status: STATUS.get(step.status) ?? "pending",
      ...(dependsOn.length > 0 && { dependsOn }),
    },
  ];
}
