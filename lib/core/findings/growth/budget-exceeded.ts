import { counted, digits } from "../../digits";
import type { Turn } from "../../trace/session";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { turnRuns } from "../rule/runs";
import { findingBudget, budgetOriginAt } from "./budgets";

export const budgetExceeded: FindingRule = {
  ...findingKind("context.budget_exceeded"),
  *find({ session, settings }) {
    const budgets = session.turns.map((turn) => findingBudget(session, turn, settings));
    const above = ({ turn, i }: { turn: Turn; i: number }) => {
      const budget = budgets[i];
      return budget != null && (turn.window.tokens.value ?? 0) > budget.tokens;
    };
    const turns = session.turns.map((turn, i) => ({ turn, i }));
    for (const run of turnRuns(turns, above)) {
      const peak = run.reduce((most, { turn }) => Math.max(most, turn.window.tokens.value ?? 0), 0);
      const [first, last] = [run[0], run.at(-1)];
      const budget = budgets[first?.i ?? -1];
      if (first === undefined || last === undefined || budget == null) continue;
      yield {
        ...(budget.from === "project share" && { severity: "note" as const }),
        from: first.turn.index,
        to: last.turn.index,
        blocks: [],
        numbers: { budget: budget.tokens, peak, turns: run.length },
        sentence: `The window was above its budget of ${digits(budget.tokens)} tokens${budgetOriginAt(session, first.turn, budget)} for ${counted(run.length, "turn")} from turn ${first.turn.index} on, and had ${digits(peak)} tokens at its fullest.`,
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
