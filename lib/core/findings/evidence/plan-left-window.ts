import { digits } from "../../digits";
import { statusAt } from "../../plan/plan";
import type { Plan } from "../../plan/plan";
import type { TurnIndex } from "../../units";
import type { FindingRule } from "../rule";

/** The plan left the window while steps of it were still to be done. */
export const planLeftWindow: FindingRule = {
  code: "plan.left_window",
  family: "evidence",
  title: "The plan left the window before it was done",
  severity: "serious",
  advice: "Keep the plan outside the conversation and recite it as the newest content of every window.",
  source: "plan persistence: truncation takes the oldest content first, and the plan is the oldest",
  *find({ session, plans }) {
    for (const plan of plans) {
      const stoodBefore = (turn: TurnIndex) =>
        plan.presence.some(({ mode, to }) => mode !== null && to < turn);
      for (const { from, to, mode, block } of plan.presence) {
        const open = openSteps(plan, from);
        if (mode !== null || open === 0 || !stoodBefore(from)) continue;
        yield {
          from,
          to,
          blocks: [session.blocks[block]?.id ?? []].flat(),
          numbers: { open, turns: to - from + 1 },
          sentence: `The plan${plan.title === null ? "" : ` "${plan.title}"`} was not in the window from turn ${from} to ${to}, with ${digits(open)} of ${digits(plan.steps.length)} steps still open.`,
          proof: { view: "plan", turn: from },
        };
      }
    }
  },
};

function openSteps({ steps }: Plan, turn: TurnIndex): number {
  return steps.filter((step) => {
    const status = statusAt(step, turn);
    return (status === "pending" || status === "started") && (step.removedTurn ?? Infinity) > turn;
  }).length;
}
