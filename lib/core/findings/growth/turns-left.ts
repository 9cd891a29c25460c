import { formatDigits } from "../../digits";
import { getFindingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { findBudget, describeBudgetOrigin } from "./budgets";
import { computeRecentGrowth } from "./recent-growth";

export const turnsLeft: FindingRule = {
  ...getFindingKind("context.turns_left"),
  *find({ session, settings }) {
    const last = session.turns.at(-1);
    const budget = findBudget(session, last, settings);
    const limit = budget?.tokens ?? null;
    const window = last?.window.tokens.value ?? null;
    if (last === undefined || budget === null || limit === null || window === null || window >= limit) return;
    if (session.meta.outcome !== null) return;
    const growth = computeRecentGrowth(session.turns);
    if (growth === null) return;
    const { perTurn } = growth;
    const fittingTurns = Math.floor((limit - window) / perTurn);
    if (fittingTurns > settings.turnsLeft) return;
    yield {
      from: last.index,
      to: last.index,
      blocks: [],
      numbers: { left: fittingTurns, perTurn: Math.round(perTurn), window, limit },
      sentence: `At turn ${last.index}, with ${formatDigits(window)} tokens in the window and ${formatDigits(perTurn)} more a turn, the average of the last ${growth.turns}, ${formatDigits(fittingTurns)} more turns fit into ${formatDigits(limit)} tokens${describeBudgetOrigin(session, last, budget)}.`,
      proof: { view: "overview", turn: last.index },
      claims: [
        { is: "usage", turn: last.index, of: "window", atLeast: window, atMost: window },
        ...growth.deltas.map(({ turn, tokens }) => ({
          is: "usage" as const,
          turn,
          of: "delta" as const,
          atLeast: tokens,
          atMost: tokens,
        })),
      ],
    };
  },
};
