import type { Recording } from "../../trace/fold/recording";
import type { Tokens, TurnIndex } from "../../units";
import { countUntil } from "../../count-until";
import { pairCalls } from "../../window/call-pairs";
import { indexResidencies } from "../../window/residency-index";
import { says } from "../../proof/finder/says";
import type { Cut } from "../cuts";

export interface SparedFetch {
  readonly turn: TurnIndex;
  readonly text: string;
  readonly tokens: Tokens;
}

/** What a text behind a cut would have changed in the turns that followed, as far as the recording proves it. */
export interface GiveBackEffect {
  /** The number of turns from the cut to the next compaction or the end: the text would have stood in each of them. */
  readonly turns: number;
  /** Tokens of their windows together; `null` where no window is known. */
  readonly recorded: Tokens | null;
  /** Tokens of the same windows with the text, and without the fetches that it spares. */
  readonly withText: Tokens | null;
  /** How many sources were fetched again. */
  readonly fetched: number;
  readonly spared: readonly SparedFetch[];
}

export interface FetchedWant {
  readonly turn: TurnIndex;
  readonly text: string;
  /** The id of the call. */
  readonly by: string | null;
  readonly used: readonly string[];
  readonly usedAll: boolean;
}

interface Asked {
  readonly recording: Recording;
  readonly cut: Cut;
  readonly text: string;
  readonly tokens: Tokens;
  readonly fetched: readonly FetchedWant[];
}

/**
 * Replays the turns behind a cut with the text in each window. A fetch is spared where all that was used of its result stands in
 * the text; of a result of which nobody knows what was used, nothing is claimed. The call and its result then stand in no window.
 *
 *     turn 4   cut, text of 100 tokens      turn 6   reads src/a.ts again, 900 tokens, and uses only W2378156 of it
 *     turns 4–9 recorded 60,000             with the text, which says W2378156:  + 6 × 100 − 3 × 900
 */
export function measureGiveBack({ recording, cut, text, tokens, fetched }: Asked): GiveBackEffect {
  const { session } = recording;
  const next =
    session.compactions[countUntil(session.compactions, ({ turn }) => turn <= cut.turn)]?.turn ?? Infinity;
  const turns = session.turns.filter(({ index }) => index >= cut.turn && index < next);
  const spared = fetched.filter(
    ({ used, usedAll }) => usedAll && used.length > 0 && used.every((value) => says(text, value)),
  );
  const knownTurns = turns.filter(({ window }) => window.known);
  const recorded =
    knownTurns.length === 0
      ? null
      : knownTurns.reduce((sum, { window }) => sum + (window.tokens.value ?? 0), 0);
  const numbers = new Map(session.blocks.map(({ id }, no) => [id, no]));
  const standing = indexResidencies(session);
  const { resultOf } = pairCalls(session);
  const sizes = spared.map((want) => {
    const call = numbers.get(want.by ?? "") ?? -1;
    const blocks = [call, resultOf.get(call) ?? []].flat();
    const size = (block: number) => {
      const facts = session.blocks[block];
      return facts?.versions[facts.full]?.tokens ?? 0;
    };
    const countStanding = (block: number) =>
      knownTurns.filter(({ index }) => standing.findAt(block, index) !== undefined).length;
    return {
      fetch: {
        turn: want.turn,
        text: want.text,
        tokens: blocks.reduce((sum, block) => sum + size(block), 0),
      },
      read: blocks.reduce((sum, block) => sum + size(block) * countStanding(block), 0),
    };
  });
  return {
    turns: turns.length,
    recorded,
    withText:
      recorded === null
        ? null
        : recorded + knownTurns.length * tokens - sizes.reduce((sum, { read }) => sum + read, 0),
    fetched: fetched.length,
    spared: sizes.map(({ fetch }) => fetch),
  };
}
