import type { PriceTable } from "../models/prices";
import { computeCostParts } from "../pricing/cost";
import type { PricedUsage } from "../pricing/priced-usage";
import { isLongRequest } from "../pricing/priced-usage";
import type { Tokens } from "../units";
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
