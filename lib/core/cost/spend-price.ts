import type { PriceTable } from "../models/prices";
import { computeCostParts } from "../pricing/cost";
import type { PricedUsage } from "../pricing/priced-usage";
import { isLongRequest, makePricedUsage } from "../pricing/priced-usage";
import type { Tokens } from "../units";
import type { ServedCall } from "./call-history";
import type { CacheSpend } from "./other-window";

/** The parts of what a call costs if its input is charged in this way; `null` where it has no price. */
export function computeSpendParts(
  usage: PricedUsage,
  { read, write, uncached, hour }: CacheSpend & { readonly hour: Tokens },
  table: PriceTable,
): ReturnType<typeof computeCostParts> {
  const input = read + write + uncached;
  return computeCostParts(
    {
      ...usage,
      input,
      cacheRead: read,
      cacheWrite: write,
      cacheWriteHour: hour,
      long: isLongRequest(input, table),
    },
    table,
  );
}

/** What the input of a recorded call would have cost less, charged in another way; `null` where it has no price. */
export function computeLess(
  call: ServedCall,
  spend: (CacheSpend & { readonly hour: Tokens }) | null,
): number | null {
  const usage = makePricedUsage(call.turn.usage, call.table);
  const was = computeSpendParts(usage, { ...call, hour: call.write * call.hourShare }, call.table);
  const now = spend === null ? null : computeSpendParts(usage, spend, call.table);
  if (was === null || now === null) return null;
  return was.uncached + was.cacheRead + was.cacheWrite - now.uncached - now.cacheRead - now.cacheWrite;
}
