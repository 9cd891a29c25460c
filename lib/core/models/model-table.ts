import type { Tokens } from "../units";

/**
 * Published facts about models: context window, output limit, tokenizer and list prices. Gauges, findings, replays and
 * prices all use this table. A figure without a source is left out: it stays unknown. So does one on which the sources of
 * a vendor disagree, and a price that changed while the name stayed.
 */
export const MODEL_TABLE_DATE = "2026-11-22";

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

/** Ids are written as `canonicalName` returns them: lower case, dashes for dots. */
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
  /** A request longer than `above` pays `factor` times the price for its whole input. */
  readonly long?: { readonly above: Tokens; readonly factor: number };
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
  readonly models: readonly ModelEntry[];
}

const K = 1_000;
const M = 1_000_000;
const MI = 1_048_576;
const MINUTE = 60_000;

const O200K: ModelTokenizer = { id: "o200k_base", exact: true, factor: 1 };
const CL100K: ModelTokenizer = { id: "cl100k_base", exact: true, factor: 1 };
const NOT_PUBLIC = (factor: number): ModelTokenizer => ({ id: "o200k_base", exact: false, factor });

/** Tokenizers that are not public: the model's tokens per o200k token, learned from recorded sessions with usage. */
const CLAUDE = NOT_PUBLIC(1.25);
const CLAUDE_NEWER = NOT_PUBLIC(1.45);

const BEFORE_LONG = { before: "2026-03-13", window: 200 * K };
const ABOVE_272K = { above: 272 * K, factor: 2 };
const ABOVE_200K = { above: 200 * K, factor: 2 };
const SMALL_PREFIX = { minPrefix: 1_024 };

