import { groupBy } from "../group-by";
import type { Residency, Session } from "../trace/session";
import type { TurnIndex } from "../units";

export class Standing {
  private readonly byBlock: ReadonlyMap<number, Residency[]>;

  constructor({ residencies }: Pick<Session, "residencies">) {
    this.byBlock = groupBy(residencies, ({ block }) => block);
    for (const residencies of this.byBlock.values()) residencies.sort((a, b) => a.from - b.from);
  }

  of(block: number): readonly Residency[] {
    return this.byBlock.get(block) ?? [];
  }

  at(block: number, turn: TurnIndex): Residency | undefined {
    const residency = this.latest(block, turn);
    return residency !== undefined && (residency.to === null || residency.to >= turn) ? residency : undefined;
  }

  /** The newest residency that began at or before a turn, even if it has ended by then. */
  latest(block: number, turn: TurnIndex): Residency | undefined {
    const residencies = this.of(block);
    let [low, high] = [0, residencies.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((residencies[middle]?.from ?? Infinity) <= turn) low = middle + 1;
      else high = middle;
    }
    return residencies[low - 1];
  }
}
