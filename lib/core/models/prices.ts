import type { KnownModel } from "./find-model";
import { findModel } from "./find-model";
import type { ModelSetting } from "./model-settings";
import { settingFor } from "./setting-for";
import { MODEL_TABLE_DATE } from "./model-table";
import type { Tokens } from "../units";

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
