import type { InSteps } from "../steps";
import type { Residency, Session, Turn } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { BlockBill, FirstDifference, TurnBill } from "./bill-parts";
import { sumOf } from "./bill-parts";
import type { TurnRates } from "./money";
import { PrefixSums } from "./prefix-sums";
import type { Segment } from "./segments";
import { overlap, residualShares, segmentsOf, sharesBetween } from "./segments";

interface Life {
  tokens: Tokens;
  entered: TurnIndex;
  turns: number;
  cost: Record<"new" | "carried" | "rewritten", number>;
  untilLastUse: number | null;
  behind: Tokens;
  rewriteRate: number;
}

/** The windows of a session, turn by turn, and what each place in them has gathered. */
export class WindowLedger {
  readonly changes = new Map<TurnIndex, FirstDifference>();
  /** By turn, the residency that stands where the reading ended. */
  readonly brokenAt = new Map<TurnIndex, number>();
  readonly #ordered: readonly number[];
  readonly #position: Int32Array;
  readonly #starting: readonly number[];
  readonly #ending: readonly number[];
  #started = 0;
  #ended = 0;
  readonly #tokens: PrefixSums;
  readonly #entries: PrefixSums;
  readonly #carried: PrefixSums;
  readonly #rewritten: PrefixSums;
  /** By residency: what its place had gathered before it came. */
  readonly #before = new Map<number, { carried: number; rewritten: number }>();
  readonly #active = new Map<number, Set<number>>();
  readonly #lives = new Map<number, Life>();
  readonly #uses = new Map<TurnIndex, number[]>();
  #newcomers: number[] = [];
  #left: number[] = [];
  #turnsSeen = 0;
  readonly #since = new Map<number, number>();
  #waiting: Life[] = [];

  constructor(
    private readonly session: Session,
    private readonly lastUse: ReadonlyMap<number, TurnIndex>,
  ) {
    const { residencies } = session;
    const all = residencies.map((_, i) => i);
    const at = (i: number) => residencies[i] as Residency;
    this.#ordered = all.toSorted((a, b) => at(a).rank - at(b).rank || a - b);
    this.#position = new Int32Array(residencies.length);
    this.#ordered.forEach((residency, position) => (this.#position[residency] = position));
    this.#starting = all.toSorted((a, b) => at(a).from - at(b).from || a - b);
    this.#ending = all
      .filter((i) => at(i).to !== null)
      .sort((a, b) => Number(at(a).to) - Number(at(b).to) || a - b);
    this.#tokens = new PrefixSums(residencies.length);
    this.#entries = new PrefixSums(residencies.length);
    this.#carried = new PrefixSums(residencies.length + 1);
    this.#rewritten = new PrefixSums(residencies.length + 1);
  }

