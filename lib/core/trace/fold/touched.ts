/** Which items of a growing list are new or other than they were, in ascending order of their indexes. */
export interface Marked extends Iterable<number> {
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
    return {
      has: (index) => changed.has(index) || (index >= seen && index < end),
      *[Symbol.iterator]() {
        yield* [...changed].sort((a, b) => a - b);
        for (let index = seen; index < end; index++) yield index;
      },
    };
  }
}
