import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldRecording } from "../trace/fold/recording";
import type { Residency, Session } from "../trace/session";
import { trace } from "@/lib/testing/trace-builder";
import type { SessionBill, TurnBill } from "./bill-parts";
import { PART_NAMES, priceBetween, sumOf } from "./bill-parts";
import { RateCard } from "../pricing/rate-card";
import { computeBill } from "./bill";

/** A session that grows, forgets, and is read from a cache that is lost now and then. */
const sessions = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 2, maxLength: 14 }),
    cuts: fc.array(
      fc.record({ turn: fc.nat(13), block: fc.nat(13), how: fc.constantFrom("drop", "clear", "compact") }),
      { maxLength: 4 },
    ),
    reads: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 }),
    written: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 14, maxLength: 14 }),
    hours: fc.boolean(),
    extra: fc.integer({ min: -600, max: 900 }),
  })
  .map(({ sizes, cuts, reads, written, hours, extra }) => {
    let story = trace("s", { model: "claude-sonnet-4-5" });
    sizes.forEach((size, n) => {
      story = story.turn((t) => {
        t.user(size, `user-${n}`).says(size);
        for (const { turn, block, how } of cuts) {
          if (turn !== n || block >= n) continue;
          if (how === "drop") t.drop(`user-${block}`);
          else if (how === "clear") t.clear(`user-${block}`);
          else t.compact(`summary-${n}-${block}`, size, [`user-${block}`]);
        }
        const input = Math.max(1, Math.round(size * 1.4 * (n + 1)) + extra);
        const cacheRead = Math.floor(input * (reads[n] ?? 0));
        const cacheWrite = Math.floor((input - cacheRead) * (written[n] ?? 0));
        const usage = {
          input,
          cacheRead,
          cacheWrite,
          output: size,
          ...(hours && { cacheWriteHour: cacheWrite }),
        };
        return t.with({ usage });
      });
    });
    return foldRecording(story.events()).session;
  });

/** The same by looking at every block of every turn. */
function slowly(session: Session, bill: SessionBill): Map<number, number> {
  const costs = new Map<number, number>();
  for (const turn of bill.turns) {
    if (turn.residual === null) continue;
    const stands = ({ from, to }: Residency) => from <= turn.turn && (to === null || to >= turn.turn);
    const standing = session.residencies.filter(stands).toSorted((a, b) => a.rank - b.rank);
    const { front, came } = turn.layout;
    expect(front + came).toBe(Math.max(0, turn.residual));
    // What came that the record does not show stands in front of the blocks that came, and behind all others.
    const followers = standing.findLastIndex(({ from }) => from < turn.turn) + 1;
    let place = front;
    standing.forEach(({ block, version }, n) => {
      if (n === followers) place += came;
      const size = Math.round(session.blocks[block]?.versions[version]?.tokens ?? 0);
      costs.set(block, (costs.get(block) ?? 0) + priceBetween(turn, place, place + size));
      place += size;
    });
  }
  return costs;
}

/** What the record does not show of a turn, was in the cache and was paid again. */
function priceHiddenAgain({ cache }: SessionBill, turn: TurnBill): number {
  const { kept = null, read = 0, lost = 0 } = cache.get(turn.turn) ?? {};
  if (lost === 0 || kept === null) return 0;
  const front = Math.min(turn.layout.front, kept);
  return priceBetween(turn, Math.min(read, front), front);
}

describe("the bill of a session", () => {
  it("adds up to what the input of every turn cost, exactly", () => {
    fc.assert(
      fc.property(sessions, (session) => {
        for (const { parts, input, rates } of computeBill(session, new RateCard(session.meta.model, []))
          .turns) {
          expect(PART_NAMES.reduce((sum, name) => sum + sumOf(parts[name]), 0)).toBe(input);
          expect(Number.isSafeInteger(input)).toBe(true);
          expect(input).toBe(rates.inputCost);
        }
      }),
    );
  });

  it("counts as paid again what stood in the window and in front of it, and was in the cache", () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const bill = computeBill(session, new RateCard(session.meta.model, []));
        for (const turn of bill.turns) {
          const { kept = null, lost = 0 } = bill.cache.get(turn.turn) ?? {};
          if (lost === 0 || kept === null || (turn.residual ?? -1) < 0) continue;
          const again = bill.paidAgain.get(turn.turn) ?? [];
          const cost = again.reduce((sum, { from, to }) => sum + priceBetween(turn, from, to), 0);
          expect(cost).toBe(sumOf(turn.parts.rewritten));
        }
      }),
    );
  });

  it("gives each block what its places cost, as if every block of every turn were looked at", () => {
    fc.assert(
      fc.property(sessions, (session) => {
        const bill = computeBill(session, new RateCard(session.meta.model, []));
        const own = new Map(bill.blocks.map((one) => [one.block, one.new + one.carried + one.rewritten]));
        for (const [block, cost] of slowly(session, bill)) expect(own.get(block)).toBe(cost);
        const parts = bill.turns.flatMap((one) => [one.parts.new, one.parts.carried, one.parts.rewritten]);
        const blocks = [...own.values()].reduce((sum, cost) => sum + cost, 0);
        const hidden = bill.turns.reduce((sum, turn) => sum + priceHiddenAgain(bill, turn), 0);
        expect(blocks + hidden).toBe(parts.reduce((sum, part) => sum + sumOf(part), 0));
      }),
    );
  });
});
