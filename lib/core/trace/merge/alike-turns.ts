import type { TurnIndex } from "../../units";
import type { KeyedTurn } from "./keyed-turns";
import { listTextsOfWindow } from "./keyed-turns";
import type { Variant } from "./variant";

/** The most comparisons of windows: they cost turns times residencies, and beyond this nobody waits for them. */
const WORK_MAX = 50_000_000;
const DIFFERENT_MAX = 1;

/**
 * Pairs fresh turns with stored turns that differ only in one text. They stand at the same place between turns that both variants
 * have, and all texts but one are equal. If the answer is what differs, both variants must have another turn in common, because
 * two sessions may begin alike. Turns with ids or times of their own are never matched.
 */
export function pairAlikeTurns(
  stored: Variant,
  fresh: Variant,
  keyedTurns: ReadonlyMap<TurnIndex, KeyedTurn>,
): ReadonlyMap<TurnIndex, KeyedTurn> {
  const pairedTurns = new Set([...keyedTurns.values()].map(({ index }) => index));
  const estimateWork = ({ turns, recording }: Variant, isKnown: (index: TurnIndex) => boolean) =>
    turns.filter(({ index }) => !isKnown(index)).length * recording.session.residencies.length;
  const work =
    estimateWork(stored, (index) => pairedTurns.has(index)) +
    estimateWork(fresh, (index) => keyedTurns.has(index));
  if (work > WORK_MAX) return new Map();
  const pairs = pairTurns(stored, fresh, keyedTurns, areAskedAlike);
  const allPairs = new Map([...keyedTurns, ...pairs]);
  if (allPairs.size === 0) return pairs;
  return new Map([...pairs, ...pairTurns(stored, fresh, allPairs, areAlike)]);
}

type Likeness = (stored: Variant, before: KeyedTurn, fresh: Variant, now: KeyedTurn) => boolean;

function pairTurns(
  stored: Variant,
  fresh: Variant,
  keyedTurns: ReadonlyMap<TurnIndex, KeyedTurn>,
  areAlike: Likeness,
): Map<TurnIndex, KeyedTurn> {
  const found = new Map<TurnIndex, KeyedTurn>();
  const pairedTurns = new Set([...keyedTurns.values()].map(({ index }) => index));
  const selectWithin = (from: TurnIndex, end: TurnIndex) =>
    stored.turns.filter(({ index }) => index > from && index < end && !pairedTurns.has(index));
  let gap = selectWithin(-1, nextKnown(fresh.turns, keyedTurns, 0));
  fresh.turns.forEach((turn, i) => {
    const match = keyedTurns.get(turn.index);
    if (match !== undefined) {
      gap = selectWithin(match.index, nextKnown(fresh.turns, keyedTurns, i + 1));
      return;
    }
    const at = gap.findIndex(
      (keyedTurn) => mayBeOne(keyedTurn, turn) && areAlike(stored, keyedTurn, fresh, turn),
    );
    const before = gap[at];
    if (before === undefined) return;
    found.set(turn.index, before);
    gap = gap.slice(at + 1);
  });
  return found;
}

function nextKnown(
  turns: readonly KeyedTurn[],
  keyedTurns: ReadonlyMap<TurnIndex, KeyedTurn>,
  from: number,
): TurnIndex {
  for (const { index } of turns.slice(from)) {
    const match = keyedTurns.get(index);
    if (match !== undefined) return match.index;
  }
  return Number.POSITIVE_INFINITY;
}

function mayBeOne(before: KeyedTurn, now: KeyedTurn): boolean {
  return !before.isNamed && !now.isNamed && before.at === now.at;
}

function areAskedAlike(stored: Variant, before: KeyedTurn, fresh: Variant, now: KeyedTurn): boolean {
  if (before.output.join() !== now.output.join()) return false;
  const [a, b] = [listWindowTexts(stored, before), listWindowTexts(fresh, now)];
  return a.length === b.length && a.length > 1 && countMissing(a, b) <= DIFFERENT_MAX;
}

/**
 * Two turns are alike when they have the same window and another answer, or windows that differ in one text with the same
 * answer.
 */
function areAlike(stored: Variant, before: KeyedTurn, fresh: Variant, now: KeyedTurn): boolean {
  const isOtherAnswer = before.output.length === now.output.length && before.window === now.window;
  return isOtherAnswer || areAskedAlike(stored, before, fresh, now);
}

function listWindowTexts({ recording }: Variant, { index }: KeyedTurn): string[] {
  return listTextsOfWindow(recording.session, index);
}

function countMissing(a: readonly string[], b: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const text of b) counts.set(text, (counts.get(text) ?? 0) + 1);
  return a.filter((text) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  }).length;
}
