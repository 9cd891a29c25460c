import { digits } from "../../digits";
import { isKeptOutside } from "../../evidence/plan/readers";
import { isOpenAt } from "../../evidence/plan/steps/plan";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { shortWords } from "../rule/subject";

export const planLeftWindow: FindingRule = {
  ...findingKind("plan.left_window"),
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
