import type { Residency, Session } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { FirstDifference } from "./bill-parts";
import { PrefixSums } from "./prefix-sums";
import type { RequestLayout } from "./request-layout";
import { listHiddenRanges, shiftRange } from "./request-layout";

export interface PlaceRange {
  readonly from: Tokens;
  readonly to: Tokens;
}

/**
 * The windows of a session, turn by turn: which residencies stand in the one of now, and where, in the tokens of its blocks.
 * Each residency has its place in one order for the whole session; a Fenwick tree holds the sizes of those that stand.
 */
export class LedgerPlaces {
  /** By turn: where its window differs from the one before, within what had stood there. */
  readonly changes = new Map<TurnIndex, FirstDifference>();
  readonly ordered: readonly number[];
  readonly #position: Int32Array;
  readonly #starting: readonly number[];
  readonly #ending: readonly number[];
  #started = 0;
  #ended = 0;
  readonly #tokens: PrefixSums;
  readonly #entries: PrefixSums;
  #newcomers: number[] = [];

  constructor(private readonly session: Session) {
    const { residencies } = session;
    const indexes = residencies.map((_, i) => i);
    const at = (i: number) => residencies[i] as Residency;
    this.ordered = indexes.toSorted((a, b) => at(a).rank - at(b).rank || a - b);
    this.#position = new Int32Array(residencies.length);
    this.ordered.forEach((residency, position) => (this.#position[residency] = position));
    this.#starting = indexes.toSorted((a, b) => at(a).from - at(b).from || a - b);
    this.#ending = indexes
      .filter((i) => at(i).to !== null)
      .sort((a, b) => Number(at(a).to) - Number(at(b).to) || a - b);
    this.#tokens = new PrefixSums(residencies.length);
    this.#entries = new PrefixSums(residencies.length);
  }

  residency(i: number): Residency {
    return this.session.residencies[i] as Residency;
  }

  sizeOf(i: number): Tokens {
    const { block, version } = this.residency(i);
    return Math.max(0, Math.round(this.session.blocks[block]?.versions[version]?.tokens ?? 0));
  }

  /** Its position in the order of all residencies. */
  placeOf(i: number): number {
    return this.#position[i] ?? 0;
  }

  get size(): Tokens {
    return this.#tokens.total;
  }

  /** Tokens that stand before a position of the order. */
  before(position: number): Tokens {
    return this.#tokens.before(position);
  }

  /** The position of what stands at a token of the window. */
  at(token: Tokens): number {
    return this.#tokens.find(token);
  }

  rangeOf(i: number): PlaceRange {
    const from = this.#tokens.before(this.placeOf(i));
    return { from, to: from + this.sizeOf(i) };
  }

  /** Where what stood there before ends: in front of what came at the end. */
  findStandingEnd(): Tokens {
    const ranges = this.#newcomers.map((i) => this.rangeOf(i)).sort((a, b) => b.to - a.to || b.from - a.from);
    return ranges.reduce((end, { from, to }) => (to === end ? from : end), this.size);
  }

  /** What came with the turn, also what came back. */
  get newcomers(): readonly number[] {
    return this.#newcomers;
  }

  /** Whether it never stood in a window before. */
  isNew(i: number): boolean {
    const { since, from } = this.residency(i);
    return since === from;
  }

  /**
   * Takes out what left before the turn, and puts in what came.
   * @returns what left
   */
  advance(turn: TurnIndex): readonly number[] {
    const leftIndexes: number[] = [];
    for (; this.#ended < this.#ending.length; this.#ended++) {
      const i = this.#ending[this.#ended] as number;
      if (Number(this.residency(i).to) >= turn) break;
      this.#tokens.add(this.placeOf(i), -this.sizeOf(i));
      this.#entries.add(this.placeOf(i), -1);
      leftIndexes.push(i);
    }
    this.#newcomers = [];
    for (; this.#started < this.#starting.length; this.#started++) {
      const i = this.#starting[this.#started] as number;
      const { from, to } = this.residency(i);
      if (from > turn) break;
      if (to === null || to >= turn) this.#newcomers.push(i);
    }
    const change = this.#firstChange(leftIndexes);
    for (const i of this.#newcomers) {
      this.#tokens.add(this.placeOf(i), this.sizeOf(i));
      this.#entries.add(this.placeOf(i), 1);
    }
    if (change !== null) this.changes.set(turn, change);
    return leftIndexes;
  }

  /** Before the newcomers are in: the sums are of what stood before and stands still. */
  #firstChange(leftIndexes: readonly number[]): FirstDifference | null {
    const old = this.#tokens.total;
    let first: { place: number; residency: number; isRemoval: boolean } | null = null;
    const take = (residency: number, isRemoval: boolean) => {
      const place = this.placeOf(residency);
      if (first === null || place < first.place) first = { place, residency, isRemoval };
    };
    for (const i of leftIndexes) take(i, true);
    for (const i of this.#newcomers)
      if (this.#tokens.before(this.placeOf(i)) < old || this.residency(i).continues) take(i, false);
    if (first === null) return null;
    const { place, residency, isRemoval } = first as { place: number; residency: number; isRemoval: boolean };
    return {
      place: this.#tokens.before(place),
      entriesBehind: this.#entries.total - this.#entries.before(place),
      residency,
      isRemoval,
    };
  }

  /**
   * Of a request's tokens from one place to another, the parts that had stood in the window before. Example: of 0 to 900, where a
   * result came at 300 to 500:
   *
   *   0 to 300 · 500 to 900
   */
  standingBetween({ from, to }: PlaceRange, layout: RequestLayout): PlaceRange[] {
    const [, came] = listHiddenRanges(layout);
    const fresh = this.#newcomers
      .filter((i) => this.isNew(i))
      .map((i) => shiftRange(this.rangeOf(i), layout))
      .concat(came)
      .sort((a, b) => a.from - b.from);
    const ranges: PlaceRange[] = [];
    let at = from;
    for (const { from: start, to: end } of fresh) {
      const until = Math.min(to, start);
      if (until > at) ranges.push({ from: at, to: until });
      at = Math.max(at, end);
    }
    if (to > at) ranges.push({ from: at, to });
    return ranges;
  }
}
