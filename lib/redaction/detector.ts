/** A part of a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Found extends Span {
  /** The id of its class, see `CLASSES`. */
  readonly detector: string;
  readonly label: string;
}

export interface Detector {
  readonly id: string;
  readonly label: string;
  readonly find: (text: string) => Iterable<Span>;
}

/** The matches of a pattern with the flag `g`; the match is the group named `it`, else the whole match. */
export function* listSpans(
  pattern: RegExp,
  text: string,
  accepts: (it: string) => boolean = () => true,
): Iterable<Span> {
  for (const match of text.matchAll(pattern)) {
    const it = match.groups?.it ?? match[0];
    const start = match.index + match[0].lastIndexOf(it);
    if (accepts(it)) yield { start, end: start + it.length };
  }
}

/** A detector with one pattern, which bounds every repetition. */
export function makePatternDetector(
  id: string,
  label: string,
  pattern: RegExp,
  accepts?: (it: string) => boolean,
): Detector {
  return { id, label, find: (text) => listSpans(pattern, text, accepts) };
}

const CAPITAL = /[A-Z]+/g;

/** A text in lower case, with each character at its place: some letters get longer, and stay as they are. */
export function lowerText(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(CAPITAL, (letters) => letters.toLowerCase());
}
