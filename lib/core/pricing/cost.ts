import type { ModelSetting } from "../models/model-settings";
import type { PriceTable } from "../models/prices";
import type { InSteps } from "../steps";
import { finishSteps } from "../steps";
import type { Session } from "../trace/session";
import type { TurnIndex } from "../units";
import type { PricedUsage } from "./priced-usage";
import { RateCard } from "./rate-card";
import { STATED_CURRENCY, sumOfParts } from "./sums";

/** A cost in one currency, as the sum of its parts. `calls` of `callsTotal` have a price or a stated cost. */
export interface Cost {
  readonly currency: string;
  readonly total: number;
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** The part of `cacheWrite` that is kept for an hour. */
  readonly cacheWriteHour: number;
  readonly output: number;
  /** Server tools, calls inside a call, and calls whose price only the source states. */
  readonly other: number;
  readonly calls: number;
  readonly callsTotal: number;
  /** What the source itself says that these calls cost, and of how many; `null` where it says nothing. */
  readonly stated: { readonly total: number; readonly calls: number; readonly ownTotal: number } | null;
}

const MILLION = 1_000_000;

type Sums = Omit<Cost, "total" | "callsTotal">;

const PARTS = ["uncached", "cacheRead", "cacheWrite", "cacheWriteHour", "output", "other"] as const;

/**
 * The cost of recorded calls at list prices, one entry per currency, with cache reads and writes listed separately. A call
 * of a model without a price counts with what its source says it cost. Calls of which neither is known count only in
 * `callsTotal`. Empty if no call has a price.
 */
export function sumCostOfCalls(calls: Iterable<PricedCall>): Cost[] {
  return finishSteps(sumCostInSteps(calls));
}

type PricedCall = readonly [PricedUsage, PriceTable];

function* sumCostInSteps(calls: Iterable<PricedCall>): InSteps<Cost[]> {
  let callsTotal = 0;
  const costs = new Map<string, Sums>();
  for (const [usage, prices] of calls) {
    yield;
    callsTotal += usage.calls;
    const ownCost = computeCostParts(usage, prices);
    const parts = ownCost ?? makeStatedParts(usage);
    if (parts === null) continue;
    const currency = ownCost === null ? STATED_CURRENCY : prices.currency;
    const priced = ownCost === null ? usage.statedCalls : usage.calls;
    costs.set(
      currency,
      addParts(costs.get(currency) ?? createNoCost(currency), parts, priced, sumStated(usage, parts)),
    );
  }
  return [...costs.values()].map((cost) => ({ ...cost, total: sumOfParts(cost), callsTotal }));
}

/** What calls cost together that were added up apart, in one currency each. */
export function addCosts(lists: readonly (readonly Cost[])[]): Cost[] {
  const costs = new Map<string, Cost>();
  for (const cost of lists.flat()) {
    const sum = costs.get(cost.currency);
    const newSum = sum === undefined ? cost : addParts(sum, cost, cost.calls, cost.stated);
    const callsTotal = (sum?.callsTotal ?? 0) + cost.callsTotal;
    costs.set(cost.currency, { ...newSum, callsTotal, total: sumOfParts(newSum) });
  }
  return [...costs.values()];
}

type Parts = Pick<Cost, (typeof PARTS)[number]>;

function createNoCost(currency: string): Sums {
  const none = { uncached: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, output: 0, other: 0 };
  return { currency, ...none, calls: 0, stated: null };
}

function addParts(sum: Sums, parts: Parts, calls: number, statedCost: Cost["stated"]): Sums {
  return {
    ...sum,
    ...Object.fromEntries(PARTS.map((part) => [part, sum[part] + parts[part]])),
    calls: sum.calls + calls,
    stated:
      statedCost === null || sum.stated === null
        ? (statedCost ?? sum.stated)
        : {
            total: sum.stated.total + statedCost.total,
            calls: sum.stated.calls + statedCost.calls,
            ownTotal: sum.stated.ownTotal + statedCost.ownTotal,
          },
  };
}

function sumStated({ statedCost, statedCalls, calls }: PricedUsage, parts: Parts): Cost["stated"] {
  if (statedCost === null || statedCalls === 0) return null;
  return { total: statedCost, calls: statedCalls, ownTotal: (sumOfParts(parts) * statedCalls) / calls };
}

function makeStatedParts({ statedCost }: PricedUsage): Parts | null {
  return statedCost === null ? null : { ...createNoCost(STATED_CURRENCY), other: statedCost };
}

/** The cost of a whole recording: see {@link sumSessionCostInSteps}. */
export function sumSessionCost(...args: Parameters<typeof sumSessionCostInSteps>): Cost[] {
  return finishSteps(sumSessionCostInSteps(...args));
}

/**
 * The cost of a whole recording, a call per step: each call at the prices of its day, of its own model, else of the
 * session's.
 * @param from the first turn that counts
 */
export function sumSessionCostInSteps(
  { meta, turns }: Session,
  models: readonly ModelSetting[],
  from: TurnIndex = 0,
): InSteps<Cost[]> {
  const rates = new RateCard(meta.model, models);
  return sumCostInSteps(
    (function* callsOfTurns() {
      for (const turn of turns) if (turn.index >= from) yield* rates.listCalls(turn);
    })(),
  );
}

/** What a million tokens cost of each part of a usage; `null` where a price is unknown, also that of the tier. */
export function listRates({ long, tier }: Pick<PricedUsage, "long" | "tier">, prices: PriceTable) {
  const factor = tier === null ? 1 : prices.tiers[tier];
  if (prices.input === null || factor === undefined) return null;
  const input = prices.input * factor * (long ? prices.longFactor : 1);
  return {
    uncached: input,
    read: input * prices.cacheRead,
    write: input * prices.cacheWrite,
    writeHour: input * prices.cacheWriteHour,
    output: prices.output === null ? null : prices.output * factor * (long ? prices.longOutputFactor : 1),
  };
}

/** The parts of the cost of calls; `null` when their usage or a price is unknown. */
export function computeCostParts(
  usage: Omit<PricedUsage, "calls" | "statedCost" | "statedCalls">,
  prices: PriceTable,
): Parts | null {
  const rates = listRates(usage, prices);
  const { input, cacheRead, cacheWrite, cacheWriteHour, output, webSearches } = usage;
  if (input === null || rates === null) return null;
  if (output !== null && output > 0 && rates.output === null) return null;
  if ((webSearches ?? 0) > 0 && prices.webSearch === null) return null;
  const [readTokens, write] = [cacheRead ?? 0, cacheWrite ?? 0];
  const hour = Math.min(write, cacheWriteHour ?? 0);
  const hourCost = (hour * rates.writeHour) / MILLION;
  return {
    uncached: (Math.max(0, input - readTokens - write) * rates.uncached) / MILLION,
    cacheRead: (readTokens * rates.read) / MILLION,
    cacheWrite: ((write - hour) * rates.write) / MILLION + hourCost,
    cacheWriteHour: hourCost,
    output: ((output ?? 0) * (rates.output ?? 0)) / MILLION,
    other: (webSearches ?? 0) * (prices.webSearch ?? 0),
  };
}
