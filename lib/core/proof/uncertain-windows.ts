import type { Residency, Session } from "../trace/session";
import type { TurnIndex } from "../units";
import { classifyFallenTotals } from "../window/fallen-totals";
import type { SessionLists } from "./session-lists";

/**
 * Where the provider's counts say that a window is not as it is listed. What is listed there may not have been sent, and what
 * is not listed may have been: neither proves anything.
 */
export class UncertainWindows {
  /** Turns before which something left that no edit names. What stood then may be gone since. */
  private readonly falls: TurnIndex[] = [];
  /** Turns that list more than was sent. */
  private readonly excesses = new Set<TurnIndex>();
  /** Whether any edit is in doubt. */
  readonly haveDoubts: boolean;

  constructor(
    session: Session,
    private readonly lists: SessionLists,
  ) {
    for (const [turn, contradiction] of classifyFallenTotals(session).contradictions) {
      if (contradiction === "fell") this.falls.push(turn);
      else this.excesses.add(turn);
    }
    this.haveDoubts = session.evictions.some(({ cause }) => cause.doubt !== null);
  }

  /** Whether anything that is listed at a turn may have been missing. */
  lackAt(turn: TurnIndex): boolean {
    return this.excesses.has(turn) || (this.falls[0] ?? Infinity) <= turn;
  }

  /** Whether a block that is listed may have been missing. */
  mayLack({ since }: Pick<Residency, "since">, turn: TurnIndex): boolean {
    return this.excesses.has(turn) || since < (this.falls.findLast((fall) => fall <= turn) ?? -1);
  }

  /** Whether a block that is not listed may have stood there, because the edit that took it out is in doubt. */
  mayHold(block: number | undefined, turn: TurnIndex): boolean {
    if (!this.haveDoubts || block === undefined) return false;
    return this.lists.listExits(block).findLast((exit) => exit.turn <= turn)?.cause.doubt != null;
  }
}