export const MODEL_TABLE: readonly ModelVendor[] = [
  {
    vendor: "Anthropic",
    sources: [
      "https://platform.claude.com/docs/en/about-claude/models/overview",
      "https://platform.claude.com/docs/en/about-claude/pricing",
      "https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json, for retired models",
    ],
    currency: "USD",
    family: /claude|anthropic|^(opus|sonnet|haiku)\b/,
    tokenizer: CLAUDE,
    cache: { ttlMs: 5 * MINUTE, minPrefix: 4_096, step: 1 },
    models: [
      { id: "claude-fable-5-1", window: M, output: 128 * K, price: [10, 50, 0.25, 12.5] },
      { id: "claude-mythos-5-1", price: [10, 50, 0.25, 12.5] },
      { id: "claude-fable-5", price: [10, 50, 1, 12.5], window: M, output: 128 * K },
      { id: "claude-mythos-5", window: M, price: [10, 50, 1, 12.5] },
      { id: "claude-opus-5-5", window: M, output: 128 * K, price: [4, 20, 0.2, 5] },
      { id: "claude-opus-5", window: M, output: 128 * K, price: [5, 25, 0.5, 6.25] },
      {
        id: "claude-opus-4-8",
        window: M,
        output: 128 * K,
        price: [5, 25, 0.5, 6.25],
        tokenizer: CLAUDE_NEWER,
      },
      {
        id: "claude-opus-4-7",
        window: M,
        output: 128 * K,
        price: [5, 25, 0.5, 6.25],
        tokenizer: CLAUDE_NEWER,
      },
      { id: "claude-opus-4-6", window: M, earlier: BEFORE_LONG, output: 128 * K, price: [5, 25, 0.5, 6.25] },
      { id: "claude-opus-4-5", window: 200 * K, output: 64 * K, price: [5, 25, 0.5, 6.25] },
      {
        id: "claude-opus-4-1",
        window: 200 * K,
        output: 32 * K,
        price: [15, 75, 1.5, 18.75],
        cache: SMALL_PREFIX,
      },
      {
        id: "claude-opus-4",
        aliases: ["claude-opus-4-0"],
        window: 200 * K,
        output: 32 * K,
        price: [15, 75, 1.5, 18.75],
        cache: SMALL_PREFIX,
      },
      {
        id: "claude-opus-3",
        window: 200 * K,
        output: 4_096,
        price: [15, 75, 1.5, 18.75],
        cache: SMALL_PREFIX,
      },
      { id: "claude-sonnet-5-5", window: M, output: 128 * K, price: [2, 10, 0.1, 2.5] },
      { id: "claude-sonnet-5", window: M, output: 128 * K, price: [2, 10, 0.2, 2.5], cache: SMALL_PREFIX },
      {
        id: "claude-sonnet-4-6",
        window: M,
        earlier: BEFORE_LONG,
        output: 128 * K,
        price: [3, 15, 0.3, 3.75],
        cache: SMALL_PREFIX,
      },
      {
        id: "claude-sonnet-4-5",
        window: 200 * K,
        extended: M,
        output: 64 * K,
        price: [3, 15, 0.3, 3.75],
        cache: SMALL_PREFIX,
      },
      {
        id: "claude-sonnet-4",
        aliases: ["claude-sonnet-4-0"],
        window: 200 * K,
        extended: M,
        output: 64 * K,
        price: [3, 15, 0.3, 3.75],
        cache: SMALL_PREFIX,
      },
      {
        id: "claude-sonnet-3-7",
        window: 200 * K,
        output: 64 * K,
        price: [3, 15, 0.3, 3.75],
        cache: SMALL_PREFIX,
      },
      {
        id: "claude-sonnet-3-5",
        window: 200 * K,
        output: 8_192,
        price: [3, 15, 0.3, 3.75],
        cache: SMALL_PREFIX,
      },
      {
        id: "claude-haiku-5-5",
        window: M,
        output: 128 * K,
        price: [0.1, 0.5, 0.01, 0.125],
        long: { above: 100 * K, factor: 5 },
      },
      { id: "claude-haiku-4-5", window: 200 * K, output: 64 * K, price: [1, 5, 0.1, 1.25] },
      { id: "claude-opus-4-6-fast", window: M },
      { id: "claude-sonnet-3", window: 200 * K, output: 4_096, price: [3, 15] },
      { id: "claude-2-1", aliases: ["claude-v2-1"], window: 200 * K },
      { id: "claude-2", aliases: ["claude-2-0", "claude-v2"], window: 100 * K },
      { id: "claude-haiku-3-5", window: 200 * K, output: 8_192, price: [0.8, 4, 0.08, 1] },
      { id: "claude-haiku-3", window: 200 * K, output: 4_096, price: [0.25, 1.25, 0.03, 0.3] },
    ],
  },
  {
    vendor: "OpenAI",
    sources: [
      "https://developers.openai.com/api/docs/models",
      "https://developers.openai.com/api/docs/pricing",
    ],
    currency: "USD",
    family: /^(gpt-(4o|4-1|4-5|[5-9])|chatgpt-4o|o[134]\b|codex)/,
    tokenizer: O200K,
    cache: { ttlMs: 10 * MINUTE, minPrefix: 1_024, step: 128 },
    models: [
      {
        id: "gpt-5-6-sol",
        aliases: ["gpt-5-6"],
        window: 1_050_000,
        output: 128 * K,
        price: [4, 20, 0.4, 5],
        long: ABOVE_272K,
        cache: { ttlMs: 30 * MINUTE },
      },
      {
        id: "gpt-5-6-terra",
        window: 1_050_000,
        output: 128 * K,
        price: [2, 12, 0.2, 2.5],
        long: ABOVE_272K,
        cache: { ttlMs: 30 * MINUTE },
      },
      {
        id: "gpt-5-6-luna",
        window: 1_050_000,
        output: 128 * K,
        price: [0.2, 1.2, 0.02, 0.25],
        long: ABOVE_272K,
        cache: { ttlMs: 30 * MINUTE },
      },
      { id: "gpt-5-5", window: 1_050_000, output: 128 * K, price: [5, 30, 0.5], long: ABOVE_272K },
      { id: "gpt-5-4", window: 1_050_000, output: 128 * K, price: [2.5, 15, 0.25], long: ABOVE_272K },
      { id: "gpt-5-4-mini", window: 400 * K, output: 128 * K, price: [0.75, 4.5, 0.075] },
      { id: "gpt-5-4-nano", window: 400 * K, output: 128 * K, price: [0.2, 1.25, 0.02] },
      { id: "gpt-5-3-codex", window: 400 * K, output: 128 * K, price: [1.75, 14, 0.175] },
      {
        id: "gpt-5-2",
        aliases: ["gpt-5-2-codex"],
        window: 400 * K,
        output: 128 * K,
        price: [1.75, 14, 0.175],
      },
      {
        id: "gpt-5-1",
        aliases: ["gpt-5-1-codex", "gpt-5-1-codex-max"],
        window: 400 * K,
        output: 128 * K,
        price: [1.25, 10, 0.125],
      },
      { id: "gpt-5-1-codex-mini", window: 400 * K, output: 128 * K, price: [0.25, 2, 0.025] },
      { id: "gpt-5", aliases: ["gpt-5-codex"], window: 400 * K, output: 128 * K, price: [1.25, 10, 0.125] },
      { id: "gpt-5-pro", window: 400 * K, output: 272 * K, price: [15, 120] },
      { id: "gpt-5-2-pro", window: 400 * K, output: 128 * K, price: [21, 168] },
      { id: "gpt-5-mini", window: 400 * K, output: 128 * K, price: [0.25, 2, 0.025] },
      { id: "gpt-5-nano", window: 400 * K, output: 128 * K, price: [0.05, 0.4, 0.005] },
      {
        id: "gpt-5-chat",
        aliases: ["gpt-5-1-chat", "gpt-5-2-chat"],
        window: 128 * K,
        output: 16_384,
      },
      { id: "gpt-4-1", window: 1_047_576, output: 32_768, price: [2, 8, 0.5] },
      { id: "gpt-4-1-mini", window: 1_047_576, output: 32_768, price: [0.4, 1.6, 0.1] },
      { id: "gpt-4-1-nano", window: 1_047_576, output: 32_768, price: [0.1, 0.4, 0.025] },
      { id: "gpt-4o", window: 128 * K, output: 16_384, price: [2.5, 10, 1.25] },
      { id: "gpt-4o-2024-05-13", window: 128 * K, output: 4_096, price: [5, 15] },
      { id: "gpt-4o-mini", window: 128 * K, output: 16_384, price: [0.15, 0.6, 0.075] },
      { id: "chatgpt-4o", window: 128 * K, output: 16_384, price: [5, 15] },
      { id: "o1", window: 200 * K, output: 100 * K, price: [15, 60, 7.5] },
      { id: "o1-preview", window: 128 * K, output: 32_768, price: [15, 60, 7.5] },
      { id: "o1-mini", window: 128 * K, output: 65_536, price: [1.1, 4.4, 0.55] },
      { id: "o3", window: 200 * K, output: 100 * K, price: [2, 8, 0.5] },
      { id: "gpt-4o-audio", window: 128 * K, output: 16_384 },
      { id: "gpt-4o-search", aliases: ["gpt-4o-mini-search"], window: 128 * K, output: 16_384 },
      { id: "o1-pro", window: 200 * K, output: 100 * K, price: [150, 600] },
      { id: "o3-pro", window: 200 * K, output: 100 * K, price: [20, 80] },
      { id: "o3-deep-research", window: 200 * K, output: 100 * K, price: [10, 40, 2.5] },
      { id: "o4-mini-deep-research", window: 200 * K, output: 100 * K, price: [2, 8, 0.5] },
      { id: "o3-mini", window: 200 * K, output: 100 * K, price: [1.1, 4.4, 0.55] },
      { id: "o4-mini", window: 200 * K, output: 100 * K, price: [1.1, 4.4, 0.275] },
      { id: "codex-mini", window: 200 * K, output: 100 * K, price: [1.5, 6, 0.375] },
    ],
  },
  {
    vendor: "OpenAI, earlier tokenizer",
    sources: ["https://developers.openai.com/api/docs/models"],
    currency: "USD",
    family: /^(gpt-4|gpt-3)/,
    tokenizer: CL100K,
    cache: { ttlMs: 10 * MINUTE, minPrefix: 1_024, step: 128 },
    models: [
      {
        id: "gpt-4-turbo",
        aliases: ["gpt-4-1106", "gpt-4-0125", "gpt-4-vision", "gpt-4-turbo-2024-04-09"],
        window: 128 * K,
        output: 4_096,
        price: [10, 30],
      },
      { id: "gpt-4-32k", window: 32_768, price: [60, 120] },
      { id: "gpt-4", window: 8_192, output: 8_192, price: [30, 60] },
      {
        id: "gpt-3-5-turbo-0613",
        aliases: ["gpt-3-5-turbo-0301"],
        window: 4_096,
        output: 4_096,
        price: [1.5, 2],
      },
      {
        id: "gpt-3-5-turbo-16k",
        aliases: ["gpt-35-turbo-16k"],
        window: 16_385,
        output: 4_096,
        price: [3, 4],
      },
      { id: "gpt-3-5-turbo", aliases: ["gpt-35-turbo"], window: 16_385, output: 4_096, price: [0.5, 1.5] },
    ],
  },
  {
    vendor: "Google",
    sources: [
      "https://ai.google.dev/gemini-api/docs/models",
      "https://ai.google.dev/gemini-api/docs/pricing",
    ],
    currency: "USD",
    family: /gemini/,
    tokenizer: NOT_PUBLIC(1.2),
    cache: { ttlMs: 5 * MINUTE, minPrefix: 2_048, step: 1 },
    models: [
      { id: "gemini-3-1-pro", window: MI, output: 65_536, price: [2, 12, 0.2], long: ABOVE_200K },
      { id: "gemini-3-pro", window: MI, output: 65_536, price: [2, 12, 0.2], long: ABOVE_200K },
      { id: "gemini-3-5-flash", window: MI, output: 65_536, price: [1.5, 9, 0.15] },
      { id: "gemini-3-flash", window: MI, output: 65_536, price: [0.5, 3, 0.05] },
      { id: "gemini-2-5-pro", window: MI, output: 65_536, price: [1.25, 10, 0.125], long: ABOVE_200K },
      { id: "gemini-2-5-flash", window: MI, output: 65_536, price: [0.3, 2.5, 0.03] },
      { id: "gemini-2-5-flash-lite", window: MI, output: 65_536, price: [0.1, 0.4, 0.01] },
      { id: "gemini-2-0-flash", window: MI, output: 8_192, price: [0.1, 0.4, 0.025] },
      { id: "gemini-1-5-pro", window: 2 * MI, output: 8_192 },
      { id: "gemini-1-5-flash", window: MI, output: 8_192 },
    ],
  },
  {
    vendor: "Amazon and Cohere, on Bedrock",
    sources: [
      "https://docs.aws.amazon.com/nova/latest/userguide/what-is-nova.html",
      "https://docs.aws.amazon.com/bedrock/latest/userguide/model-cards.html",
      "https://aws.amazon.com/bedrock/pricing/",
    ],
    currency: "USD",
    family: /^(nova-(\d|micro|lite|pro|premier)|command-[ra]\b)/,
    tokenizer: NOT_PUBLIC(1),
    cache: { ttlMs: 5 * MINUTE, minPrefix: 1_024, step: 1 },
    models: [
      { id: "nova-2-lite", window: M, output: 65_535 },
      { id: "nova-premier", window: M },
      { id: "nova-pro", window: 300 * K, price: [0.8, 3.2] },
      { id: "nova-lite", window: 300 * K, price: [0.06, 0.24] },
      { id: "nova-micro", window: 128 * K, price: [0.035, 0.14] },
      { id: "command-a", window: 256 * K },
      { id: "command-r-plus", window: 128 * K, output: 4_096 },
      { id: "command-r", window: 128 * K, output: 4_096 },
    ],
  },
  {
    vendor: "Open weights and others",
    sources: [
      "https://docs.z.ai/guides/overview/pricing",
      "https://api-docs.deepseek.com/quick_start/pricing",
      "https://platform.moonshot.ai/docs/pricing/chat",
      "https://docs.x.ai/docs/models",
      "https://docs.mistral.ai/getting-started/models/models_overview/",
      "https://docs.perplexity.ai/getting-started/models",
      "https://docs.ai21.com/docs/jamba-foundation-models",
      "https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json",
      "https://github.com/anomalyco/models.dev",
      "the model cards of DeepSeek, Gemma 3, GLM-4.5, gpt-oss, Kimi K2, Llama 3.1, 3.3 and 4, MiniMax-M2, Phi-4, Qwen2.5 and Qwen3-Coder",
    ],
    currency: "USD",
    family: /(?!)/,
    tokenizer: NOT_PUBLIC(1),
    cache: { ttlMs: 5 * MINUTE, minPrefix: 1_024, step: 64 },
    models: [
      { id: "glm-5-2", window: MI, output: 131_072, price: [1.4, 4.4, 0.26] },
      { id: "glm-4-7", window: 200 * K, output: 128 * K, price: [0.6, 2.2, 0.11] },
      { id: "glm-4-6", window: 200 * K, output: 128 * K, price: [0.6, 2.2, 0.11] },
      { id: "glm-4-5", window: 131_072, output: 98_304, price: [0.6, 2.2, 0.11] },
      { id: "glm-4-5-air", window: 131_072, output: 98_304 },
      { id: "deepseek-v3", aliases: ["deepseek-chat-v3"], window: 128 * K },
      {
        id: "deepseek-v3-1",
        aliases: ["deepseek-v3p1", "deepseek-chat-v3-1", "deepseek-v3-1-terminus"],
        window: 128 * K,
      },
      { id: "deepseek-v3-2", aliases: ["deepseek-v3p2"], window: 128 * K },
      { id: "deepseek-r1", window: 128 * K },
      {
        id: "deepseek-chat",
        aliases: ["deepseek-reasoner"],
        window: M,
        earlier: { before: "2026-04-24", window: 128 * K },
      },
      { id: "deepseek-v4-flash", window: M },
      { id: "deepseek-v4-pro", window: M },
      { id: "kimi-k2-thinking", window: 262_144, price: [0.6, 2.5, 0.15] },
      { id: "kimi-k2-0905", aliases: ["kimi-k2-instruct-0905"], window: 262_144, price: [0.6, 2.5, 0.15] },
      {
        id: "kimi-k2-0711",
        aliases: ["kimi-k2", "kimi-k2-instruct"],
        window: 131_072,
        price: [0.6, 2.5, 0.15],
      },
      { id: "grok-4", window: 256_000, price: [3, 15, 0.75] },
      { id: "grok-4-fast", window: 2_000_000, price: [0.2, 0.5, 0.05] },
      { id: "grok-code-fast-1", window: 256_000, price: [0.2, 1.5, 0.02] },
      { id: "grok-3", window: 131_072, price: [3, 15, 0.75] },
      { id: "minimax-m2", window: 204_800, price: [0.3, 1.2] },
      { id: "qwen3-coder-480b-a35b", aliases: ["qwen3-coder"], window: 262_144 },
      { id: "qwen3-coder-30b-a3b", window: 262_144 },
      { id: "qwen3-235b-a22b-2507", aliases: ["qwen3-235b-a22b-instruct-2507"], window: 262_144 },
      { id: "qwen-2-5-72b", aliases: ["qwen2-5-72b"], window: 131_072 },
      { id: "qwen-2-5-coder-32b", aliases: ["qwen2-5-coder-32b"], window: 131_072 },
      { id: "mistral-large-2512", aliases: ["mistral-large-latest"], window: 256 * K },
      { id: "mistral-large", window: 128 * K },
      { id: "mistral-medium-3", aliases: ["mistral-medium-3-1"], window: 128 * K },
      { id: "mistral-small-3-2-24b", aliases: ["mistral-small-3-1-24b"], window: 128 * K },
      {
        id: "magistral-medium-2509",
        aliases: ["magistral-small-2509", "magistral-medium-latest", "magistral-small-latest"],
        window: 128 * K,
      },
      { id: "devstral-2512", aliases: ["devstral-small-2512", "devstral-medium-2512"], window: 256 * K },
      { id: "devstral-medium", aliases: ["devstral-small"], window: 128 * K },
      { id: "codestral", window: 256 * K },
      { id: "pixtral-large", window: 128 * K },
      { id: "gemma-3-27b", aliases: ["gemma-3-12b", "gemma-3-4b"], window: 131_072 },
      { id: "phi-4", window: 16_384 },
      { id: "jamba-1-5-large", aliases: ["jamba-1-5-mini"], window: 256 * K },
      { id: "sonar-pro", window: 200 * K },
      { id: "sonar", window: 128 * K },
      { id: "gpt-oss-120b", window: 131_072, tokenizer: O200K },
      { id: "gpt-oss-20b", window: 131_072, tokenizer: O200K },
      { id: "llama-3-1-405b", aliases: ["meta-llama-3-1-405b", "llama3-1-405b"], window: 131_072 },
      { id: "llama-3-1-70b", aliases: ["meta-llama-3-1-70b", "llama3-1-70b"], window: 131_072 },
      { id: "llama-3-1-8b", aliases: ["meta-llama-3-1-8b", "llama3-1-8b"], window: 131_072 },
      {
        id: "llama-4-maverick",
        aliases: ["llama-4-maverick-17b-128e", "llama4-maverick-17b", "llama-4-maverick-17b"],
        window: MI,
      },
      {
        id: "llama-4-scout",
        aliases: ["llama-4-scout-17b-16e", "llama4-scout-17b", "llama-4-scout-17b"],
        window: 10 * MI,
      },
      { id: "llama-3-3-70b", aliases: ["meta-llama-3-3-70b", "llama3-3-70b"], window: 131_072 },
    ],
  },
];

/** The window that a harness assumes for a model that it does not know. */
export const HARNESS_WINDOWS: readonly {
  readonly agent: string;
  readonly window: Tokens;
  readonly source: string;
  /** It speaks to one family of models, all of which it takes to have this window: no name is needed. */
  readonly needsNoModel?: true;
}[] = [
  { agent: "OpenClaw", window: 200 * K, source: "OpenClaw's own default for context tokens" },
  {
    agent: "Gemini CLI",
    window: MI,
    source: "DEFAULT_TOKEN_LIMIT in packages/core/src/core/tokenLimits.ts of google-gemini/gemini-cli",
    needsNoModel: true,
  },
];
