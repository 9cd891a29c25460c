import type { InSteps } from "../steps";
import type { Session, Turn } from "../trace/session";
import type { Tokens, TurnIndex } from "../units";
import type { BlockBill, ChargeShares, FirstDifference, PartName, TurnBill } from "./bill-parts";
import { sumOf } from "./bill-parts";
import { BlockLives } from "./block-lives";
import type { TurnRates } from "./money";
import type { Segment } from "./segments";
import { measureOverlap, splitResidual, cutSegments, splitShares } from "./segments";
import type { PlaceRange } from "./ledger-places";
import { LedgerPlaces } from "./ledger-places";
import type { RequestLayout } from "./request-layout";
import { findBlockToken, listHiddenRanges, shiftRange } from "./request-layout";

/**
 * What a request is charged, block by block. Example: blocks of 300, 200 and 100, of which the last is new, in a request of 700 of
 * which 400 are read, 250 are written and 50 are neither. The call before had left 600 in the cache:
 *
 *   place     0         100             400  500     600       650   700
 *   window    residual | a 300               | b 200 | c 100 (new)
 *             100 read | 300 read            | 200 written          | 50 written, 50 uncached
 *   part      residual | carried             | rewritten            | new
 *
 * A read costs 1, a write 12, and what is neither 10: the residual 100, `a` 300, `b` 2,400, `c` 1,100; together 3,900, as the
 * request.
 *
 * By how much the residual grew since the call before, so much came with the call that the record does not show. It stands where
 * the request went on, behind what stood there before. The next call, of 800, of which 700 are read:
 *
 *   place     0         100   400   600   700             750     800
 *   window    residual | a   | b   | c   | residual (came) | d 50 (new)
 *
 * Were the residual in front written again, it would be of the part `rewritten`, as `b` is.
 */
export class WindowLedger {
  #residual: Tokens | null = null;
  #layout: RequestLayout = { front: 0, end: 0, came: 0 };
  /** By turn: the residency that stands where the reading ended. */
  readonly brokenAt = new Map<TurnIndex, number>();
  readonly #places: LedgerPlaces;
  readonly #lives: BlockLives;

  /** @param lastUse by block: the last turn that used or named it */
  constructor(session: Session, lastUse: ReadonlyMap<number, TurnIndex>) {
    this.#places = new LedgerPlaces(session);
    this.#lives = new BlockLives(this.#places, lastUse);
  }

  get changes(): ReadonlyMap<TurnIndex, FirstDifference> {
    return this.#places.changes;
  }

