import { formatDigits } from "../../digits";
import type { Session } from "../../trace/session";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { findBudget, describeBudgetOrigin, projectAfter } from "./budgets";

export const budgetProjected: FindingRule = {
  ...getFindingKind("context.budget_projected"),
  *find({ session, settings }) {
    const relieved = findReliefTurns(session);
    let crossed = false;
    for (const [i, turn] of session.turns.entries()) {
      const budget = findBudget(session, turn, settings);
      const next = projectAfter(session, turn);
      if (budget === null || next?.provenance !== "measured") continue;
      const { input, output, tokens: projected } = next;
      const isOver = projected > budget.tokens;
      if (isOver && input <= budget.tokens && !crossed) {
        const following = session.turns[i + 1]?.index;
        const isRelieved = relieved.has(turn.index) || (following !== undefined && relieved.has(following));
        yield {
          from: turn.index,
          to: turn.index,
          blocks: [],
          numbers: { budget: budget.tokens, input, output, projected, relieved: isRelieved ? 1 : 0 },
          sentence: `Turn ${turn.index} read ${formatDigits(input)} tokens and answered with ${formatDigits(output)}: the next window, ${formatDigits(projected)} tokens or more, could not stay within ${formatDigits(budget.tokens)}${describeBudgetOrigin(session, turn, budget)}. ${isRelieved ? "A checkpoint or a compaction came before the next call." : "A checkpoint was needed here, and none was taken."}`,
          proof: { view: "overview", turn: turn.index },
          claims: [
            { is: "usage", turn: turn.index, of: "input", atLeast: input, atMost: input },
            { is: "usage", turn: turn.index, of: "output", atLeast: output, atMost: output },
          ],
        };
      }
      crossed = isOver;
    }
  },
};

function findReliefTurns({ records, compactions }: Session): Set<number> {
  const turns = records.flatMap(({ turn, event }) =>
    event.type === "checkpoint.taken" || event.type === "session.restarted" ? [turn] : [],
  );
  return new Set([...turns, ...compactions.map(({ turn }) => turn)]);
}
