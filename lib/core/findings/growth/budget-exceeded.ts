import { counted, digits } from "../../digits";
import type { Turn } from "../../trace/session";
import type { FindingRule } from "../rule";
import { runsOf } from "../runs";

/** Windows above the session's own budget, one case for each run of turns. */
export const budgetExceeded: FindingRule = {
  code: "context.budget_exceeded",
  family: "growth",
  title: "The window was above its budget",
  severity: "warning",
  advice: "Take a checkpoint before the call that crosses the budget, or reduce what the window keeps.",
  source: "context budget: the ceiling that the agent's owner set for one window",
  *find({ session }) {
    const { budget } = session.meta;
    if (budget === null) return;
    const above = (turn: Turn) => (turn.window.tokens.value ?? 0) > budget;
    for (const run of runsOf(session.turns, above)) {
      const peak = Math.max(...run.map((turn) => turn.window.tokens.value ?? 0));
      const [first, last] = [run[0], run.at(-1)];
      if (first === undefined || last === undefined) continue;
      yield {
        from: first.index,
        to: last.index,
        blocks: [],
        numbers: { budget, peak, turns: run.length },
        sentence: `The window was above its budget of ${digits(budget)} tokens for ${counted(run.length, "turn")}, ${digits(peak)} at most.`,
        proof: { view: "overview", turn: first.index },
      };
    }
  },
};
