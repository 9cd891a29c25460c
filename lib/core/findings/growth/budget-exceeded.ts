import { formatCount, formatDigits } from "../../digits";
import type { Turn } from "../../trace/session";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { turnRuns } from "../rule/runs";
import { findBudget, describeBudgetOrigin } from "./budgets";

export const budgetExceeded: FindingRule = {
  ...getFindingKind("context.budget_exceeded"),
  *find({ session, settings }) {
    const budgets = session.turns.map((turn) => findBudget(session, turn, settings));
    const above = ({ turn, i }: { turn: Turn; i: number }) => {
      const budget = budgets[i];
      return budget != null && (turn.window.tokens.value ?? 0) > budget.tokens;
    };
    const turns = session.turns.map((turn, i) => ({ turn, i }));
    for (const run of turnRuns(turns, above)) {
      const peak = run.reduce((highest, { turn }) => Math.max(highest, turn.window.tokens.value ?? 0), 0);
      const [first, last] = [run[0], run.at(-1)];
      const budget = budgets[first?.i ?? -1];
      if (first === undefined || last === undefined || budget == null) continue;
      yield {
        ...(budget.from === "project share" && { severity: "note" as const }),
        from: first.turn.index,
        to: last.turn.index,
        blocks: [],
        numbers: { budget: budget.tokens, peak, turns: run.length },
        sentence: `The window was above its budget of ${formatDigits(budget.tokens)} tokens${describeBudgetOrigin(session, first.turn, budget)} for ${formatCount(run.length, "turn")} from turn ${first.turn.index} on, and had ${formatDigits(peak)} tokens at its fullest.`,
        proof: { view: "overview", turn: first.turn.index },
        claims: [
          {
            is: "usage",
            turn: first.turn.index,
            until: last.turn.index,
            of: "window",
            atLeast: budget.tokens + 1,
            atMost: peak,
          },
        ],
      };
    }
  },
};
