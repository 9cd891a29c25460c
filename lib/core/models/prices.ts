import type { EpochMs, Tokens } from "../units";
import type { KnownModel } from "./find-model";
import { findModel } from "./find-model";
import type { ModelSetting } from "./model-settings";
import { findSetting } from "./setting-for";
import { MODEL_TABLE_DATE } from "./model-table";
import type { ModelEntry } from "./table/entry";

/** How a provider charges for input and caches prefixes. Prices are per million tokens, in `currency`. */
export interface PriceTable {
  readonly model: string;
  readonly currency: string;
  readonly input: number | null;
  readonly output: number | null;
  /** Multipliers of `input`. What is written is kept for `ttlMs`, or for an hour where the call asked for that. */
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly cacheWriteHour: number;
  readonly ttlMs: number;
  /** The shortest beginning that is kept, in tokens. */
  readonly minPrefix: Tokens;
  /** Prefixes are kept in multiples of this. */
  readonly step: Tokens;
  /**
   * The input size above which all of the input costs `longFactor` times as much, and the output `longOutputFactor` times; `null`
   * if there is no such step.
   */
  readonly longAbove: Tokens | null;
  readonly longFactor: number;
  readonly longOutputFactor: number;
  /** Multipliers of all token prices by service tier. A call of a tier that is not here has no price. */
  readonly tiers: Readonly<Record<string, number>>;
  /** The price of one search of the provider's own web search tool; `null` where unknown. */
  readonly webSearch: number | null;
  /** The first day after these prices, as `2026-08-21`; `null` for those that hold now. */
  readonly before: string | null;
  readonly source: string;
}

const MULTIPLIER_UNKNOWN = 1;

/**
 * The prices of a model: from the project's settings, else from the model table. If neither has them they are `null`, and so is
 * every cost.
 * @param at the day of the call; those of today where it is `null`
 */
export function findPrices(
  model: string | null,
  settings: readonly ModelSetting[] = [],
  at: EpochMs | null = null,
): PriceTable {
  const knownModel = findModel(model);
  const set = findSetting(settings, model)?.prices ?? null;
  const day = set === null ? findEarlierPrices(knownModel?.entry, at) : undefined;
  const [input = null, output = null, cacheRead, cacheWrite] = day?.price ?? knownModel?.entry.price ?? [];
  const {
    currency = "USD",
    cache = CACHE_UNKNOWN,
    writeHour,
    tiers = {},
    webSearch,
  } = knownModel?.vendor ?? {};
  const listedPrices = { currency, input, output, cacheRead, cacheWrite, cacheWriteHour: undefined };
  const prices = set ?? listedPrices;
  const long = set === null ? (day?.long ?? knownModel?.entry.long) : undefined;
  const write = computeMultiple(prices.cacheWrite, prices.input);
  return {
    model: knownModel?.entry.id ?? model ?? "unknown",
    currency: prices.currency,
    input: prices.input,
    output: prices.output ?? null,
    cacheRead: computeMultiple(prices.cacheRead, prices.input),
    cacheWrite: write,
    cacheWriteHour:
      prices.cacheWriteHour == null
        ? (writeHour ?? write)
        : computeMultiple(prices.cacheWriteHour, prices.input),
    ...cache,
    ...knownModel?.entry.cache,
    longAbove: long?.above ?? null,
    longFactor: long?.factor ?? 1,
    longOutputFactor: long?.output ?? 1,
    tiers: { ...tiers, ...knownModel?.entry.tiers },
    webSearch: webSearch ?? null,
    before: day?.before ?? null,
    source: set === null ? describeSource(knownModel) : "the project's settings",
  };
}

/** The times from which another list of prices holds for the model, the earliest first. */
export function priceChanges(model: string | null, settings: readonly ModelSetting[]): readonly EpochMs[] {
  if (findSetting(settings, model)?.prices != null) return [];
  return (findModel(model)?.entry.earlierPrices ?? []).map(({ before }) => Date.parse(before));
}

function findEarlierPrices(entry: ModelEntry | undefined, at: EpochMs | null) {
  return at === null ? undefined : entry?.earlierPrices?.find(({ before }) => at < Date.parse(before));
}

/** The rules that most providers' prompt caches follow. */
const CACHE_UNKNOWN = { ttlMs: 300_000, minPrefix: 1_024, step: 1 };

function computeMultiple(price: number | null | undefined, input: number | null): number {
  if (price === null || price === undefined || input === null || input === 0) return MULTIPLIER_UNKNOWN;
  return Math.round((price / input) * 1e6) / 1e6;
}

function describeSource(knownModel: KnownModel | null): string {
  if (knownModel?.entry.price === undefined)
    return "The model table has no prices for this model: costs are unknown until prices are given.";
  return `Model table of ${MODEL_TABLE_DATE}: ${knownModel.vendor.sources.join(", ")}`;
}
