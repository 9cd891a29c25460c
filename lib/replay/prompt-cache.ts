import type { PriceTable } from "@/lib/core/models/prices";
import type { CacheSpend } from "@/lib/core/cost/other-window";
import type { EpochMs, Tokens } from "@/lib/core/units";

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
    const readTokens = isWarm ? this.#inSteps(Math.min(common, this.#kept, total)) : 0;
    const keptTokens = this.#inSteps(total);
    this.#kept = keptTokens;
    this.#at = at ?? this.#at;
    this.#model = model;
    if (total < minPrefix) return { read: 0, write: 0, uncached: total };
    const write = Math.max(0, keptTokens - readTokens);
    return { read: readTokens, write, uncached: total - readTokens - write };
  }

  #inSteps(tokens: Tokens): Tokens {
    const { minPrefix, step } = this.prices;
    return tokens < minPrefix ? 0 : minPrefix + Math.floor((tokens - minPrefix) / step) * step;
  }
}
