import { formatCount } from "../../digits";
import type { Session } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { getFindingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { findBudget } from "./budgets";
import { computeRecentGrowth } from "./recent-growth";

/** A checkpoint with little of the budget used or few turns to go cost more than it saved. */
export const checkpointTooEarly: FindingRule = {
  ...getFindingKind("checkpoint.too_early"),
  *find(input) {
    const { session, settings } = input;
    for (const { turn, event } of session.records) {
      if (event.type !== "checkpoint.taken") continue;
      const window = getWindowTokens(input, turn);
      const budget = findBudget(session, input.index.turn(turn), settings)?.tokens ?? null;
      if (window === null || budget === null) continue;
      const took = countTurnsTaken(session, turn);
      const fit = countTurnsThatFit(session, turn, budget);
      const remaining = settings.expectedTurns === null ? null : settings.expectedTurns - turn;
      const early = window < budget * settings.checkpointEarlyShare;
      const nearlyDone = remaining !== null && remaining <= settings.turnsLeft && window <= budget;
      const needless = took !== null && fit !== null && took <= fit;
      if (!early && !nearlyDone && !needless) continue;
      const percent = Math.round((window / budget) * 100);
      yield {
        from: turn,
        to: turn,
        blocks: [input.index.getBlock(event.block)?.id ?? []].flat(),
        numbers: {
          window,
          budget,
          percent,
          ...(remaining !== null && { remaining: Math.max(0, remaining) }),
          ...(took !== null && { took }),
          ...(fit !== null && { fit }),
        },
        sentence: nearlyDone
          ? `A checkpoint was taken at turn ${turn} though only ${Math.max(0, remaining)} more turns were expected.`
          : `A checkpoint was taken at turn ${turn} with ${percent} % of the budget used${needless ? `; at the growth until then ${formatCount(fit, "more turn")} fitted, and the session took ${took}` : ""}.`,
        proof: { view: "checkpoints", turn },
        claims: [
          {
            is: "count",
            n: 1,
            atLeast: true,
            of: { in: "records", event: "checkpoint.taken", from: turn, to: turn },
          },
          { is: "usage", turn, of: "window", atLeast: window, atMost: window },
        ],
      };
    }
  },
};

function getWindowTokens({ index }: FindingInput, turn: TurnIndex): number | null {
  return index.turn(turn)?.window.tokens.value ?? null;
}

export function countTurnsTaken({ turns, records, meta }: Session, turn: TurnIndex): number | null {
  const restarted = records.some(({ event }) => event.type === "session.restarted" && event.turn >= turn);
  if (meta.outcome === null || restarted) return null;
  return turns.filter(({ index }) => index > turn).length;
}

/** At the growth of the turns before; `null` where nothing grew. */
export function countTurnsThatFit({ turns }: Session, turn: TurnIndex, budget: number): number | null {
  const before = turns.filter(({ index }) => index <= turn);
  const growth = computeRecentGrowth(before);
  const window = before.at(-1)?.window.tokens.value ?? null;
  if (growth === null || window === null || window > budget) return null;
  return Math.floor((budget - window) / growth.perTurn);
}
