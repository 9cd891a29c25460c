import type { ModelSetting } from "../models/model-settings";
import type { PriceTable } from "../models/prices";
import { pricesFor } from "../models/prices";
import type { Session } from "../trace/session";

/** In one currency, as the sum of its four parts. `calls` of `callsTotal` have usage and a price. */
export interface Cost {
  readonly currency: string;
  readonly total: number;
  readonly uncached: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly calls: number;
  readonly callsTotal: number;
}

/** Token usage of one model's calls; `null` if the source does not state it. */
export interface PricedUsage {
  readonly input: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  readonly output: number | null;
  readonly calls: number;
  /** Whether each request was long enough for its model's higher price. */
  readonly long: boolean;
}

const MILLION = 1_000_000;

/**
 * The cost of recorded calls at list prices, one entry per currency, with cache reads and writes listed separately.
 * Calls without usage, or of models without a price, count only in `callsTotal`. Empty if no call has a price.
 */
export function costOfCalls(calls: readonly (readonly [PricedUsage, PriceTable])[]): Cost[] {
  const callsTotal = calls.reduce((sum, [usage]) => sum + usage.calls, 0);
  const costs = new Map<string, Omit<Cost, "total">>();
  for (const [usage, prices] of calls) {
    const parts = costParts(usage, prices);
    if (parts === null) continue;
    const { currency } = prices;
    const sum = costs.get(currency) ?? {
      currency,
      uncached: 0,
      cacheRead: 0,
      cacheWrite: 0,
      output: 0,
      calls: 0,
      callsTotal,
    };
    costs.set(currency, {
      ...sum,
      uncached: sum.uncached + parts.uncached,
      cacheRead: sum.cacheRead + parts.cacheRead,
      cacheWrite: sum.cacheWrite + parts.cacheWrite,
      output: sum.output + parts.output,
      calls: sum.calls + usage.calls,
    });
  }
  return [...costs.values()].map((cost) => ({
    ...cost,
    total: cost.uncached + cost.cacheRead + cost.cacheWrite + cost.output,
  }));
}

/** The same of a whole recording: each call at the prices of its own model, else of the session's. */
export function costOfSession({ meta, turns }: Session, models: readonly ModelSetting[]): Cost[] {
  const tables = new Map<string | null, PriceTable>();
  return costOfCalls(
    turns.map(({ model, usage }) => {
      const name = model ?? meta.model;
      const table = tables.get(name) ?? pricesFor(name, models);
      tables.set(name, table);
      const { input = null, cacheRead = null, cacheWrite = null, output = null } = usage ?? {};
      return [{ input, cacheRead, cacheWrite, output, calls: 1, long: isLongRequest(input, table) }, table];
    }),
  );
}

/** Whether a request is so long that its model's higher price holds for it. */
export function isLongRequest(input: number | null, { longAbove }: PriceTable): boolean {
  return longAbove !== null && (input ?? 0) > longAbove;
}

/** `null` when their usage or a price is unknown. */
export function costParts(
  { input, cacheRead, cacheWrite, output, long }: Omit<PricedUsage, "calls">,
  prices: PriceTable,
) {
  if (input === null || prices.input === null) return null;
  if (output !== null && output > 0 && prices.output === null) return null;
  const price = (prices.input * (long ? prices.longFactor : 1)) / MILLION;
  const [read, write] = [cacheRead ?? 0, cacheWrite ?? 0];
  return {
    uncached: Math.max(0, input - read - write) * price,
    cacheRead: read * prices.cacheRead * price,
    cacheWrite: write * prices.cacheWrite * price,
    output: ((output ?? 0) * (prices.output ?? 0)) / MILLION,
  };
}
