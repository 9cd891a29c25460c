import { countUntil } from "../count-until";
import type { TurnIndex } from "../units";

/** Turns in a row, both ends included. A span that has not ended ends at `Infinity`. */
export interface TurnSpan {
  readonly from: TurnIndex;
  readonly to: TurnIndex;
}

/**
 * A set of turns as spans that neither touch nor overlap, in their order. Made once, and asked by binary search.
 *
 *     TurnSpans.joinOver([{ from: 4, to: 6 }, { from: 0, to: 1 }, { from: 2, to: 3 }, { from: 9, to: null }])
 *       .spans         → 0–6, 9–∞
 *       .findAfter(7)  → 9–∞      the first span that has not ended before the turn
 *       .findBefore(8) → 0–6      the last span that began at or before the turn
 *       .has(7)        → false
 *       .has(7, 9)     → true     some turn of the range
 *       .covers(7, 9)  → false    every turn of the range
 */
export class TurnSpans {
  private constructor(readonly spans: readonly TurnSpan[]) {}

  /** @param spans in any order; `to` is `null` where a span has not ended */
  static joinOver(spans: Iterable<{ readonly from: TurnIndex; readonly to: TurnIndex | null }>): TurnSpans {
    const joinedSpans: { from: TurnIndex; to: TurnIndex }[] = [];
    for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
      const [last, end] = [joinedSpans.at(-1), to ?? Infinity];
      if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, end);
      else joinedSpans.push({ from, to: end });
    }
    return new TurnSpans(joinedSpans);
  }

  findAfter(turn: TurnIndex): TurnSpan | undefined {
    return this.spans[countUntil(this.spans, ({ to }) => to < turn)];
  }

  findBefore(turn: TurnIndex): TurnSpan | undefined {
    return this.spans[countUntil(this.spans, ({ from }) => from <= turn) - 1];
  }

  /** Whether one of these turns, or this turn, is in a span. */
  has(from: TurnIndex, to = from): boolean {
    return (this.findAfter(from)?.from ?? Infinity) <= to;
  }

  /** Whether all these turns are in a span. */
  covers(from: TurnIndex, to: TurnIndex): boolean {
    const span = this.findAfter(from);
    return to < from || (span !== undefined && span.from <= from && span.to >= to);
  }
}
