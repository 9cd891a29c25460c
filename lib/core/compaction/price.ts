import type { SessionBill } from "../cost/bill-parts";
import { sumOf } from "../cost/bill-parts";
import { computeCompactionBills } from "../cost/compaction-bills";
import { toMoney } from "../cost/money";
import { countUntil } from "../count-until";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import type { Cut } from "./cuts";
import type { Wanted } from "./wanted-again";

export interface CutPrice {
  /** The cost of the call that wrote the summary, of what was written again behind it, and of what was fetched again. */
  readonly paid: number;
  readonly fetching: number;
  /** The cost of what would have been read again until the end, or until the next compaction. */
  readonly saved: number;
  /** The number of turns after which the cut had saved what it cost; `null` for never. */
  readonly paidOffAfter: number | null;
}

/** What each cut cost against what it saved. */
export class CutPrices {
  private readonly ofCompactions;
  /** The cost of reading one token at all turns before each turn. */
  private readonly reads: readonly number[];
  private readonly fetchPrices: ReadonlyMap<number, number>;

  constructor(
    private readonly session: Session,
    private readonly bill: SessionBill,
  ) {
    this.ofCompactions = computeCompactionBills(session, bill);
    const reads = [0];
    for (const { rates } of bill.turns) reads.push((reads.at(-1) ?? 0) + rates.read);
    this.reads = reads;
    this.fetchPrices = new Map(bill.blocks.map(({ block, new: cost }) => [block, cost]));
  }

  /**
   * What a cut cost and saved.
   * @returns `null` where the turn behind the cut has no price
   */
  at(cut: Cut, wants: readonly Wanted[], resultOf: ReadonlyMap<number, number>): CutPrice | null {
    const { turns } = this.bill;
    const first = countUntil(turns, ({ turn }) => turn < cut.turn);
    const ownTurn = turns[first];
    // A copied turn is charged in another session.
    if (ownTurn === undefined || cut.turn < (turns[0]?.turn ?? 0)) return null;
    const { paid, freed } = this.ofCompactions[cut.compaction ?? -1] ?? {
      paid: ownTurn.turn === cut.turn ? toMoney(sumOf(ownTurn.parts.rewritten)) : 0,
      freed: cut.evictions.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0),
    };
    const fetching = wants
      .filter(({ how }) => how === "fetched")
      .reduce((sum, { by }) => sum + this.priceOf(resultOf.get(by ?? -1) ?? by), 0);
    const until = this.nextCompaction(cut.turn);
    const end = countUntil(turns, ({ turn }) => turn < until);
    const sumSavedBefore = (at: number) =>
      toMoney(freed * ((this.reads[at] ?? 0) - (this.reads[first] ?? 0)));
    const total = paid + toMoney(fetching);
    const saved = sumSavedBefore(end);
    // The sums of readings grow, so the first sum that is enough is found by halving.
    const enough = countUntil(this.reads, (sum) => toMoney(freed * (sum - (this.reads[first] ?? 0))) < total);
    const last = saved > 0 && saved >= total ? turns[Math.max(first, enough - 1)] : undefined;
    const paidOffAfter = last === undefined ? null : last.turn - cut.turn + 1;
    return { paid: total, fetching: toMoney(fetching), saved, paidOffAfter };
  }

  private priceOf(block: number | null): number {
    return block === null ? 0 : (this.fetchPrices.get(block) ?? 0);
  }

  private nextCompaction(turn: TurnIndex): TurnIndex {
    const { compactions } = this.session;
    return (
      compactions[countUntil(compactions, (compaction) => compaction.turn <= turn)]?.turn ??
      Number.POSITIVE_INFINITY
    );
  }
}
