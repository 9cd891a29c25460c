/** `12→`, `12|`, `12:`, `12<tab>` of listings, and `12-` as grep marks the lines around a hit: a date such as `2026-01-05` is none. */
const LINE_NUMBER = /^\s{0,9}\d{1,7}(?:\s{0,3}[→|]|[:\t]|-(?!\d))/;

/** A line without the number that a tool wrote before it, and without spaces around it. */
export function stripLineNumber(line: string): string {
  return line.replace(LINE_NUMBER, "").trim();
}
