import { countTokens, tokenizerFor } from "@/lib/core/tokens/tokenizer";

/**
 * Text that reads like tool output, built from word lists by a fixed rule. Only its size matters in the demo; the facts
 * are written by hand. The same seed gives the same text.
 */
export interface Topic {
  readonly subjects: readonly string[];
  readonly verbs: readonly string[];
  readonly objects: readonly string[];
}

export const SUPPORT: Topic = {
  subjects: [
    "the customer",
    "our agent",
    "the courier",
    "the warehouse",
    "the second agent",
    "the billing desk",
  ],
  verbs: [
    "asked about",
    "confirmed",
    "could not find",
    "promised to check",
    "repeated",
    "wrote down",
    "forwarded",
  ],
  objects: [
    "the delivery window",
    "an earlier case",
    "the address on file",
    "the refund terms",
    "a missing parcel",
    "the order reference",
    "the call-back time",
  ],
};

export const PUBLISHING: Topic = {
  subjects: [
    "the provider",
    "the changelog",
    "a footnote",
    "the pricing table",
    "the migration guide",
    "an earlier edition",
    "the status page",
  ],
  verbs: ["lists", "replaces", "defers", "describes", "deprecates", "renames", "bounds", "clarifies"],
  objects: [
    "the usage tiers",
    "batch discounts",
    "regional limits",
    "the retry budget",
    "cached input rates",
    "the preview models",
    "quota increases",
  ],
};

export const CODE: Topic = {
  subjects: ["the parser", "the serializer", "the token stream", "the printer", "the visitor", "the fixture"],
  verbs: ["drops", "keeps", "normalises", "escapes", "joins", "rejects", "buffers"],
  objects: [
    "a leading space",
    "operator tokens",
    "nested groups",
    "an empty list",
    "trailing commas",
    "the source range",
    "comment nodes",
  ],
};

/** Numbers from 0 to below 1, the same for the same seed (a linear congruential generator). */
export function sequence(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function prose(topic: Topic, seed: number, chars: number): string {
  const next = sequence(seed);
  const pick = (words: readonly string[]): string => words[Math.floor(next() * words.length)] ?? "";
  let text = "";
  while (text.length < chars) {
    const sentence = `${pick(topic.subjects)} ${pick(topic.verbs)} ${pick(topic.objects)}`;
    const end = next() < 0.3 ? ` (note ${Math.floor(next() * 900) + 100}).` : ".";
    text += `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${end}${next() < 0.2 ? "\n" : " "}`;
  }
  return text.trimEnd();
}

const O200K = tokenizerFor("gpt-4.1");

export function tokensOf(text: string): number {
  return countTokens(text, O200K);
}

/** Prose of exactly `tokens` tokens with the o200k tokenizer. It starts with `head`, unchanged. */
export function proseOfTokens(topic: Topic, seed: number, tokens: number, head = ""): string {
  const whole = head + prose(topic, seed, tokens * 7);
  let low = head.length;
  let high = whole.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tokensOf(whole.slice(0, middle)) <= tokens) low = middle;
    else high = middle - 1;
  }
  let text = whole.slice(0, low);
  for (let pad = 0; tokensOf(text) < tokens && pad < tokens; pad++) text += " so";
  return text;
}
