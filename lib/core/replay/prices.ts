import type { EpochMs, Tokens } from "../units";

/** How a provider charges for input and keeps prefixes. Prices are per million tokens, in `currency`. */
export interface PriceTable {
  readonly model: string;
  readonly currency: string;
  readonly input: number;
  readonly output: number;
  /** Multipliers of `input`. */
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** How long an unused prefix is kept. */
  readonly ttlMs: number;
  /** Prefixes below this are not kept. */
  readonly minPrefix: Tokens;
  /** Prefixes are kept in multiples of this. */
  readonly step: Tokens;
  /** Above this the whole input costs `longFactor` times as much; null where there is no such step. */
  readonly longAbove: Tokens | null;
  readonly longFactor: number;
  /** Where the figures come from and when they were read. */
  readonly source: string;
}

const MINUTE = 60_000;

const ANTHROPIC = {
  currency: "USD",
  cacheRead: 0.1,
  cacheWrite: 1.25,
  ttlMs: 5 * MINUTE,
  step: 1,
  longAbove: null,
  longFactor: 1,
} as const;

const OPENAI = {
  currency: "USD",
  cacheRead: 0.1,
  cacheWrite: 1,
  ttlMs: 10 * MINUTE,
  minPrefix: 1_024,
  step: 128,
  longAbove: null,
  longFactor: 1,
} as const;

const RATES =
  "cache multipliers, time to live and minimum prefix as documented in 2026; list prices are examples to edit";

/** Known tables, the more specific names first. List prices change: every figure can be replaced in a replay. */
export const PRICE_TABLES: readonly (PriceTable & { readonly matches: RegExp })[] = [
  {
    ...ANTHROPIC,
    model: "claude-opus",
    matches: /claude.*opus|opus-\d/i,
    input: 5,
    output: 25,
    minPrefix: 4_096,
    source: `Anthropic, ${RATES}`,
  },
  {
    ...ANTHROPIC,
    model: "claude-haiku",
    matches: /claude.*haiku|haiku-\d/i,
    input: 1,
    output: 5,
    minPrefix: 4_096,
    source: `Anthropic, ${RATES}`,
  },
  {
    ...ANTHROPIC,
    model: "claude-sonnet",
    matches: /claude|anthropic|sonnet/i,
    input: 3,
    output: 15,
    minPrefix: 1_024,
    source: `Anthropic, ${RATES}`,
  },
  {
    ...OPENAI,
    model: "gpt-5.6 and newer",
    matches: /gpt-(5\.[6-9]|[6-9])/i,
    input: 1.25,
    output: 10,
    cacheWrite: 1.25,
    ttlMs: 30 * MINUTE,
    longAbove: 272_000,
    longFactor: 2,
    source: `OpenAI, ${RATES}`,
  },
  { ...OPENAI, model: "gpt-5", matches: /gpt-5|codex/i, input: 1.25, output: 10, source: `OpenAI, ${RATES}` },
  {
    ...OPENAI,
    model: "gpt-4.1",
    matches: /gpt-4\.1/i,
    input: 2,
    output: 8,
    cacheRead: 0.25,
    source: `OpenAI, ${RATES}`,
  },
  {
    ...OPENAI,
    model: "gpt-4o",
    matches: /gpt-|o[134]\b/i,
    input: 2.5,
    output: 10,
    cacheRead: 0.5,
    source: `OpenAI, ${RATES}`,
  },
  {
    ...OPENAI,
    model: "any",
    matches: /./,
    input: 1,
    output: 4,
    source: "No table for this model: a round figure, OpenAI's cache rules",
  },
];

/** The table for a model; the last one where none matches. */
export function pricesFor(model: string | null): PriceTable {
  const found = PRICE_TABLES.find(({ matches }) => matches.test(model ?? "any")) ?? PRICE_TABLES.at(-1);
  if (found === undefined) throw new RangeError("the list of price tables is empty");
  const { matches: _matches, ...table } = found;
  return table;
}

/** How the input of one request was charged. The three parts add up to the request. */
export interface CacheSpend {
  readonly read: Tokens;
  readonly write: Tokens;
  readonly uncached: Tokens;
}

/**
 * A prompt cache that keeps the newest request's prefix. A request reads what it has in common with the one before, as
 * long as that one is not older than the time to live; from the first changed token on everything is written again. Use
 * refreshes the time to live. Another model starts with nothing. Where times are unknown the cache counts as warm.
 */
export class PromptCache {
  #kept: Tokens = 0;
  #at: EpochMs | null = null;
  #model: string | null = null;

  constructor(private readonly prices: PriceTable) {}

  /** `common` is how much of this request stood unchanged in front of the one before. */
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

/** Price of one request's input in the table's currency. */
export function priceOf({ read, write, uncached }: CacheSpend, prices: PriceTable): number {
  const { input, cacheRead, cacheWrite, longAbove, longFactor } = prices;
  const isLong = longAbove !== null && read + write + uncached > longAbove;
  const weighted = read * cacheRead + write * cacheWrite + uncached;
  return (weighted * input * (isLong ? longFactor : 1)) / 1_000_000;
}

/**
 * After how many further warm requests an eviction has paid for itself: the suffix behind it has to be written again
 * once, and each later request reads that much less. Infinite where reading is free or nothing leaves.
 * @param freed tokens that leave
 * @param suffix tokens behind the first changed position
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

/** The curve behind a `clear_at_least` setting: for each amount freed, the requests until it pays. */
export function breakEvenCurve(
  amounts: readonly Tokens[],
  suffix: Tokens,
  prices: Pick<PriceTable, "cacheRead" | "cacheWrite">,
): { readonly freed: Tokens; readonly requests: number }[] {
  return amounts.map((freed) => ({ freed, requests: breakEvenRequests(freed, suffix, prices) }));
}
