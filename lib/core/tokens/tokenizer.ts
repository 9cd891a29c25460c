import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import type { Tokens } from "../units";

/** A way to count: which tokenizer, and whether it is the model's own. */
export interface Tokenizer {
  readonly id: "o200k_base" | "cl100k_base";
  readonly exact: boolean;
  /** The model's tokens for each counted one, assumed until a session's own usage says better; 1 where it is exact. */
  readonly prior: number;
}

const O200K_MODELS = /(^|[/:])(ft:)?(gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|gpt-6|chatgpt-4o|o1|o3|o4|codex)/i;
const CL100K_MODELS = /(^|[/:])(ft:)?(gpt-4|gpt-3\.5|text-embedding-3)/i;

/** Families without a public tokenizer: the model's tokens per o200k token, as learned from recorded sessions with usage. */
const PRIORS: readonly [model: RegExp, factor: number][] = [
  [/claude-opus-4-[78]/i, 1.45],
  [/claude|anthropic/i, 1.25],
  [/gemini/i, 1.2],
];

/** The public tokenizer for a model; for models without one, o200k as the base of a calibrated estimate. */
export function tokenizerFor(model: string | null): Tokenizer {
  const name = model ?? "";
  if (O200K_MODELS.test(name)) return { id: "o200k_base", exact: true, prior: 1 };
  if (CL100K_MODELS.test(name)) return { id: "cl100k_base", exact: true, prior: 1 };
  const prior = PRIORS.find(([family]) => family.test(name))?.[1] ?? 1;
  return { id: "o200k_base", exact: false, prior };
}

/**
 * Byte-pair merging is quadratic in the length of an unbroken run (100,000 times "a" takes seconds), so runs of one
 * character class longer than this are counted in slices. The error is under one token per slice.
 */
const RUN_CHARS_MAX = 256;
const LONG_RUN = new RegExp(`(\\s{${RUN_CHARS_MAX},}|[^\\s]{${RUN_CHARS_MAX},})`);

/** Texts longer than this are counted on evenly spaced samples: the rest of such a text reads like its samples. */
const SAMPLED_ABOVE_CHARS = 512 * 1024;
const SAMPLE_CHARS = 4 * 1024;
const SAMPLES = 32;

const SPECIAL_AS_TEXT = { disallowedSpecial: new Set<string>() };

/** How many tokens `text` has under a tokenizer. Linear in the text; total: never throws, 0 for the empty text only. */
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
