import type { Detector, Span } from "./detector";

const BEGIN = "-----BEGIN ";
const TITLE_CHARS_MAX = 60;
const KEY_CHARS_MAX = 40_000;
/** A line of a key in base64. The header lines before it have the form `Name: value`. */
const KEY_LINE = /^[A-Za-z0-9+/=]{1,200}$/;
const LINE_CHARS_MIN = 16;

export const PRIVATE_KEYS: Detector = {
  id: "private-key",
  label: "private key",
  *find(text) {
    for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at + BEGIN.length)) {
      const title = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{4,5}/.exec(
        text.slice(at, at + TITLE_CHARS_MAX + BEGIN.length),
      )?.[0];
      if (title === undefined) continue;
      const end = endOf(text, at + title.length);
      if (end > at + title.length) {
        yield { start: at, end };
        at = end - BEGIN.length;
      }
    }
  },
};

function endOf(text: string, from: number): number {
  const rest = text.slice(from, from + KEY_CHARS_MAX);
  const next = rest.indexOf("-----");
  const closing = next < 0 ? null : /^-----END [A-Z0-9 ]{0,50}-{0,5}/.exec(rest.slice(next, next + 80));
  if (closing !== null) return from + next + closing[0].length;
  return from + bodyLength(next < 0 ? rest : rest.slice(0, next));
}

/** The length of the key's lines. Line breaks may be spaces or a written `\n`. */
function bodyLength(text: string): number {
  let [end, seen] = [0, 0];
  for (const { 0: word, index } of text.matchAll(/[^\s"'\\,;]+/g)) {
    const isLine =
      KEY_LINE.test(word) && (word.length >= LINE_CHARS_MIN || (seen > 0 && /[=+/\d]/.test(word)));
    const isHeader =
      seen === 0 && /^[\w-]{2,30}:$|^\d,[A-Z]+$|^[A-Z0-9-]{3,40},|^n$|^[A-F0-9]{16,32}$/.test(word);
    if (!isLine && !isHeader) break;
    if (isLine) {
      seen++;
      end = index + word.length;
      if (word.length < LINE_CHARS_MIN) break;
    }
  }
  return end;
}

export const PUTTY_KEYS: Detector = {
  id: "private-key",
  label: "private key",
  *find(text): Iterable<Span> {
    for (const match of text.matchAll(/Private-Lines: \d{1,3}\s{1,4}/g)) {
      const start = match.index + match[0].length;
      const length = bodyLength(text.slice(start, start + KEY_CHARS_MAX));
      if (length > 0) yield { start, end: start + length };
    }
  },
};
