import type { Cost } from "@/lib/core/pricing/cost";
import { sumOfParts } from "@/lib/core/pricing/sums";
import { count, plural } from "./format";

/** `null` when no call has a price. */
export function describeCost(costs: readonly Cost[] | undefined): { value: string; detail: string } | null {
  if (costs === undefined || costs.length === 0) return null;
  return {
    value: costs.map(({ total, currency }) => describeMoney(total, currency)).join(" + "),
    detail: costs.map(describeParts).join("; "),
  };
}

function describeParts(cost: Cost): string {
  const { currency, uncached, cacheRead, cacheWrite, cacheWriteHour, output, other, calls, callsTotal } =
    cost;
  const parts = [
    ["not cached", uncached],
    ["cache reads", cacheRead],
    ["cache writes", cacheWrite - cacheWriteHour],
    ["cache writes for an hour", cacheWriteHour],
    ["output", output],
    ["other", other],
  ] as const;
  const named = parts
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} ${describeMoney(value, currency)}`);
  const left =
    calls < callsTotal
      ? `; ${plural(callsTotal - calls, "call")} of ${count(callsTotal)} left out, without usage or price`
      : "";
  return `List prices, ${currency}: ${named.join(", ")}${left}${describeStated(cost)}`;
}

/** Whether the source's own sum is another one. */
function describeStated({ stated, currency }: Cost): string {
  if (stated === null) return "";
  const { total, calls, ownTotal } = stated;
  const said = `${describeMoney(total, currency)} for ${plural(calls, "call")}`;
  return Math.abs(total - ownTotal) < HALF_A_CENT
    ? `; the source states the same, ${said}`
    : `; the source states ${said}, which here cost ${describeMoney(ownTotal, currency)}`;
}

const HALF_A_CENT = 0.005;

/** `–` where unknown. */
export function priceCall(cost: Omit<Cost, "total" | "calls" | "callsTotal" | "stated"> | null): {
  value: number | null;
  text: string;
} {
  if (cost === null) return { value: null, text: "–" };
  const value = sumOfParts(cost);
  return { value: roundSum(value), text: describeMoney(value, cost.currency) };
}

const DIGITS = 12;

/** Drops the last digits, which come from floating-point rounding. */
export function roundSum(value: number): number {
  return Number(value.toPrecision(DIGITS));
}

const LEAST_SHOWN = 0.0001;

/** Small sums get more decimal places, so that each shows two digits and none reads as zero. */
export function describeMoney(value: number, currency: string): string {
  if (value > 0 && value < LEAST_SHOWN) return `<${addCurrency(String(LEAST_SHOWN), currency)}`;
  const size = Math.abs(value);
  const places = size === 0 || size >= 0.1 ? 2 : size >= 0.01 ? 3 : 4;
  return addCurrency(value.toFixed(places), currency);
}

/** The labels of an axis have as many places as its step needs, all the same. */
export function formatMoneyOnAxis(value: number, step: number, currency: string): string {
  const places = Math.max(2, -Math.floor(Math.log10(step)));
  return addCurrency(value.toFixed(places), currency);
}

function addCurrency(figure: string, currency: string): string {
  return currency === "USD" ? `$${figure}` : `${figure} ${currency}`;
}
