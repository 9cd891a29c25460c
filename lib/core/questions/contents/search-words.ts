import { foldText, listWordsInOrder } from "./words";

/** Words that have to follow one another in a text, or must not. */
export interface SearchPhrase {
  readonly words: readonly string[];
  readonly absent: boolean;
}

/** What somebody searches for: one of the alternatives, and of it every phrase. */
export type SearchWords = readonly (readonly SearchPhrase[])[];

const OR = "or";
const SPACE = /\s/;

/**
 * Reads a search as people type it: all words must occur; "quoted words" must follow one another; -words must not occur;
 * `or` separates alternatives. Words that only signs separate, as in `LMP-114`, must follow one another too.
 * @returns no alternative when nothing is asked for
 */
export function parseSearchWords(typed: string): SearchWords {
  const alternatives: SearchPhrase[][] = [[]];
  for (const { text, quoted } of splitParts(typed)) {
    if (!quoted && text.toLowerCase() === OR) {
      alternatives.push([]);
      continue;
    }
    const words = listWordsInOrder(foldText(text));
    if (words.length > 0) alternatives.at(-1)?.push({ words, absent: !quoted && text.startsWith("-") });
  }
  return alternatives.filter((phrases) => phrases.length > 0);
}

interface TypedPart {
  readonly text: string;
  readonly quoted: boolean;
}

/** What stands between quotes, and between spaces outside of them. A sign before a quote belongs to what is quoted. */
function splitParts(typed: string): TypedPart[] {
  const parts: TypedPart[] = [];
  let at = 0;
  while (at < typed.length) {
    const negates = typed.startsWith('-"', at);
    if (negates || typed[at] === '"') {
      const start = at + (negates ? 2 : 1);
      const close = typed.indexOf('"', start);
      const end = close === -1 ? typed.length : close;
      const text = typed.slice(start, end);
      parts.push(negates ? { text: `-${text}`, quoted: false } : { text, quoted: true });
      at = end + 1;
      continue;
    }
    let end = at;
    while (end < typed.length && typed[end] !== '"' && !SPACE.test(typed[end] ?? "")) end++;
    if (end > at) parts.push({ text: typed.slice(at, end), quoted: false });
    at = end > at ? end : at + 1;
  }
  return parts;
}
