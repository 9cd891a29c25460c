import type { TurnIndex } from "../../units";
import type { FoldState } from "./state";

/** What is new or other than it was, as indexes into the session's lists. Turns are numbers, not indexes. */
export interface Touched {
  readonly blocks: Marked;
  readonly residencies: Marked;
  readonly turns: Marked;
}

/** Whether an item is new or other than it was. */
export interface Marked {
  has(index: number): boolean;
}

/**
 * Notes which items of a growing list became other than they were. What is behind the end that the list had when this was
 * last taken is new: it needs no mark, so that who never takes them keeps none.
 */
export class Marks {
  private seen = 0;
  private changed = new Set<number>();

  add(index: number): void {
    if (index < this.seen) this.changed.add(index);
  }

  /** What was noted, and everything new in a list that ends before `end`. Starts over from there. */
  take(end: number): Marked {
    const { seen, changed } = this;
    this.seen = end;
    this.changed = new Set();
    return { has: (index) => index >= seen || changed.has(index) };
  }
}

/** What the fold has touched since the last call: what a store that follows it has to write. */
export function takeTouched({ registry, window, calls, turns }: FoldState): Touched {
  const newest: TurnIndex = turns.at(-1)?.event.turn ?? -1;
  return {
    blocks: registry.touched.take(registry.blocks.length),
    residencies: window.touched.take(window.residencies.length),
    turns: calls.touched.take(newest + 1),
  };
}
