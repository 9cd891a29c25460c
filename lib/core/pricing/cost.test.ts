import { describe, expect, it } from "vitest";
import { findPrices } from "@/lib/core/models/prices";
import type { PricedUsage } from "./priced-usage";
import { sumCostOfCalls } from "./cost";
import { NO_USAGE } from "./priced-usage";
import { RateCard } from "./rate-card";

const prices = {
  ...findPrices(null),
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
  cacheWriteHour: null,
  output: 100_000,
  webSearches: null,
  tier: null,
  calls: 3,
  long: false,
  statedCost: null,
  statedCalls: 0,
  ...more,
});

describe("sumCostOfCalls", () => {
  it("charges cache reads and writes apart from what was not cached", () => {
    const [cost] = sumCostOfCalls([[usage({ cacheRead: 800_000, cacheWrite: 100_000 }), prices]]);
    expect(cost).toMatchObject({ currency: "USD", uncached: 0.5, output: 2.5, calls: 3, callsTotal: 3 });
    expect(cost?.cacheRead).toBeCloseTo(0.4);
    expect(cost?.cacheWrite).toBeCloseTo(0.625);
    expect(cost?.total).toBeCloseTo(4.025);
  });

  it("charges long requests more for their input", () => {
    expect(sumCostOfCalls([[usage({ long: true, output: 0 }), prices]])[0]?.total).toBe(10);
  });

  it("prices nothing that it does not know, and says how many calls that leaves out", () => {
    expect(sumCostOfCalls([[usage({ input: null }), prices]])).toEqual([]);
    expect(sumCostOfCalls([[usage({}), { ...prices, input: null }]])).toEqual([]);
    const [cost] = sumCostOfCalls([
      [usage({}), prices],
      [usage({ input: null, calls: 4 }), prices],
    ]);
    expect(cost).toMatchObject({ calls: 3, callsTotal: 7 });
  });

  it("never adds up two currencies", () => {
    const costs = sumCostOfCalls([
      [usage({}), prices],
      [usage({}), { ...prices, currency: "CNY" }],
    ]);
    expect(costs.map(({ currency, total }) => [currency, total])).toEqual([
      ["USD", 7.5],
      ["CNY", 7.5],
    ]);
  });

  it("charges what is kept for an hour at its own rate, and takes it out of the other writes", () => {
    const table = { ...prices, cacheWriteHour: 2 };
    const [cost] = sumCostOfCalls([
      [usage({ cacheRead: 0, cacheWrite: 1_000_000, cacheWriteHour: 400_000, output: 0 }), table],
    ]);
    expect(cost?.cacheWriteHour).toBeCloseTo(4);
    expect(cost?.cacheWrite).toBeCloseTo(0.6 * 6.25 + 4);
  });

  it("charges a service tier with its factor, and does not guess that of an unknown one", () => {
    const table = { ...prices, tiers: { batch: 0.5 } };
    expect(sumCostOfCalls([[usage({ tier: "batch" }), table]])[0]?.total).toBeCloseTo(3.75);
    expect(sumCostOfCalls([[usage({ tier: "priority" }), table]])).toEqual([]);
  });

  it("counts what the source says of a call that has no price, and says where the two differ", () => {
    const unpriced = { ...prices, input: null };
    const stated = { statedCost: 2, statedCalls: 3 };
    expect(sumCostOfCalls([[usage(stated), unpriced]])).toMatchObject([
      { total: 2, other: 2, calls: 3, stated: { total: 2, calls: 3, ownTotal: 2 } },
    ]);
    expect(sumCostOfCalls([[usage(stated), prices]])[0]?.stated).toEqual({
      total: 2,
      calls: 3,
      ownTotal: 7.5,
    });
  });
});

describe("a rate card", () => {
  it("prices a call at the list of its day, and a call inside it at its own model's", () => {
    const rates = new RateCard("gpt-5.6-sol", []);
    const at = (day: string) => rates.findTable({ model: null, at: Date.parse(day) });
    expect(at("2026-08-20")).toMatchObject({ input: 5, output: 30, before: "2026-08-21" });
    expect(at("2026-08-21")).toMatchObject({ input: 4, output: 20, before: null });
    const usage = {
      ...NO_USAGE,
      input: 1_000_000,
      output: 0,
      inside: [{ model: "claude-opus-4-5", input: 100_000, output: 10_000 }],
    };
    const [cost] = sumCostOfCalls(rates.listCalls({ model: "claude-haiku-4-5", at: null, usage }));
    expect(cost).toMatchObject({ total: 1.75, calls: 1, callsTotal: 1 });
  });

  it("asks for an hour twice the input of every Anthropic model", () => {
    for (const model of ["claude-opus-4-5", "claude-haiku-4-5-20251001", "anthropic/claude-sonnet-4.5"])
      expect(new RateCard(model, []).findTable({ model: null, at: null }).cacheWriteHour).toBe(2);
  });
});
