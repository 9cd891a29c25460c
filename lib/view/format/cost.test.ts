import { expect, it } from "vitest";
import { priceCall, describeCost, formatMoneyOnAxis } from "./cost";

const COST = {
  currency: "USD",
  total: 1.75,
  uncached: 0.5,
  cacheRead: 0.25,
  cacheWrite: 0,
  cacheWriteHour: 0,
  other: 0,
  stated: null,
  output: 1,
  calls: 3,
  callsTotal: 3,
};

it("says what a cost is made of, and of which calls", () => {
  expect(describeCost([COST])).toEqual({
    value: "$1.75",
    detail: "List prices, USD: not cached $0.50, cache reads $0.25, output $1.00",
  });
  expect(describeCost([{ ...COST, callsTotal: 5 }])?.detail).toMatch(/2 calls of 5 left out/);
  expect(describeCost([COST, { ...COST, currency: "CNY" }])?.value).toBe("$1.75 + 1.75 CNY");
});

it("is null when nothing is known", () => {
  expect(describeCost([])).toBeNull();
  expect(describeCost(undefined)).toBeNull();
});

it("writes a sum without the rounding of a computer", () => {
  const cost = {
    currency: "USD",
    uncached: 0.1,
    cacheRead: 0.2,
    cacheWrite: 0,
    cacheWriteHour: 0,
    output: 0,
    other: 0,
  };
  expect(priceCall(cost)).toEqual({ value: 0.3, text: "$0.30" });
  expect(priceCall(null)).toEqual({ value: null, text: "–" });
});

it("labels an axis with the places that its step needs", () => {
  const labels = (step: number) => [0, 1, 2].map((n) => formatMoneyOnAxis(n * step, step, "USD"));
  expect(labels(0.5)).toEqual(["$0.00", "$0.50", "$1.00"]);
  expect(labels(0.002)).toEqual(["$0.000", "$0.002", "$0.004"]);
  expect(labels(20)).toEqual(["$0.00", "$20.00", "$40.00"]);
  expect(formatMoneyOnAxis(0.00005, 0.00005, "EUR")).toBe("0.00005 EUR");
});
