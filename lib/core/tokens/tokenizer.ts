import { GptEncoding } from "gpt-tokenizer/GptEncoding";
import cl100k from "gpt-tokenizer/bpeRanks/cl100k_base";
import o200k from "gpt-tokenizer/bpeRanks/o200k_base";
import { findTableTokenizer } from "../models/find-model";
import type { Tokens } from "../units";

export interface Tokenizer {
  readonly id: "o200k_base" | "cl100k_base";
  readonly exact: boolean;
  /** Assumed tokens of the model per counted token until the session's own usage gives a better factor; 1 if exact. */
  readonly prior: number;
}

/** A model without a public tokenizer gets o200k as the base of a calibrated estimate. */
export function getTokenizer(model: string | null): Tokenizer {
  const { id, exact, factor } = findTableTokenizer(model) ?? { id: "o200k_base", exact: false, factor: 1 };
  return { id, exact, prior: factor };
}

/**
 * Byte-pair merging is quadratic in the length of an unbroken run (100,000 times "a" takes seconds), so runs of one
 * character class longer than this are counted in slices. The error is under one token per slice.
 */
const RUN_CHARS_MAX = 256;
const LONG_RUN = new RegExp(`(\\s{${RUN_CHARS_MAX},}|[^\\s]{${RUN_CHARS_MAX},})`);

/** The length above which a text is counted from evenly spaced samples. The rest of such a text reads like its samples. */
const SAMPLED_ABOVE_CHARS = 512 * 1024;
const SAMPLE_CHARS = 4 * 1024;
const SAMPLES = 32;

const RANKS = { cl100k_base: cl100k, o200k_base: o200k };
const encodings = new Map<Tokenizer["id"], GptEncoding>();

/** Made when it is first needed: an index takes a process up to 190 ms and 8 MB, and most processes need one of them or none. */
function getEncoding(id: Tokenizer["id"]): GptEncoding {
  const encoding = encodings.get(id) ?? GptEncoding.getEncodingApi(id, () => RANKS[id]);
  encodings.set(id, encoding);
  return encoding;
}

const SPECIAL_AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Linear in the text; never throws; 0 only for the empty text. */
export function countTokens(text: string, tokenizer: Tokenizer): Tokens {
  if (text.length === 0) return 0;
  if (text.length > SAMPLED_ABOVE_CHARS) return countBySamples(text, tokenizer);
  return Math.max(1, countRuns(text, tokenizer));
}

function countRuns(text: string, tokenizer: Tokenizer): Tokens {
  if (!LONG_RUN.test(text)) return countPlain(text, tokenizer);
  let total = 0;
  for (const piece of text.split(LONG_RUN)) {
    const step = LONG_RUN.test(piece) ? RUN_CHARS_MAX : piece.length;
    for (let i = 0; i < piece.length; i += step) total += countPlain(piece.slice(i, i + step), tokenizer);
  }
  return total;
}

/**
 * The library keeps up to 100,000 pieces of text that it has merged, and counts at a seventh of its speed once each new one
 * drops the oldest. A merged piece has two tokens at least, so after this many tokens all are dropped together.
 */
const KEPT_TOKENS = 200_000;
const keptTokens = { cl100k_base: 0, o200k_base: 0 };

function countPlain(text: string, { id }: Tokenizer): Tokens {
  if (text.length === 0) return 0;
  const encoding = getEncoding(id);
  const tokens = encoding.countTokens(text, SPECIAL_AS_TEXT);
  keptTokens[id] += tokens;
  if (keptTokens[id] >= KEPT_TOKENS) {
    encoding.clearMergeCache();
    keptTokens[id] = 0;
  }
  return tokens;
}

function countBySamples(text: string, tokenizer: Tokenizer): Tokens {
  const stride = (text.length - SAMPLE_CHARS) / (SAMPLES - 1);
  let sampled = 0;
  for (let i = 0; i < SAMPLES; i++) {
    const start = Math.floor(i * stride);
    sampled += countRuns(text.slice(start, start + SAMPLE_CHARS), tokenizer);
  }
  return Math.max(1, Math.round((sampled / (SAMPLES * SAMPLE_CHARS)) * text.length));
}
