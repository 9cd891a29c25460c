import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { tableTokenizer } from "../models/find-model";
import type { Tokens } from "../units";

export interface Tokenizer {
  readonly id: "o200k_base" | "cl100k_base";
  readonly exact: boolean;
  /** Assumed tokens of the model per counted token until the session's own usage gives a better factor; 1 if exact. */
  readonly prior: number;
}

/** A model without a public tokenizer gets o200k as the base of a calibrated estimate. */
export function tokenizerFor(model: string | null): Tokenizer {
  const { id, exact, factor } = tableTokenizer(model) ?? { id: "o200k_base", exact: false, factor: 1 };
  return { id, exact, prior: factor };
}

/**
 * Byte-pair merging is quadratic in the length of an unbroken run (100,000 times "a" takes seconds), so runs of one
 * character class longer than this are counted in slices. The error is under one token per slice.
 */
const RUN_CHARS_MAX = 256;
const LONG_RUN = new RegExp(`(\\s{${RUN_CHARS_MAX},}|[^\\s]{${RUN_CHARS_MAX},})`);

/** Longer texts are counted from evenly spaced samples. The rest of such a text reads like its samples. */
const SAMPLED_ABOVE_CHARS = 512 * 1024;
const SAMPLE_CHARS = 4 * 1024;
const SAMPLES = 32;

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
    for (let i = 0; i < piece.length; i += RUN_CHARS_MAX) {
      if (piece.length <= RUN_CHARS_MAX || !LONG_RUN.test(piece)) {
        total += countPlain(piece, tokenizer);
        break;
      }
      total += countPlain(piece.slice(i, i + RUN_CHARS_MAX), tokenizer);
    }
  }
  return total;
}

function countPlain(text: string, tokenizer: Tokenizer): Tokens {
  if (text.length === 0) return 0;
  const count = tokenizer.id === "cl100k_base" ? countCl100k : countO200k;
  return count(text, SPECIAL_AS_TEXT);
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
