import type { InSteps } from "../steps";
import type { Tokens, TurnIndex } from "../units";
import type { BlockBill } from "./bill-parts";
import { PrefixSums } from "./prefix-sums";
import type { LedgerPlaces } from "./ledger-places";

interface Life {
  tokens: Tokens;
  entered: TurnIndex;
  turns: number;
  cost: Record<"new" | "carried" | "rewritten", number>;
  untilLastUse: number | null;
  behind: Tokens;
  rewriteRate: number;
}

/**
 * What each block cost over its life. A rate that is charged for a run of neighbouring places is added to the run's two ends, and
 * a block's share is what its place gathered while it stood, times its size. What only part of a block is charged is added to the
 * block itself.
 */
export class BlockLives {
  readonly #carried: PrefixSums;
  readonly #rewritten: PrefixSums;
  /** By residency: what its place had gathered before the block came. */
  readonly #before = new Map<number, { carried: number; rewritten: number }>();
  readonly #active = new Map<number, Set<number>>();
  readonly #lives = new Map<number, Life>();
  readonly #uses = new Map<TurnIndex, number[]>();
  #turnsSeen = 0;
  readonly #since = new Map<number, number>();
  #waiting: Life[] = [];

  /** @param lastUse by block: the last turn that used or named it */
  constructor(
    private readonly places: LedgerPlaces,
    private readonly lastUse: ReadonlyMap<number, TurnIndex>,
  ) {
    this.#carried = new PrefixSums(places.ordered.length + 1);
    this.#rewritten = new PrefixSums(places.ordered.length + 1);
  }

  /** Charges a residency alone, in money units. */
  charge(i: number, part: "new" | "carried" | "rewritten", cost: number): void {
    this.#lifeOf(i).cost[part] += cost;
  }

  /** Charges everything that stands from one position of the order to before another. */
  chargeRun(first: number, last: number, part: "carried" | "rewritten", rate: number): void {
    const sums = part === "carried" ? this.#carried : this.#rewritten;
    sums.add(first, rate);
    sums.add(Math.min(last, this.places.ordered.length), -rate);
  }

  begin(i: number): void {
    const life = this.#lifeOf(i);
    life.tokens = Math.max(life.tokens, this.places.sizeOf(i));
  }

  /** Computes the cost of writing again what stands behind the blocks that were used last at the turn before. */
  priceRewrites(rate: number): void {
    for (const life of this.#waiting) life.rewriteRate = rate;
    this.#waiting = [];
  }

  /** Ends a turn: blocks that came stand from here on, and those that were used last here begin to be carried for nothing. */
  close(turn: TurnIndex): void {
    this.#turnsSeen++;
    for (const i of this.places.newcomers) {
      this.begin(i);
      const place = this.places.placeOf(i) + 1;
      this.#before.set(i, { carried: this.#carried.before(place), rewritten: this.#rewritten.before(place) });
      this.#since.set(i, this.#turnsSeen - 1);
      const { block, since } = this.places.residency(i);
      const residencies = this.#active.get(block) ?? new Set();
      this.#active.set(block, residencies.add(i));
      const last = Math.max(this.lastUse.get(block) ?? 0, since);
      if (last > turn) this.#uses.set(last, [...(this.#uses.get(last) ?? []), block]);
      else this.#noteLastUse(block);
    }
    for (const block of this.#uses.get(turn) ?? []) this.#noteLastUse(block);
    this.#uses.delete(turn);
  }

  #noteLastUse(block: number): void {
    const life = this.#lives.get(block);
    if (life === undefined) return;
    const residencies = [...(this.#active.get(block) ?? [])];
    const gathered = residencies.map((i) => this.#gathered(i));
    life.untilLastUse =
      costOf(life) + gathered.reduce((sum, { carried, rewritten }) => sum + carried + rewritten, 0);
    const place = Math.max(0, ...residencies.map((i) => this.places.placeOf(i) + 1));
    life.behind = this.places.size - this.places.before(place);
    this.#waiting.push(life);
  }

  #gathered(i: number): { carried: number; rewritten: number } {
    const before = this.#before.get(i);
    if (before === undefined) return { carried: 0, rewritten: 0 };
    const [place, size] = [this.places.placeOf(i) + 1, this.places.sizeOf(i)];
    return {
      carried: (this.#carried.before(place) - before.carried) * size,
      rewritten: (this.#rewritten.before(place) - before.rewritten) * size,
    };
  }

  /** Ends a residency: what its place gathered goes to its block. */
  settle(i: number): void {
    const life = this.#lifeOf(i);
    const { carried, rewritten } = this.#gathered(i);
    life.cost.carried += carried;
    life.cost.rewritten += rewritten;
    life.turns += this.#turnsSeen - (this.#since.get(i) ?? this.#turnsSeen);
    this.#before.delete(i);
    this.#active.get(this.places.residency(i).block)?.delete(i);
  }

  #lifeOf(i: number): Life {
    const { block, since } = this.places.residency(i);
    const existing = this.#lives.get(block);
    if (existing !== undefined) return existing;
    const life: Life = {
      tokens: 0,
      entered: since,
      turns: 0,
      cost: { new: 0, carried: 0, rewritten: 0 },
      untilLastUse: null,
      behind: 0,
      rewriteRate: 0,
    };
    this.#lives.set(block, life);
    return life;
  }

  /** What each block cost, a block per step. */
  *end(): InSteps<BlockBill[]> {
    for (const residencies of this.#active.values()) {
      for (const i of [...residencies]) this.settle(i);
      yield;
    }
    const bills: BlockBill[] = [];
    for (const [block, life] of this.#lives) {
      yield;
      const afterLastUse = Math.max(0, costOf(life) - (life.untilLastUse ?? costOf(life)));
      bills.push({
        block,
        tokens: life.tokens,
        enteredTurn: life.entered,
        lastUseTurn: Math.max(this.lastUse.get(block) ?? 0, life.entered),
        turns: life.turns,
        ...life.cost,
        afterLastUse,
        savedByClearing: Math.max(0, afterLastUse - life.behind * Math.max(0, life.rewriteRate)),
      });
    }
    return bills;
  }
}

function costOf({ cost }: Life): number {
  return cost.new + cost.carried + cost.rewritten;
}
