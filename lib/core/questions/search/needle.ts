import { assert } from "../../assert";
import { findGrouped } from "../../evidence/values/grouped";
import { trimEnd } from "../../evidence/values/spelling";

/**
 * How a text was found: character for character; ignoring case, white space and how a number is written; or by all of its
 * words in any place.
 */
export const MATCH_LEVELS = ["exact", "loose", "words"] as const;
export type MatchLevel = (typeof MATCH_LEVELS)[number];

export interface MatchSpan {
  readonly start: number;
  readonly end: number;
}

/** Finds a text in another text at one level; `null` if it is not there. Linear in the searched text. */
export interface Needle {
  readonly level: MatchLevel;
  readonly find: (text: string) => MatchSpan | null;
}

const WORDS_MAX = 12;
const WORD_CHARS_MIN = 2;

/** The needles of a query, the strictest first. Empty for a query without a letter or digit. */
export function makeNeedles(query: string): Needle[] {
  const text = query.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const exact: Needle = { level: "exact", find: (hay) => makeSpan(hay.indexOf(text), text.length) };
  const loose = new RegExp(text.split(/\s+/).map(escapePattern).join("\\s+"), "iu");
  const words = splitSearchedWords(text);
  return [
    exact,
    { level: "loose", find: (hay) => findFirstMatch(loose, hay) },
    ...makeNumberNeedles(text),
    ...(words.length < 2
      ? []
      : [{ level: "words" as const, find: (hay: string) => matchAllWords(words, hay) }]),
  ];
}

/** Finds a number in any grouping and with any decimal sign. Empty for a query that is more than a number. */
function makeNumberNeedles(text: string): Needle[] {
  const number = /^\d+$/.test(text)
    ? text
    : /^\d+\.\d+$/.test(text)
      ? trimEnd(trimEnd(text, "0"), ".")
      : readGroupedNumber(text);
  if (number === null) return [];
  const decimals = number.includes(".") ? "0*" : "(?:\\.0+)?";
  const plain = new RegExp(`(?<![\\w.,])${escapePattern(number)}${decimals}(?!\\w|[.,]\\d)`, "u");
  return [
    {
      level: "loose",
      find: (hay) => {
        const grouped = findGrouped(hay).find(({ value }) => value === number);
        return grouped === undefined ? findFirstMatch(plain, hay) : { start: grouped.at, end: grouped.end };
      },
    },
  ];
}

function readGroupedNumber(text: string): string | null {
  const whole = findGrouped(text).find(
    ({ at, end, isNumber }) => isNumber && at === 0 && end === text.length,
  );
  return whole?.value ?? null;
}

/** The words of a search in lower case. */
export function splitSearchedWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= WORD_CHARS_MIN))].slice(0, WORDS_MAX);
}

function matchAllWords(words: readonly string[], hay: string): MatchSpan | null {
  let first: MatchSpan | null = null;
  for (const word of words) {
    const span = findFirstMatch(
      new RegExp(`(?<![\\p{L}\\p{N}_])${escapePattern(word)}(?![\\p{L}\\p{N}_])`, "iu"),
      hay,
    );
    if (span === null) return null;
    if (first === null || span.end - span.start > first.end - first.start) first = span;
  }
  return first;
}

function findFirstMatch(pattern: RegExp, text: string): MatchSpan | null {
  const match = pattern.exec(text);
  return match === null ? null : makeSpan(match.index, match[0].length);
}

function makeSpan(start: number, length: number): MatchSpan | null {
  return start < 0 ? null : { start, end: start + length };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => (sign === "-" ? "\\x2d" : `\\${sign}`));
}

const QUOTE_CHARS = 90;
const QUOTED_CHARS_MAX = 240;

export function quoteAround(text: string, { start, end }: MatchSpan): string {
  assert(start <= end, "a span runs forwards");
  const from = Math.max(0, start - QUOTE_CHARS);
  const to = Math.min(text.length, Math.min(end, start + QUOTED_CHARS_MAX) + QUOTE_CHARS);
  const body = text.slice(from, to).replace(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${body}${to < text.length ? "…" : ""}`;
}
