import type { StatedStep } from "../steps/step-identity";
import type { PlanReader } from "./reader";
import { makeStatement, readStatedText } from "./reader";
import { convertStatusBox } from "./statuses";

/** A step's line in Markdown: numbered or with a bullet, not indented, with or without a box. */
const STEP_LINE = /^(?:\d{1,4}[.)]|[-*+])[ \t]+(?:\[([ xX])\][ \t]+)?(\S[^\n]*)$/gm;
const HEADING = /^#{1,6}[ \t]+(\S[^\n]*)$/m;

/** Claude Code asks its user to approve it: `ExitPlanMode` with `plan` in Markdown. */
export const exitPlanMode: PlanReader = {
  id: "exit-plan-mode",
  title: "Plan for approval",
  matches: (kind, tool) => kind === "tool_call" && (tool === "exitplanmode" || tool === "exit_plan_mode"),
  read: ({ args }) => {
    const plan = readStatedText(args.plan) ?? "";
    return makeStatement(readStepLines(plan), { title: HEADING.exec(plan)?.[1]?.trim() });
  },
};

function readStepLines(plan: string): StatedStep[] {
  return [...plan.matchAll(STEP_LINE)].map(([, mark = " ", words = ""]) => ({
    text: words.trim(),
    status: convertStatusBox(mark),
  }));
}
