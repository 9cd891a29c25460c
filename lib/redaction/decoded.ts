import type { Span } from "./detector";

const ESCAPE = /\\{1,4}u([0-9a-f]{4})|%([0-9a-f]{2})/gi;

/** A text with its escapes undone, and how to find a stretch of it in the text as it is. */
export interface DecodedText {
  readonly text: string;
  readonly original: (span: Span) => Span;
}

/** Undoes the escapes of JSON and URLs, as in `ada\u0040example.com`; `null` for a text that has none. */
export function decoded(text: string): DecodedText | null {
  const starts: number[] = [];
  let out = "";
  let end = 0;
  const take = (from: number, to: number) => {
    for (let i = from; i < to; i++) starts.push(i);
    out += text.slice(from, to);
  };
  for (const match of text.matchAll(ESCAPE)) {
    take(end, match.index);
    starts.push(match.index);
    out += String.fromCharCode(Number.parseInt(match[1] ?? match[2] ?? "", 16));
    end = match.index + match[0].length;
  }
  if (end === 0) return null;
  take(end, text.length);
  starts.push(text.length);
  return {
    text: out,
    original: (span) => ({ start: starts[span.start] ?? 0, end: starts[span.end] ?? text.length }),
  };
}
