import { exitPlanMode } from "@/lib/core/evidence/plan/readers/exit-plan-mode";
import type { PlanReader } from "@/lib/core/evidence/plan/readers/reader";
import { todoWrite } from "@/lib/core/evidence/plan/readers/todo-write";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import { findId, nameIn } from "../../shared/bounds";
import { readCallArguments } from "../../messages/tool-calls";
import { PlanLog } from "../../shared/plan-log";
import { titleOf } from "../../shared/titles";

export class PlanCalls {
  private readonly plans: readonly { readonly reader: PlanReader; readonly log: PlanLog }[];

  constructor(writer: SessionWriter) {
    this.plans = [
      { reader: todoWrite, log: new PlanLog(writer, "todos") },
      { reader: exitPlanMode, log: new PlanLog(writer, "plan") },
    ];
  }

  note(turn: TurnIndex, at: EpochMs | null, output: readonly BlockStatement[]): void {
    for (const { id, kind, toolName = "", content = "" } of output) {
      const tool = toolName.toLowerCase();
      for (const { reader, log } of this.plans) {
        if (!reader.matches(kind, tool)) continue;
        const stated = reader.read({ kind, tool, text: content, args: readCallArguments(content) });
        if (stated === null) continue;
        const steps = stated.steps.map(({ id, text, status }) => ({
          id: findId(id),
          text: nameIn(text) ?? text,
          status,
        }));
        log.state({ turn, at, block: id, title: titleOf(stated.title) }, steps);
      }
    }
  }
}
