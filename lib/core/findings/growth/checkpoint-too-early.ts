import type { TurnIndex } from "../../units";
import type { FindingInput, FindingRule } from "../rule";
import { budgetAt } from "./budgets";

/** A checkpoint while little of the budget was used, or with few turns to go: it cost more than it saved. */
export const checkpointTooEarly: FindingRule = {
  code: "checkpoint.too_early",
  family: "growth",
  title: "A checkpoint came too early",
  severity: "note",
  advice: "Set the threshold by the turns that are expected to remain, not by what is used so far.",
  source:
    "checkpoint and restart: tripping at a fraction of the budget burns more on recovery than finishing takes",
  *find(input) {
    const { session, settings } = input;
    for (const { turn, event } of session.records) {
      if (event.type !== "checkpoint.taken") continue;
      const window = windowAt(input, turn);
      const budget = budgetAt(session, input.index.turn(turn), settings)?.tokens ?? null;
      if (window === null || budget === null) continue;
      const remaining = settings.expectedTurns === null ? null : settings.expectedTurns - turn;
      const early = window < budget * settings.checkpointEarlyShare;
      const nearlyDone = remaining !== null && remaining <= settings.turnsLeft && window <= budget;
      if (!early && !nearlyDone) continue;
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
        },
        sentence: nearlyDone
          ? `A checkpoint was taken at turn ${turn} though only ${Math.max(0, remaining)} more turns were expected.`
          : `A checkpoint was taken at turn ${turn} with ${percent} % of the budget used.`,
        proof: { view: "overview", turn },
      };
    }
  },
};

function windowAt({ index }: FindingInput, turn: TurnIndex): number | null {
  return index.turn(turn)?.window.tokens.value ?? null;
}
