import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  computeBrushedRange,
  limitRange,
  makeLinearScale,
  placeTicks,
  turnTicks,
  computeZoomedRange,
} from "./scale";

describe("linearScale", () => {
  it("goes to pixels and back", () => {
    const scale = makeLinearScale([0, 100], [40, 240]);
    expect(scale.to(50)).toBe(140);
    expect(scale.from(140)).toBe(50);
  });

  it("accepts an empty domain", () => {
    expect(makeLinearScale([3, 3], [0, 100]).to(3)).toBe(0);
    expect(makeLinearScale([0, 10], [5, 5]).from(5)).toBe(0);
  });
});

describe("ranges", () => {
  const whole = { from: 0, to: 99 };

  it("zoom around a turn and stay within the session", () => {
    expect(computeZoomedRange(whole, whole, 50, 0.5)).toEqual({ from: 25, to: 74 });
    expect(computeZoomedRange({ from: 90, to: 99 }, whole, 99, 2)).toEqual({ from: 80, to: 99 });
    expect(computeZoomedRange({ from: 10, to: 13 }, whole, 11, 0.5)).toEqual({ from: 10, to: 13 });
  });

  it("are brushed in either direction, and no further than the axis goes", () => {
    expect(computeBrushedRange(12.4, 30.9, [0, 100])).toEqual({ from: 12, to: 30 });
    expect(computeBrushedRange(30.9, 12.4, [0, 100])).toEqual({ from: 12, to: 30 });
    expect(computeBrushedRange(90, 140, [0, 100])).toEqual({ from: 90, to: 99 });
  });

  it("stay within the whole range", () => {
    fc.assert(
      fc.property(fc.integer({ min: -200, max: 300 }), fc.nat(300), (from, length) => {
        const range = limitRange({ from, to: from + length }, whole);
        expect(range.from).toBeGreaterThanOrEqual(0);
        expect(range.to).toBeLessThanOrEqual(99);
        expect(range.to).toBeGreaterThanOrEqual(range.from);
      }),
    );
  });
});

describe("niceTicks", () => {
  it.each([
    [23_383, [0, 5_000, 10_000, 15_000, 20_000, 25_000]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, [0, 1]],
    [7, [0, 1, 2, 3, 4, 5, 6, 7]],
  ])("up to %d are %j", (highest, ticks) => expect(placeTicks(highest)).toEqual(ticks));

  it("gives whole numbers for values that have no halves", () => {
    expect(placeTicks(12, 5, true)).toEqual([0, 2, 4, 6, 8, 10, 12]);
    expect(placeTicks(2, 5, true)).toEqual([0, 1, 2]);
  });
});

describe("turnTicks", () => {
  it.each([
    [{ from: 0, to: 0 }, [0]],
    [{ from: 0, to: 503 }, [0, 100, 200, 300, 400, 500]],
    [{ from: 7, to: 16 }, [8, 10, 12, 14, 16]],
  ])("of %j are %j: no turn that the range lacks", (range, ticks) =>
    expect(turnTicks(range, 6)).toEqual(ticks),
  );
});
