import type { KnownModel } from "@/lib/core/models/find-model";
import { findModel } from "@/lib/core/models/find-model";
import type { ModelSetting } from "@/lib/core/models/model-settings";
import { settingFor } from "@/lib/core/models/setting-for";
import { MODEL_TABLE_DATE } from "@/lib/core/models/model-table";
import type { EpochMs, Tokens } from "@/lib/core/units";

/** How a provider charges for input and caches prefixes. Prices are per million tokens, in `currency`. */
export interface PriceTable {
  readonly model: string;
  readonly currency: string;
  readonly input: number | null;
  readonly output: number | null;
  /** Multipliers of `input`. */
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly ttlMs: number;
  /** Shorter prefixes are not kept. */
  readonly minPrefix: Tokens;
  /** Prefixes are kept in multiples of this. */
  readonly step: Tokens;
  /** If the input is longer than this, all of it costs `longFactor` times as much; `null` if there is no such step. */
  readonly longAbove: Tokens | null;
  readonly longFactor: number;
  readonly source: string;
}

const MULTIPLIER_UNKNOWN = 1;

/**
 * From the project's settings, else from the model table. If neither has them they are `null`, and so is
 * every cost.
 */
export function pricesFor(model: string | null, settings: readonly ModelSetting[] = []): PriceTable {
  const known = findModel(model);
  const set = settingFor(settings, model)?.prices ?? null;
  const [input = null, output = null, cacheRead, cacheWrite] = known?.entry.price ?? [];
  const listed = { currency: known?.vendor.currency ?? "USD", input, output, cacheRead, cacheWrite };
  const prices = set ?? listed;
  const rules = { ...(known?.vendor.cache ?? CACHE_UNKNOWN), ...known?.entry.cache };
  const long = set === null ? known?.entry.long : undefined;
  return {
    model: known?.entry.id ?? model ?? "unknown",
    currency: prices.currency,
    input: prices.input,
    output: prices.output ?? null,
    cacheRead: asMultiple(prices.cacheRead, prices.input),
    cacheWrite: asMultiple(prices.cacheWrite, prices.input),
    ...rules,
    longAbove: long?.above ?? null,
    longFactor: long?.factor ?? 1,
    source: set === null ? sourceOf(known) : "the project's settings",
  };
}

/** Most providers' prompt caches follow these rules. */
const CACHE_UNKNOWN = { ttlMs: 300_000, minPrefix: 1_024, step: 1 };

function asMultiple(price: number | null | undefined, input: number | null): number {
  if (price === null || price === undefined || input === null || input === 0) return MULTIPLIER_UNKNOWN;
  return Math.round((price / input) * 10_000) / 10_000;
}

function sourceOf(known: KnownModel | null): string {
  if (known?.entry.price === undefined)
    return "The model table has no prices for this model: costs are unknown until prices are given.";
  return `Model table of ${MODEL_TABLE_DATE}: ${known.vendor.sources.join(", ")}`;
}

/** How the input of one request was charged. The three parts add up to the request. */
export interface CacheSpend {
  readonly read: Tokens;
  readonly write: Tokens;
  readonly uncached: Tokens;
}

/**
 * A prompt cache that keeps the newest request's prefix. A request reads what it shares with the previous request, if
 * that one is not older than the time to live. Everything from the first changed token on is written again. Each use
 * refreshes the time to live. Another model starts with an empty cache. If times are unknown, the cache counts as warm.
 */
export class PromptCache {
  #kept: Tokens = 0;
  #at: EpochMs | null = null;
  #model: string | null = null;

  constructor(private readonly prices: PriceTable) {}

  /** @param common tokens at the start of this request that are unchanged since the previous one */
  request(total: Tokens, common: Tokens, at: EpochMs | null, model: string | null): CacheSpend {
    const { ttlMs, minPrefix } = this.prices;
    const idle = at === null || this.#at === null ? 0 : at - this.#at;
    const isWarm = idle <= ttlMs && model === this.#model;
    const read = isWarm ? this.#inSteps(Math.min(common, this.#kept, total)) : 0;
    const kept = this.#inSteps(total);
    this.#kept = kept;
    this.#at = at ?? this.#at;
    this.#model = model;
    if (total < minPrefix) return { read: 0, write: 0, uncached: total };
    const write = Math.max(0, kept - read);
    return { read, write, uncached: total - read - write };
  }

  #inSteps(tokens: Tokens): Tokens {
    const { minPrefix, step } = this.prices;
    return tokens < minPrefix ? 0 : minPrefix + Math.floor((tokens - minPrefix) / step) * step;
  }
}

/** In the table's currency; `null` if the table has no price. */
export function priceOf({ read, write, uncached }: CacheSpend, prices: PriceTable): number | null {
  const { input, cacheRead, cacheWrite, longAbove, longFactor } = prices;
  if (input === null) return null;
  const isLong = longAbove !== null && read + write + uncached > longAbove;
  const weighted = read * cacheRead + write * cacheWrite + uncached;
  return (weighted * input * (isLong ? longFactor : 1)) / 1_000_000;
}

/**
 * The number of further warm requests after which an eviction pays for itself. The suffix after it must be written once
 * more, and each later request reads less. Infinite if reading is free or nothing leaves.
 * @param freed tokens that leave
 * @param suffix tokens after the first changed position
 */
export function breakEvenRequests(
  freed: Tokens,
  suffix: Tokens,
  { cacheRead, cacheWrite }: Pick<PriceTable, "cacheRead" | "cacheWrite">,
): number {
  const cost = suffix * Math.max(0, cacheWrite - cacheRead);
  const gain = freed * cacheRead;
  if (cost === 0) return 0;
  return gain === 0 ? Infinity : cost / gain;
}

/** By freed amount: the requests until it pays for itself. */
export function breakEvenCurve(
  amounts: readonly Tokens[],
  suffix: Tokens,
  prices: Pick<PriceTable, "cacheRead" | "cacheWrite">,
): { readonly freed: Tokens; readonly requests: number }[] {
  return amounts.map((freed) => ({ freed, requests: breakEvenRequests(freed, suffix, prices) }));
}
