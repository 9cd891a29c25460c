import { digits } from "../../digits";
import { isKeptOutside } from "../../evidence/plan/readers";
import { isOpenAt } from "../../evidence/plan/steps/plan";
import type { FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";

/** The plan left the window while steps of it were still to be done, and nothing in the window said it again. */
export const planLeftWindow: FindingRule = {
  code: "plan.left_window",
  family: "evidence",
  title: "The plan left the window before it was done",
  severity: "serious",
  advice: "Keep the plan outside the conversation and recite it as the newest content of every window.",
  source: "plan persistence: truncation takes the oldest content first, and the plan is the oldest",
  *find({ session, plans }) {
    for (const plan of plans) {
      for (const { from, to, mode, block } of plan.presence) {
        const stoodBefore = plan.presence.some((run) => run.mode !== null && run.to < from);
        const open = plan.steps.filter((step) => isOpenAt(step, from));
        if (mode !== null || !stoodBefore || open.length === 0) continue;
        const isOutside = isKeptOutside(plan.source);
        yield {
          ...(isOutside && { severity: "warning" as const }),
          from,
          to,
          blocks: [session.blocks[block]?.id ?? []].flat(),
          numbers: { open: open.length, turns: to - from + 1 },
          sentence: `The plan "${shortWords(plan.title ?? plan.id)}" was not in the window from turn ${from} to ${to}, with ${digits(open.length)} of ${digits(plan.steps.length)} steps still open; the first of them is "${shortWords(open[0]?.text ?? "")}".${isOutside ? " Its tracker still has it." : ""}`,
          proof: { view: "plan", turn: from },
        };
      }
    }
  },
};
