import type { Tokens } from "../../units";

export interface ModelTokenizer {
  readonly id: "o200k_base" | "cl100k_base";
  readonly exact: boolean;
  readonly factor: number;
}

export interface CacheRules {
  readonly ttlMs: number;
  readonly minPrefix: Tokens;
  readonly step: Tokens;
}

/** A request longer than `above` pays `factor` times the price for its whole input, and `output` times for its output. */
export interface LongStep {
  readonly above: Tokens;
  readonly factor: number;
  readonly output?: number;
}

/** Ids are written as `normaliseModelName` returns them: lower case, dashes for dots. */
export interface ModelEntry {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly window?: Tokens;
  /** The window that applied to requests before this day, if it was different. */
  readonly earlier?: { readonly before: string; readonly window: Tokens };
  /** A larger window that a request can ask for without another name of the model. */
  readonly extended?: Tokens;
  readonly output?: Tokens;
  /** Price per million tokens in the vendor's currency: input, output, cache read, cache write. */
  readonly price?: readonly [input: number, output: number, cacheRead?: number, cacheWrite?: number];
  readonly long?: LongStep;
  /** The prices of calls before a day, the earliest day first. What is left out was as it is now. */
  readonly earlierPrices?: readonly {
    readonly before: string;
    readonly price?: ModelEntry["price"];
    readonly long?: LongStep;
  }[];
  /** Service tiers whose prices are other multiples than the vendor's. */
  readonly tiers?: Readonly<Record<string, number>>;
  readonly tokenizer?: ModelTokenizer;
  readonly cache?: Partial<CacheRules>;
}

export interface ModelVendor {
  readonly vendor: string;
  readonly sources: readonly string[];
  readonly currency: string;
  /** Matches the family's names. It gives a tokenizer to a model that the table does not list. */
  readonly family: RegExp;
  readonly tokenizer: ModelTokenizer;
  readonly cache: CacheRules;
  /** What a token costs that the cache keeps for an hour, as a multiple of input; as any other where left out. */
  readonly writeHour?: number;
  /** Multiples of all prices by service tier. */
  readonly tiers?: Readonly<Record<string, number>>;
  /** The price of one web search by the provider. */
  readonly webSearch?: number;
  readonly models: readonly ModelEntry[];
}

export const K = 1_000;
export const M = 1_000_000;
export const MI = 1_048_576;
export const MINUTE = 60_000;

export const O200K: ModelTokenizer = { id: "o200k_base", exact: true, factor: 1 };

/** A tokenizer that is not public: the model's tokens per o200k token, learned from recorded sessions with usage. */
export const describeHiddenTokenizer = (factor: number): ModelTokenizer => ({
  id: "o200k_base",
  exact: false,
  factor,
});

export const ABOVE_200K: LongStep = { above: 200 * K, factor: 2, output: 1.5 };
export const SMALL_PREFIX = { minPrefix: 1_024 };