  advance(turn: TurnIndex): void {
    for (const i of this.#places.advance(turn)) this.#lives.settle(i);
  }

  close(turn: TurnIndex): void {
    this.#lives.close(turn);
  }

  end(): InSteps<BlockBill[]> {
    return this.#lives.end();
  }

  /** Where the parts of the turn's request stand, after what left and what came. */
  layOut({ window, usage }: Turn): void {
    const places = this.#places;
    if (!window.known) return;
    const residual = Math.max(0, (usage?.input ?? 0) - places.size);
    const front = Math.min(residual, this.#residual ?? residual);
    this.#layout = { front, end: places.findStandingEnd(), came: residual - front };
    if (usage?.input != null) this.#residual = residual;
  }

  /** Of a range of the turn's request, what had stood in the window before; all of it where the window is not known. */
  standingBetween({ window }: Turn, range: PlaceRange): readonly PlaceRange[] {
    if (!window.known) return range.to > range.from ? [range] : [];
    return this.#places.standingBetween(range, this.#layout);
  }

  charge(turn: Turn, charged: TurnRates, keptTokens: Tokens | null): TurnBill {
    if (!turn.window.known) return chargeUnknownWindow(turn, charged, keptTokens);
    const places = this.#places;
    const size = places.size;
    const residual = charged.input - size;
    const layout = this.#layout;
    const [front, came] = listHiddenRanges(layout);
    const parts: Parts = {
      new: { read: 0, written: 0, uncached: 0 },
      carried: { read: 0, written: 0, uncached: 0 },
      rewritten: { read: 0, written: 0, uncached: 0 },
      residual: { read: 0, written: 0, uncached: 0 },
    };
    const segments = cutSegments(charged, keptTokens);
    const ownTokens = segments.map(
      ({ from, to }) =>
        measureOverlap(from, to, front.to, came.from) +
        measureOverlap(from, to, came.to, came.to + size - layout.end),
    );
    for (const i of places.newcomers) {
      const { from: start, to: end } = shiftRange(places.rangeOf(i), layout);
      this.#lives.begin(i);
      segments.forEach(({ from, to, rate, charge, part }, n) => {
        const tokens = measureOverlap(from, to, start, end);
        ownTokens[n] = (ownTokens[n] ?? 0) - tokens;
        const name = places.isNew(i) ? "new" : part;
        parts[name][charge] += tokens * rate;
        this.#lives.charge(i, name, tokens * rate);
      });
    }
    segments.forEach(({ rate, charge, part }, n) => (parts[part][charge] += (ownTokens[n] ?? 0) * rate));
    this.#spread(segments, layout);
    const paid = sumOf(parts.new) + sumOf(parts.carried) + sumOf(parts.rewritten);
    for (const { charge, tokens, rate } of splitResidual(charged, residual, size, [front, came]))
      parts.residual[charge] += tokens * rate;
    // The record may hold more than was sent. Then the difference is negative, and is charged like the window's end.
    parts.residual.uncached += charged.inputCost - paid - sumOf(parts.residual);
    moveRewritten(parts, segments, front);
    const at = places.ordered[places.at(findBlockToken(charged.parts[0]?.to ?? 0, layout))];
    if (at !== undefined) this.brokenAt.set(turn.index, at);
    this.#lives.priceRewrites(charged.write - charged.read);
    return {
      turn: turn.index,
      parts,
      input: charged.inputCost,
      output: charged.outputCost,
      residual,
      layout,
      rates: charged,
    };
  }

  /** Adds each rate to the run of blocks that it was charged for. A block that two rates share gets each for its part. */
  #spread(segments: readonly Segment[], { front, end: windowEnd }: RequestLayout): void {
    const places = this.#places;
    const length = places.ordered.length;
    const newcomers = new Set(places.newcomers);
    for (const { from, to, rate, part } of segments) {
      const [a, b] = [Math.max(0, from - front), Math.min(windowEnd, to - front)];
      if (b <= a) continue;
      const [first, last] = [places.at(a), places.at(b)];
      const startsInside = places.before(first) < a;
      const begin = startsInside ? first + 1 : first;
      if (begin < last) this.#lives.chargeRun(begin, last, part, rate);
      const shared = new Set([...(startsInside ? [first] : []), ...(last < length ? [last] : [])]);
      for (const place of shared) {
        const i = places.ordered[place];
        if (i === undefined || newcomers.has(i)) continue;
        const { from: start, to: end } = places.rangeOf(i);
        this.#lives.charge(i, part, measureOverlap(a, b, start, end) * rate);
      }
    }
  }
}

type Parts = Record<PartName, Record<keyof ChargeShares, number>>;

/**
 * Moves what the record does not show, was in the cache and had to be paid again, from the residual to what was paid again: so a
 * loss costs the same in the parts and in the list of losses.
 */
function moveRewritten(parts: Parts, segments: readonly Segment[], hidden: PlaceRange): void {
  for (const { from, to, rate, charge, part } of segments) {
    if (part !== "rewritten") continue;
    const cost = measureOverlap(from, to, hidden.from, hidden.to) * rate;
    parts.rewritten[charge] += cost;
    parts.residual[charge] -= cost;
  }
}

/** Charges the request as residual, as nothing says what stood in an unknown window, but for what had been in the cache. */
function chargeUnknownWindow(turn: Turn, rates: TurnRates, keptTokens: Tokens | null): TurnBill {
  const none = { read: 0, written: 0, uncached: 0 };
  const parts: Parts = { new: none, carried: none, rewritten: { ...none }, residual: { ...none } };
  for (const { charge, tokens, rate } of splitShares(rates.parts, 0, rates.input))
    parts.residual[charge] += tokens * rate;
  moveRewritten(parts, cutSegments(rates, keptTokens), { from: 0, to: rates.input });
  return {
    turn: turn.index,
    parts,
    input: rates.inputCost,
    output: rates.outputCost,
    residual: null,
    layout: { front: rates.input, end: 0, came: 0 },
    rates,
  };
}
