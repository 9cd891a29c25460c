import type { GivenQuote } from "./question";
import type { JudgedText } from "./scene/judged-text";

/** A quote that stands in its text. `start` counts characters of the text as it was sent. */
export interface FoundQuote {
  readonly text: string;
  readonly role: string;
  readonly block: string;
  readonly turn: number;
  readonly quote: string;
  readonly start: number;
}

/** Shorter words stand in every text, so they prove nothing, unless they are the whole text. */
const CHARS_MIN = 8;

/**
 * Finds a quote in the text that it names. Models break lines anew, so any white space equals any other; nothing else
 * may differ.
 * @returns `null` for a text that was not sent, or words that do not stand in it
 */
export function findQuote({ text: id, quote }: GivenQuote, texts: readonly JudgedText[]): FoundQuote | null {
  const source = texts.find((one) => one.id === id);
  if (source === undefined) return null;
  const words = quote.trim().split(/\s+/);
  const short = words.join(" ").length < CHARS_MIN;
  if (words[0] === "" || (short && source.text.trim() !== quote.trim())) return null;
  const start = placeOf(source.text, words);
  if (start === null) return null;
  const { role, block, turn } = source;
  return { text: id, role, block, turn, quote: quote.trim(), start };
}

/** Compares both without white space, and tells the place in the text with it. */
function placeOf(text: string, words: readonly string[]): number | null {
  const joined = words.join(" ");
  const direct = text.indexOf(joined);
  if (direct >= 0) return direct;
  const starts: number[] = [];
  let plain = "";
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (plain !== "") {
      starts.push(index - 1);
      plain += " ";
    }
    for (let i = 0; i < word.length; i++) starts.push(index + i);
    plain += word;
  }
  const at = plain.indexOf(joined);
  return at < 0 ? null : (starts[at] ?? null);
}
