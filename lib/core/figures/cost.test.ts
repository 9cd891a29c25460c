import { describe, expect, it } from "vitest";
import { pricesFor } from "@/lib/core/models/prices";
import type { PricedUsage } from "./cost";
import { costOfCalls } from "./cost";

const prices = {
  ...pricesFor(null),
  currency: "USD",
  input: 5,
  output: 25,
  cacheRead: 0.1,
  cacheWrite: 1.25,
  longFactor: 2,
};
const usage = (more: Partial<PricedUsage>): PricedUsage => ({
  input: 1_000_000,
  cacheRead: null,
  cacheWrite: null,
  output: 100_000,
  calls: 3,
  long: false,
  ...more,
});

describe("costOfCalls", () => {
  it("charges cache reads and writes apart from what was not cached", () => {
    const [cost] = costOfCalls([[usage({ cacheRead: 800_000, cacheWrite: 100_000 }), prices]]);
    expect(cost).toMatchObject({ currency: "USD", uncached: 0.5, output: 2.5, calls: 3, callsTotal: 3 });
    expect(cost?.cacheRead).toBeCloseTo(0.4);
    expect(cost?.cacheWrite).toBeCloseTo(0.625);
    expect(cost?.total).toBeCloseTo(4.025);
  });

  it("charges long requests more for their input", () => {
    expect(costOfCalls([[usage({ long: true, output: 0 }), prices]])[0]?.total).toBe(10);
  });

  it("prices nothing that it does not know, and says how many calls that leaves out", () => {
    expect(costOfCalls([[usage({ input: null }), prices]])).toEqual([]);
    expect(costOfCalls([[usage({}), { ...prices, input: null }]])).toEqual([]);
    const [cost] = costOfCalls([
      [usage({}), prices],
      [usage({ input: null, calls: 4 }), prices],
    ]);
    expect(cost).toMatchObject({ calls: 3, callsTotal: 7 });
  });

  it("never adds up two currencies", () => {
    const costs = costOfCalls([
      [usage({}), prices],
      [usage({}), { ...prices, currency: "CNY" }],
    ]);
    expect(costs.map(({ currency, total }) => [currency, total])).toEqual([
      ["USD", 7.5],
      ["CNY", 7.5],
    ]);
  });
});
