import { mayHold } from "./letter-groups";
import { lowered, neededWords } from "./needed-words";

/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Found extends Span {
  readonly detector: string;
  readonly label: string;
}

export interface Detector {
  readonly id: string;
  readonly label: string;
  readonly find: (text: string) => Iterable<Span>;
}

/**
 * A detector with a regular expression. The match is the group named `it`, else the whole match. To keep the time
 * linear in the text, a pattern must bound every repetition and must not nest repetitions. A text without any of the
 * words that a match needs is not searched.
 */
export function byPattern(
  id: string,
  label: string,
  pattern: RegExp,
  accepts: (it: string, match: string) => boolean = () => true,
): Detector {
  const words = neededWords(pattern);
  return {
    id,
    label,
    *find(text) {
      if (words !== null && !holdsOne(text, words, pattern.ignoreCase)) return;
      for (const match of matchesOf(pattern, text)) {
        const it = match.groups?.it ?? match[0];
        const start = match.index + match[0].lastIndexOf(it);
        if (accepts(it, match[0])) yield { start, end: start + it.length };
      }
    },
  };
}

/** Like `matchAll`, without a copy of the pattern for every text. */
export function* matchesOf(pattern: RegExp, text: string): Iterable<RegExpExecArray> {
  for (let at = 0; at <= text.length;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null) return;
    at = pattern.lastIndex > match.index ? pattern.lastIndex : match.index + 1;
    yield match;
  }
}

/** Many detectors ask about the same text, one after another, and about the same words. */
let last = { text: "", lower: "", held: new Map<string, boolean>() };

function holdsOne(text: string, words: readonly string[], ignoresCase: boolean): boolean {
  if (last.text !== text) last = { text, lower: "", held: new Map() };
  return words.some((word) => {
    const name = ignoresCase ? `\u0000${word}` : word;
    const known = last.held.get(name);
    if (known !== undefined) return known;
    const isHeld = mayHold(text, word) && (ignoresCase ? lowerText() : text).includes(word);
    last.held.set(name, isHeld);
    return isHeld;
  });
}

function lowerText(): string {
  if (last.lower === "") last.lower = lowered(last.text);
  return last.lower;
}

export function* foundBy({ id, label, find }: Detector, text: string): Iterable<Found> {
  for (const { start, end } of find(text)) yield { start, end, detector: id, label };
}
