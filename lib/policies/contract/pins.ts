import type { Measure } from "./history";
import { listBetween } from "./positions";

/**
 * What may not leave. A policy asks before it chooses. A pinned message neither leaves nor changes. The message that
 * makes its call, and that message's other results, keep their place, so that pairs stay whole.
 */
export interface Pins {
  readonly pinned: readonly number[];
  /** Positions that may not leave, including the pinned ones, ascending. */
  readonly staying: readonly number[];
  /**
   * Whether a rule that removes a message's text must skip it. The question itself records that the rule would have
   * removed it.
   */
  keepsText(index: number): boolean;
  keepsPlace(index: number): boolean;
}

export const NO_PINS: Pins = {
  pinned: [],
  staying: [],
  keepsText: () => false,
  keepsPlace: () => false,
};

/** The sum of a measure over those of `positions` (ascending) between `from` (inclusive) and `to` (exclusive). */
export function sumAt(positions: readonly number[], measure: Measure, from: number, to: number): number {
  let sum = 0;
  for (const index of listBetween(positions, from, to)) sum += measure.at(index);
  return sum;
}

/** The sum of a measure over a range, without its pinned messages. */
export function sumUnpinned({ pinned }: Pins, measure: Measure, from: number, to: number): number {
  return measure.sum(from, to) - sumAt(pinned, measure, from, to);
}

/** The sum of a measure over a range, without the messages that may not leave. */
export function sumLeaving({ staying }: Pins, measure: Measure, from: number, to: number): number {
  return measure.sum(from, to) - sumAt(staying, measure, from, to);
}

/** Removes from `passed` the positions that no pin keeps any more, and returns them. */
export function takeFree(passed: number[], isKept: (index: number) => boolean): number[] {
  const free = passed.filter((index) => !isKept(index));
  if (free.length > 0) passed.splice(0, passed.length, ...passed.filter(isKept));
  return free;
}
