import { digits } from "../../digits";
import type { FindingRule } from "../rule";

/** The call after which the next window had to cross the budget: what was read plus what was answered is above it. */
export const budgetProjected: FindingRule = {
  code: "context.budget_projected",
  family: "growth",
  title: "The next call was bound to cross the budget",
  severity: "note",
  advice: "Branch into a checkpoint here: the next call re-reads this window and this answer.",
  source:
    "context budget: input plus output of a call, held against the ceiling before the next call is made",
  *find({ session }) {
    const { budget } = session.meta;
    if (budget === null) return;
    let crossed = false;
    for (const { index, usage, window } of session.turns) {
      const input = usage?.input ?? window.tokens.value;
      const output = usage?.output ?? null;
      if (input === null || output === null) continue;
      const projected = input + output;
      if (projected > budget && input <= budget && !crossed) {
        yield {
          from: index,
          to: index,
          blocks: [],
          numbers: { budget, input, output, projected },
          sentence: `Turn ${index} read ${digits(input)} tokens and answered with ${digits(output)}: the next window could not stay within ${digits(budget)}.`,
          proof: { view: "overview", turn: index },
        };
      }
      crossed = projected > budget;
    }
  },
};
