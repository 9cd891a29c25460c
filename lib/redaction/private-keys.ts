import type { Detector, Span } from "./detector";

const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|Static key(?: V1)?) ?-{4,5}/gi;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|Static key(?: V1)?) ?-{4,5}/gi;
const KEY_CHARS_MAX = 20_000;
/** A line of a key, with what editors, quotes and tables put before and after it. */
const LINE = /[^\n]{0,24}?(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{16,400}={0,2})[^A-Za-z0-9+/\n]{0,8}(?:\n|$)/y;
const HEADER = /\s{0,4}(?:[A-Za-z][\w-]{2,30}: [^\n]{0,120})?\n/y;

/** Blocks between the lines that begin and end a private key, also when one of the two was cut off. */
export const PRIVATE_KEYS: Detector = {
  id: "private-key",
  label: "private key",
  *find(text): Iterable<Span> {
    let from = 0;
    for (const { 0: title, index } of text.matchAll(BEGIN)) {
      const body = index + title.length;
      if (index < from) continue;
      const rest = text.slice(body, body + KEY_CHARS_MAX);
      const next = rest.search(/-{4,5} ?BEGIN /);
      const own = next < 0 ? rest : rest.slice(0, next);
      const closing = own.search(END);
      from = body + (closing < 0 ? measureLines(own) : closing);
      if (from > body) yield { start: body, end: from };
    }
    from = 0;
    for (const { index } of text.matchAll(END)) {
      const before = text.slice(Math.max(from, index - KEY_CHARS_MAX), index);
      from = index;
      const start = before.includes("BEGIN") ? before.length : findTailStart(before);
      if (start < before.length) yield { start: index - before.length + start, end: index };
    }
  },
};

/** The length of the lines of a key without its end. A preview may have folded them into one. */
function measureLines(text: string): number {
  let at = 0;
  for (let headers = 0; headers < 6; headers++) {
    HEADER.lastIndex = at;
    if (!HEADER.test(text)) break;
    at = HEADER.lastIndex;
  }
  const words = /(?:\s{0,4}[A-Za-z0-9+/=]{16,400}(?![A-Za-z0-9+/=]))+/y;
  words.lastIndex = at;
  let end = words.test(text) ? words.lastIndex : 0;
  for (LINE.lastIndex = Math.max(at, end); LINE.test(text);) end = LINE.lastIndex;
  const last = /\s{0,4}[A-Za-z0-9+/]{4,400}={0,2}/y;
  last.lastIndex = end;
  return end > 0 && last.test(text) ? last.lastIndex : end;
}

function findTailStart(before: string): number {
  let start = before.length;
  for (const line of before.split("\n").reverse()) {
    const isLine = /(?:^|[^A-Za-z0-9+/])[A-Za-z0-9+/]{4,400}={0,2}[^A-Za-z0-9+/]{0,8}$/.test(line);
    if (!isLine && line.trim() !== "") break;
    start -= line.length + 1;
  }
  return Math.max(0, start + 1);
}
