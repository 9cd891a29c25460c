import type { Measure } from "./history";
import { between } from "./positions";

/**
 * What may not leave, as a policy's rules see it before they choose. A pinned message neither leaves nor changes. The
 * message that makes its call and the other results of that message keep their place, so that pairs stay whole.
 */
export interface Pins {
  /** Positions of pinned messages, ascending. */
  readonly pinned: readonly number[];
  /** Positions that may not leave, the pinned ones among them, ascending. */
  readonly staying: readonly number[];
  /** Whether a rule that takes a message's text has to pass it over. Asking says that the rule would have taken it. */
  keepsText(index: number): boolean;
  /** The same for a rule that takes the whole message. */
  keepsPlace(index: number): boolean;
}

/** Nothing is pinned. */
export const NO_PINS: Pins = {
  pinned: [],
  staying: [],
  keepsText: () => false,
  keepsPlace: () => false,
};

/** What a measure comes to over those of `positions` (ascending) that lie from `from` up to, not including, `to`. */
export function sumAt(positions: readonly number[], measure: Measure, from: number, to: number): number {
  let sum = 0;
  for (const index of between(positions, from, to)) sum += measure.at(index);
  return sum;
}

/** The sum of a measure over a range without what is pinned in it. */
export function sumUnpinned({ pinned }: Pins, measure: Measure, from: number, to: number): number {
  return measure.sum(from, to) - sumAt(pinned, measure, from, to);
}

/** The sum of a measure over a range without what may not leave it. */
export function sumLeaving({ staying }: Pins, measure: Measure, from: number, to: number): number {
  return measure.sum(from, to) - sumAt(staying, measure, from, to);
}

/** Takes those positions out of a list that no pin keeps any more, and gives them. */
export function takeFree(passed: number[], isKept: (index: number) => boolean): number[] {
  const free = passed.filter((index) => !isKept(index));
  if (free.length > 0) passed.splice(0, passed.length, ...passed.filter(isKept));
  return free;
}
