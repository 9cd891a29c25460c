import { digits } from "../../digits";
import { findingKind } from "../kinds";
import type { FindingRule } from "../rule/rule";
import { nameOfBlock } from "../rule/subject";

/** Names the turn that caused the growth, not the turn that shows it. */
export const spike: FindingRule = {
  ...findingKind("context.spike"),
  *find(input) {
    const { session, index, settings } = input;
    for (const turn of session.turns) {
      const { value, causedByTurn } = turn.delta;
      if (value === null || causedByTurn === null || value <= settings.spikeTokens) continue;
      const [largest] = index.arrivals(turn.index);
      yield {
        from: causedByTurn,
        to: turn.index,
        blocks: largest === undefined ? [] : [largest.id],
        numbers: { delta: value, threshold: settings.spikeTokens },
        sentence: `Turn ${causedByTurn} added ${digits(value)} tokens to the window of turn ${turn.index}${largest === undefined ? "" : `; the largest arrival was the ${nameOfBlock(input, session.blocks.indexOf(largest))}`}.`,
        proof: { view: "turn", turn: turn.index },
      };
    }
  },
};
