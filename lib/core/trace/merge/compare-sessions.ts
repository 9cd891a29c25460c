import type { TurnIndex } from "../../units";
import { pairAlikeTurns } from "./alike-turns";
import type { KeyedTurn } from "./keyed-turns";
import type { Variant } from "./variant";

/** How two variants of one session relate. `stored` is in the database; `fresh` comes from a file. */
export interface SessionComparison {
  readonly stored: Variant;
  readonly fresh: Variant;
  /** The fresh turns that the stored variant also has, with their stored numbers. */
  readonly known: ReadonlyMap<TurnIndex, KeyedTurn>;
  readonly covers: boolean;
  readonly within: boolean;
  /** Whether a turn was matched by its likeness to a stored one, or by its name and time. */
  readonly hasAlike: boolean;
  /** Fresh turns that both variants have with different content. The last turn of either may have grown since. */
  readonly differing: readonly TurnIndex[];
  /** True if the fresh variant begins with an empty history and a turn that the stored one does not have. */
  readonly beginsAnew: boolean;
}

/** Compares two versions of one session: turns with equal keys are the same, then those that are alike. */
export function compareVariants(stored: Variant, fresh: Variant): SessionComparison {
  const byKey = new Map(stored.turns.map((turn) => [turn.key, turn]));
  const keyedTurns = new Map<TurnIndex, KeyedTurn>();
  for (const turn of fresh.turns) {
    const match = byKey.get(turn.key);
    if (match !== undefined) keyedTurns.set(turn.index, match);
  }
  const last = stored.turns.at(-1);
  const grown = fresh.turns.find(({ event }) => event.id === last?.event.id);
  if (last !== undefined && grown !== undefined && !keyedTurns.has(grown.index) && hasGrown(last, grown))
    keyedTurns.set(grown.index, last);
  const alike = new Map(pairSameEvents(stored, fresh, keyedTurns));
  for (const [index, turn] of pairAlikeTurns(stored, fresh, new Map([...keyedTurns, ...alike])))
    alike.set(index, turn);
  for (const [index, turn] of alike) keyedTurns.set(index, turn);
  const ids = new Map(fresh.turns.map(({ index, event }) => [index, event.id]));
  const inPlace = (turn: KeyedTurn) =>
    keyedTurns.get(turn.index) === turn && ids.get(turn.index) === turn.event.id;
  const first = fresh.turns[0];
  return {
    stored,
    fresh,
    known: keyedTurns,
    covers: stored.turns.every(inPlace),
    within: fresh.turns.every(({ index }) => keyedTurns.has(index)),
    hasAlike: alike.size > 0,
    differing: fresh.turns.flatMap((turn, i) => {
      const match = keyedTurns.get(turn.index);
      if (match === undefined || isSame(match, turn)) return [];
      const isLonger = match === last && hasGrown(match, turn);
      const isShorter = i === fresh.turns.length - 1 && hasGrown(turn, match);
      return isLonger || isShorter ? [] : [turn.index];
    }),
    beginsAnew: first !== undefined && !keyedTurns.has(first.index) && !hasAnswers(fresh, first.index),
  };
}

/** Fresh turns with other content that are the same call, because their number, id and time are equal. */
function pairSameEvents(
  stored: Variant,
  fresh: Variant,
  keyedTurns: ReadonlyMap<TurnIndex, KeyedTurn>,
): Map<TurnIndex, KeyedTurn> {
  const pairedTurns = new Set([...keyedTurns.values()].map(({ index }) => index));
  const free = new Map(
    stored.turns.filter(({ index }) => !pairedTurns.has(index)).map((turn) => [turn.index, turn]),
  );
  return new Map(
    fresh.turns.flatMap((turn): [TurnIndex, KeyedTurn][] => {
      const before = keyedTurns.has(turn.index) || turn.at === null ? undefined : free.get(turn.index);
      const isOne = before?.event.id === turn.event.id && before.at === turn.at;
      return before !== undefined && isOne ? [[turn.index, before]] : [];
    }),
  );
}

function isSame(a: KeyedTurn, b: KeyedTurn): boolean {
  return a.content === b.content && a.facts === b.facts;
}

function hasGrown(before: KeyedTurn, now: KeyedTurn): boolean {
  return before.window === now.window && before.output.every((block) => now.output.includes(block));
}

function hasAnswers({ recording: { session } }: Variant, turn: TurnIndex): boolean {
  return session.residencies.some(({ block, from, to }) => {
    const stands = from <= turn && (to === null || to >= turn);
    return stands && ANSWERED.has(session.blocks[block]?.kind ?? "other");
  });
}

const ANSWERED: ReadonlySet<string> = new Set([
  "assistant_text",
  "tool_call",
  "tool_result",
  "compaction_summary",
]);
