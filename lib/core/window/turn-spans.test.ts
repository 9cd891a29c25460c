import fc from "fast-check";
import { expect, it } from "vitest";
import { TurnSpans } from "./turn-spans";

it("the example of its description holds", () => {
  const some = TurnSpans.joinOver([
    { from: 4, to: 6 },
    { from: 0, to: 1 },
    { from: 2, to: 3 },
    { from: 9, to: null },
  ]);
  expect(some.spans).toEqual([
    { from: 0, to: 6 },
    { from: 9, to: Infinity },
  ]);
  expect([some.findAfter(7), some.findBefore(8)]).toEqual([some.spans[1], some.spans[0]]);
  expect([some.has(7), some.has(7, 9), some.covers(7, 9), some.covers(9, 12)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it("no turn is in an empty set, and an empty range is covered by every set", () => {
  const none = TurnSpans.joinOver([]);
  expect([none.findAfter(0), none.findBefore(0), none.has(0, 9), none.covers(1, 0)]).toEqual([
    undefined,
    undefined,
    false,
    true,
  ]);
});

it("answers as counting turn by turn does, whatever the order and the overlap of what it is made of", () => {
  const span = fc.record({ from: fc.nat(30), length: fc.nat(6), open: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), fc.nat(40), fc.nat(8), (drawn, from, length) => {
      const given = drawn.map((one) => ({
        from: one.from,
        to: one.open === 0 ? null : one.from + one.length,
      }));
      const some = TurnSpans.joinOver(given);
      const holds = (turn: number) => given.some((one) => one.from <= turn && (one.to ?? Infinity) >= turn);
      const range = Array.from({ length: length + 1 }, (_, i) => from + i);
      expect(some.has(from, from + length)).toBe(range.some(holds));
      expect(some.covers(from, from + length)).toBe(range.every(holds));
      for (const [i, { from: begin }] of some.spans.entries())
        expect(begin).toBeGreaterThan((some.spans[i - 1]?.to ?? -2) + 1);
    }),
  );
});
