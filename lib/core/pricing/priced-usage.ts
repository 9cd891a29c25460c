import type { PriceTable } from "../models/prices";
import type { Usage } from "../trace/usage-facts";

/** What is priced of a call's usage. */
export type CalledUsage = Omit<Usage, "uncached" | "reasoning">;

/** Token usage of calls that are priced alike; `null` if the source does not state it. */
export interface PricedUsage {
  readonly input: number | null;
  readonly cacheRead: number | null;
  readonly cacheWrite: number | null;
  readonly cacheWriteHour: number | null;
  readonly output: number | null;
  readonly webSearches: number | null;
  readonly tier: string | null;
  readonly calls: number;
  /** Whether each request was long enough for its model's higher price. */
  readonly long: boolean;
  readonly statedCost: number | null;
  readonly statedCalls: number;
}

/** The usage of a call that states none. */
export const NO_USAGE = {
  input: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWriteHour: null,
  output: null,
  webSearches: null,
  tier: null,
  statedCost: null,
  inside: null,
} as const;

/** Whether a request is so long that its model's higher price holds for it. */
export function isLongRequest(input: number | null, { longAbove }: PriceTable): boolean {
  return longAbove !== null && (input ?? 0) > longAbove;
}

/** The usage of one call. */
export function makePricedUsage(usage: CalledUsage | null, table: PriceTable): PricedUsage {
  const input = usage?.input ?? null;
  return {
    input,
    cacheRead: usage?.cacheRead ?? null,
    cacheWrite: usage?.cacheWrite ?? null,
    cacheWriteHour: usage?.cacheWriteHour ?? null,
    output: usage?.output ?? null,
    webSearches: usage?.webSearches ?? null,
    tier: usage?.tier ?? null,
    calls: 1,
    long: isLongRequest(input, table),
    statedCost: usage?.statedCost ?? null,
    statedCalls: usage?.statedCost == null ? 0 : 1,
  };
}