  #residency(i: number): Residency {
    return this.session.residencies[i] as Residency;
  }

  #sizeOf(i: number): Tokens {
    const { block, version } = this.#residency(i);
    return Math.max(0, Math.round(this.session.blocks[block]?.versions[version]?.tokens ?? 0));
  }

  #place(i: number): number {
    return this.#position[i] ?? 0;
  }

  /** Takes out what left before the turn, and puts in what came. */
  advance(turn: TurnIndex): void {
    this.#left = [];
    for (; this.#ended < this.#ending.length; this.#ended++) {
      const i = this.#ending[this.#ended] as number;
      if (Number(this.#residency(i).to) >= turn) break;
      this.#settle(i);
      this.#tokens.add(this.#place(i), -this.#sizeOf(i));
      this.#entries.add(this.#place(i), -1);
      this.#left.push(i);
    }
    this.#newcomers = [];
    for (; this.#started < this.#starting.length; this.#started++) {
      const i = this.#starting[this.#started] as number;
      const { from, to } = this.#residency(i);
      if (from > turn) break;
      if (to !== null && to < turn) continue;
      this.#newcomers.push(i);
    }
    const change = this.#firstChange();
    for (const i of this.#newcomers) {
      this.#tokens.add(this.#place(i), this.#sizeOf(i));
      this.#entries.add(this.#place(i), 1);
    }
    if (change !== null) this.changes.set(turn, change);
  }

  /** Before the newcomers are in: the sums are of what stood before and stands still. */
  #firstChange(): FirstDifference | null {
    const old = this.#tokens.total;
    let first: { place: number; residency: number; isRemoval: boolean } | null = null;
    const take = (residency: number, isRemoval: boolean) => {
      const place = this.#place(residency);
      if (first === null || place < first.place) first = { place, residency, isRemoval };
    };
    for (const i of this.#left) take(i, true);
    for (const i of this.#newcomers)
      if (this.#tokens.before(this.#place(i)) < old || this.#residency(i).continues) take(i, false);
    if (first === null) return null;
    const { place, residency, isRemoval } = first as { place: number; residency: number; isRemoval: boolean };
    return {
      place: this.#tokens.before(place),
      entriesBehind: this.#entries.total - this.#entries.before(place),
      residency,
      isRemoval,
    };
  }

  charge(turn: Turn, charged: TurnRates, kept: Tokens | null): TurnBill {
    if (!turn.window.known) return unknownWindow(turn, charged);
    const size = this.#tokens.total;
    const residual = charged.input - size;
    const offset = Math.max(0, residual);
    const parts = {
      new: { read: 0, written: 0, uncached: 0 },
      carried: { read: 0, written: 0, uncached: 0 },
      rewritten: { read: 0, written: 0, uncached: 0 },
      residual: { read: 0, written: 0, uncached: 0 },
    };
    const isNewcomer = new Set(this.#newcomers);
    const segments = segmentsOf(charged, kept);
    const own = segments.map(({ from, to }) => overlap(from, to, offset, offset + size));
    for (const i of this.#newcomers) {
      const start = offset + this.#tokens.before(this.#place(i));
      const end = start + this.#sizeOf(i);
      const life = this.#begin(i);
      segments.forEach(({ from, to, rate, charge, part }, n) => {
        const tokens = overlap(from, to, start, end);
        own[n] = (own[n] ?? 0) - tokens;
        const isNew = this.#residency(i).since === this.#residency(i).from;
        const name = isNew ? "new" : part;
        parts[name][charge] += tokens * rate;
        life.cost[name] += tokens * rate;
      });
    }
    segments.forEach(({ rate, charge, part }, n) => (parts[part][charge] += (own[n] ?? 0) * rate));
    this.#spread(segments, offset, isNewcomer);
    const paid = sumOf(parts.new) + sumOf(parts.carried) + sumOf(parts.rewritten);
    for (const { charge, tokens, rate } of residualShares(charged, residual, size))
      parts.residual[charge] += tokens * rate;
    // The record may hold more than was sent: then the difference is negative, and is charged like the window's end.
    parts.residual.uncached += charged.inputCost - paid - sumOf(parts.residual);
    const broken = this.#tokens.find(Math.max(0, (charged.parts[0]?.to ?? 0) - offset));
    const at = this.#ordered[broken];
    if (at !== undefined) this.brokenAt.set(turn.index, at);
    for (const life of this.#waiting) life.rewriteRate = charged.write - charged.read;
    this.#waiting = [];
    return {
      turn: turn.index,
      parts,
      input: charged.inputCost,
      output: charged.outputCost,
      residual,
      rates: charged,
    };
  }

  /** Adds each rate to the run of blocks that it was charged for. A block that two rates share gets each for its part. */
  #spread(segments: readonly Segment[], offset: number, isNewcomer: ReadonlySet<number>): void {
    const length = this.#ordered.length;
    for (const { from, to, rate, part } of segments) {
      const [a, b] = [Math.max(0, from - offset), Math.min(this.#tokens.total, to - offset)];
      if (b <= a) continue;
      const [first, last] = [this.#tokens.find(a), this.#tokens.find(b)];
      const startsInside = this.#tokens.before(first) < a;
      const sums = part === "carried" ? this.#carried : this.#rewritten;
      const begin = startsInside ? first + 1 : first;
      if (begin < last) {
        sums.add(begin, rate);
        sums.add(Math.min(last, length), -rate);
      }
      const shared = new Set([...(startsInside ? [first] : []), ...(last < length ? [last] : [])]);
      for (const place of shared) {
        const i = this.#ordered[place];
        if (i === undefined || isNewcomer.has(i)) continue;
        const start = this.#tokens.before(place);
        const tokens = overlap(a, b, start, start + this.#sizeOf(i));
        this.#lifeOf(i).cost[part] += tokens * rate;
      }
    }
  }

  /** After the turn: what came stands from here on, and what was used last here begins to be carried for nothing. */
  close(turn: TurnIndex): void {
    this.#turnsSeen++;
    for (const i of this.#newcomers) {
      this.#begin(i);
      const place = this.#place(i) + 1;
      this.#before.set(i, { carried: this.#carried.before(place), rewritten: this.#rewritten.before(place) });
      this.#since.set(i, this.#turnsSeen - 1);
      const { block } = this.#residency(i);
      const standing = this.#active.get(block) ?? new Set();
      this.#active.set(block, standing.add(i));
      const last = Math.max(this.lastUse.get(block) ?? 0, this.#residency(i).since);
      if (last > turn) this.#uses.set(last, [...(this.#uses.get(last) ?? []), block]);
      else this.#usedLast(block);
    }
    for (const block of this.#uses.get(turn) ?? []) this.#usedLast(block);
    this.#uses.delete(turn);
  }

  #usedLast(block: number): void {
    const life = this.#lives.get(block);
    if (life === undefined) return;
    const standing = [...(this.#active.get(block) ?? [])];
    const gathered = standing.map((i) => this.#gathered(i));
    life.untilLastUse =
      costOf(life) + gathered.reduce((sum, { carried, rewritten }) => sum + carried + rewritten, 0);
    const place = Math.max(0, ...standing.map((i) => this.#place(i) + 1));
    life.behind = this.#tokens.total - this.#tokens.before(place);
    this.#waiting.push(life);
  }

  #gathered(i: number): { carried: number; rewritten: number } {
    const before = this.#before.get(i);
    if (before === undefined) return { carried: 0, rewritten: 0 };
    const [place, size] = [this.#place(i) + 1, this.#sizeOf(i)];
    return {
      carried: (this.#carried.before(place) - before.carried) * size,
      rewritten: (this.#rewritten.before(place) - before.rewritten) * size,
    };
  }

  #settle(i: number): void {
    const life = this.#lifeOf(i);
    const { carried, rewritten } = this.#gathered(i);
    life.cost.carried += carried;
    life.cost.rewritten += rewritten;
    life.turns += this.#turnsSeen - (this.#since.get(i) ?? this.#turnsSeen);
    this.#before.delete(i);
    this.#active.get(this.#residency(i).block)?.delete(i);
  }

  #begin(i: number): Life {
    const life = this.#lifeOf(i);
    life.tokens = Math.max(life.tokens, this.#sizeOf(i));
    return life;
  }

  #lifeOf(i: number): Life {
    const { block, since } = this.#residency(i);
    const known = this.#lives.get(block);
    if (known !== undefined) return known;
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
    for (const standing of this.#active.values()) {
      for (const i of [...standing]) this.#settle(i);
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

/** Nothing is known of what stood there: all of it is residual. */
function unknownWindow(turn: Turn, rates: TurnRates): TurnBill {
  const none = { read: 0, written: 0, uncached: 0 };
  const residual = { ...none };
  for (const { charge, tokens, rate } of sharesBetween(rates.parts, 0, rates.input))
    residual[charge] += tokens * rate;
  const parts = { new: none, carried: none, rewritten: none, residual };
  return { turn: turn.index, parts, input: rates.inputCost, output: rates.outputCost, residual: null, rates };
}

function costOf({ cost }: Life): number {
  return cost.new + cost.carried + cost.rewritten;
}
