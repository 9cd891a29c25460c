export interface Marked extends Iterable<number> {
  has(index: number): boolean;
}

/**
 * Notes which items of a growing list have changed. Items added since the last `take` count as new and need no mark. So
 * a list whose marks are never taken collects none.
 */
export class Marks {
  private seen = 0;
  private changed = new Set<number>();

  add(index: number): void {
    if (index < this.seen) this.changed.add(index);
  }

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
