import type { Detector, Span } from "./detector";

const BEGIN = "-----BEGIN ";
const TITLE_CHARS_MAX = 60;
const KEY_CHARS_MAX = 40_000;
const KEY_LINE = /^[A-Za-z0-9+/=]{1,200}$/;
const LINE_CHARS_MIN = 16;

export const PRIVATE_KEYS: Detector = {
  id: "private-key",
  label: "private key",
  *find(text) {
    for (let at = text.indexOf(BEGIN); at >= 0; at = text.indexOf(BEGIN, at + BEGIN.length)) {
      const title =
        /^-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|OpenVPN (?:Static|tls-crypt-v2 (?:client|server)) key(?: V1)?)-{4,5}/.exec(
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
  const headers = HEADERS.exec(rest)?.[0].length ?? 0;
  return from + headers + bodyLength(next < 0 ? rest.slice(headers) : rest.slice(headers, next));
}

/** As PGP writes its version and comments. */
const HEADERS = /^\s{1,4}(?:[A-Z][\w-]{2,30}: [^\r\n\\]{0,120}(?:\r?\n|\\n)){1,6}(?:\s|\\n){0,4}/;

/** Line breaks may be spaces or a written `\n`. */
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

const BLOCK_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-{4,5}/g;
const TAIL_CHARS_MAX = 12_000;
export const KEY_TAILS: Detector = {
  id: "private-key",
  label: "private key",
  *find(text): Iterable<Span> {
    let from = 0;
    for (const match of text.matchAll(BLOCK_END)) {
      const before = text.slice(Math.max(from, match.index - TAIL_CHARS_MAX), match.index);
      from = match.index + match[0].length;
      const start = before.includes("-----BEGIN") ? -1 : tailStart(before);
      if (start >= 0) yield { start: match.index - before.length + start, end: from };
    }
  },
};

function tailStart(before: string): number {
  const lines = before.split("\n");
  let [at, start] = [before.length, -1];
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i] ?? "";
    at -= line.length + (i === lines.length - 1 ? 0 : 1);
    const body = /(?:^|[^A-Za-z0-9+/=])([A-Za-z0-9+/]{1,400}={0,2})[^A-Za-z0-9+/=]{0,8}$/.exec(line);
    if (line.trim() === "" && start < 0) continue;
    if (body === null || (start >= 0 && (body[1] ?? "").length < LINE_CHARS_MIN)) break;
    start = at + line.lastIndexOf(body[1] ?? "");
  }
  return start;
}

/** The form of SSH2, with four hyphens and spaces. */
export const SSH2_KEYS: Detector = {
  id: "private-key",
  label: "private key",
  *find(text): Iterable<Span> {
    for (const match of text.matchAll(/---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----/g)) {
      const start = match.index + match[0].length;
      const end = text.indexOf("---- END", start);
      yield {
        start: match.index,
        end: end < 0 || end - start > KEY_CHARS_MAX ? Math.min(text.length, start + SSH2_CHARS) : end,
      };
    }
  },
};

const PARTS = /<(D|P|Q|DP|DQ|InverseQ)>\s{0,8}([\w+/=\s]{20,1400}?)\s{0,8}<\/\1>/g;
export const XML_KEYS: Detector = {
  id: "private-key",
  label: "private key",
  *find(text): Iterable<Span> {
    if (!text.includes("KeyValue>")) return;
    for (const { 0: whole, 2: part = "", index } of text.matchAll(PARTS)) {
      const start = index + whole.indexOf(part);
      yield { start, end: start + part.length };
    }
  },
};

/** The assumed length of a key without its end. */
const SSH2_CHARS = 4_000;
