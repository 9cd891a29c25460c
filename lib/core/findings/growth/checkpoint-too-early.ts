import { counted } from "../../digits";
import type { Session } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { findingKind } from "../kinds";
import type { FindingInput, FindingRule } from "../rule/rule";
import { findingBudget } from "./budgets";
import { recentGrowth } from "./recent-growth";

/** A checkpoint with little of the budget used or few turns to go cost more than it saved. */
export const checkpointTooEarly: FindingRule = {
  ...findingKind("checkpoint.too_early"),
  *find(input) {
    const { session, settings } = input;
    for (const { turn, event } of session.records) {
      if (event.type !== "checkpoint.taken") continue;
      const window = windowAt(input, turn);
      const budget = findingBudget(session, input.index.turn(turn), settings)?.tokens ?? null;
      if (window === null || budget === null) continue;
      const took = turnsTaken(session, turn);
      const fit = turnsThatFit(session, turn, budget);
      const remaining = settings.expectedTurns === null ? null : settings.expectedTurns - turn;
      const early = window < budget * settings.checkpointEarlyShare;
      const nearlyDone = remaining !== null && remaining <= settings.turnsLeft && window <= budget;
      const needless = took !== null && fit !== null && took <= fit;
      if (!early && !nearlyDone && !needless) continue;
      const percent = Math.round((window / budget) * 100);
      yield {
        from: turn,
        to: turn,
        blocks: [input.index.block(event.block)?.id ?? []].flat(),
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
          : `A checkpoint was taken at turn ${turn} with ${percent} % of the budget used${needless ? `; at the growth until then ${counted(fit, "more turn")} fitted, and the session took ${took}` : ""}.`,
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

function windowAt({ index }: FindingInput, turn: TurnIndex): number | null {
  return index.turn(turn)?.window.tokens.value ?? null;
}

export function turnsTaken({ turns, records, meta }: Session, turn: TurnIndex): number | null {
  const restarted = records.some(({ event }) => event.type === "session.restarted" && event.turn >= turn);
  if (meta.outcome === null || restarted) return null;
  return turns.filter(({ index }) => index > turn).length;
}

/** At the growth of the turns before; `null` where nothing grew. */
export function turnsThatFit({ turns }: Session, turn: TurnIndex, budget: number): number | null {
  const before = turns.filter(({ index }) => index <= turn);
  const growth = recentGrowth(before);
  const window = before.at(-1)?.window.tokens.value ?? null;
  if (growth === null || window === null || window > budget) return null;
  return Math.floor((budget - window) / growth.perTurn);
}
