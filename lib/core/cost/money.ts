import { listRates } from "../pricing/cost";
import { makePricedUsage } from "../pricing/priced-usage";
import type { PriceTable } from "../models/prices";
import type { Usage } from "../trace/usage-facts";
import type { Tokens } from "../units";

/**
 * Money is counted in whole numbers of a ten-thousandth of a millionth, so that sums are exact: a price of $0.3 for a million
 * tokens is 3,000 for each token.
 */
export const MONEY_UNIT = 1e-10;
const UNITS_PER_MILLIONTH = 10_000;

export type Charge = "read" | "written" | "uncached";

/** A part of a request that is charged at one rate, from its first token to before `to`. */
export interface ChargedPart {
  readonly to: Tokens;
  readonly rate: number;
  readonly charge: Charge;
}

export interface TurnRates {
  readonly input: Tokens;
  /** Read, written for an hour, written, uncached: in the order in which a request holds them. The last has no end. */
  readonly parts: readonly ChargedPart[];
  readonly read: number;
  readonly write: number;
  readonly inputCost: number;
  readonly outputCost: number;
}

/**
 * The beginning of a request is read, what follows is written, the end is neither: as providers keep prefixes. What is kept for
 * an hour stands before what is kept for minutes.
 * @returns `null` where the input or a price is unknown
 */
export function turnRates(usage: Usage | null, table: PriceTable): TurnRates | null {
  const priced = makePricedUsage(usage, table);
  const rates = listRates(priced, table);
  if (usage?.input == null || rates === null) return null;
  if ((usage.output ?? 0) > 0 && rates.output === null) return null;
  const [readTokens, write, hour] = [usage.cacheRead ?? 0, usage.cacheWrite ?? 0, usage.cacheWriteHour ?? 0];
  const convertToUnits = (rate: number) => Math.round(rate * UNITS_PER_MILLIONTH);
  const parts: ChargedPart[] = [
    { to: readTokens, rate: convertToUnits(rates.read), charge: "read" },
    { to: readTokens + hour, rate: convertToUnits(rates.writeHour), charge: "written" },
    { to: readTokens + write, rate: convertToUnits(rates.write), charge: "written" },
    { to: Number.POSITIVE_INFINITY, rate: convertToUnits(rates.uncached), charge: "uncached" },
  ];
  return {
    input: usage.input,
    parts,
    read: convertToUnits(rates.read),
    write:
      write > 0 ? convertToUnits(hour > 0 ? rates.writeHour : rates.write) : convertToUnits(rates.uncached),
    inputCost: computeCostBetween(parts, 0, usage.input),
    outputCost: (usage.output ?? 0) * convertToUnits(rates.output ?? 0),
  };
}

/** What a request's tokens from one place to another cost. */
export function computeCostBetween(parts: readonly ChargedPart[], from: Tokens, to: Tokens): number {
  let [cost, at] = [0, from];
  for (const part of parts) {
    if (at >= to) break;
    const end = Math.min(part.to, to);
    if (end <= at) continue;
    cost += (end - at) * part.rate;
    at = end;
  }
  return cost;
}

/** Money units as an amount of the currency. */
export function toMoney(units: number): number {
  return units * MONEY_UNIT;
}
