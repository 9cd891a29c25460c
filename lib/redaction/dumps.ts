import type { Span } from "./detector";

/** Lines of a hex dump: an offset, the bytes as pairs or fours, and often the letters beside them. */
const HEX_LINE =
  /^[^\n0-9a-f]{0,8}[0-9a-f]{4,16}:?[ \t]{1,4}(?<cells>(?:[0-9a-f]{2}(?:[0-9a-f]{2})?[ \t]{1,3}){1,16}(?:[0-9a-f]{2}(?:[0-9a-f]{2})?)?)(?=[ \t]|$)[^\n]{0,40}$/i;
/**
 * Lines of `od -c` or `od -b`: an offset, and cells of four characters with a letter, an escape or an octal
 * byte.
 */
const LETTER_LINE = /^[^\n0-7]{0,8}[0-7]{7,11}(?<cells>(?: {3}[^\n]| {2}\\[0nrtabfv]| [0-7]{3}){1,16}) *$/;
const LINES_MIN = 2;
const LINE_CHARS_MAX = 200;
const ESCAPES: Readonly<Record<string, number>> = {
  "\\n": 10,
  "\\r": 13,
  "\\t": 9,
  "\\0": 0,
  "\\a": 7,
  "\\b": 8,
};

interface Dump {
  readonly text: string;
  readonly original: (span: Span) => Span;
}

/** The texts that dumps of bytes in a text show. */
export function* decodedDumps(text: string): Iterable<Dump> {
  let rows: { start: number; end: number; bytes: Buffer }[] = [];
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf("\n", start);
    const end = next < 0 ? text.length : next;
    const bytes = end - start > LINE_CHARS_MAX ? null : bytesOf(text.slice(start, end));
    if (bytes !== null) rows.push({ start, end, bytes });
    if ((bytes === null || next < 0) && rows.length > 0) {
      if (rows.length >= LINES_MIN) yield dumpOf(rows);
      rows = [];
    }
    if (next < 0) return;
    start = end + 1;
  }
}

function bytesOf(line: string): Buffer | null {
  if (!/[0-7]{4}/.test(line) && !/^[^\n]{0,8}[0-9a-f]{4}/i.test(line)) return null;
  const letters = LETTER_LINE.exec(line)?.groups?.cells;
  if (letters !== undefined)
    return Buffer.from((letters.match(/[^]{4}/g) ?? []).map((cell) => letterOf(cell.trim())));
  const cells = HEX_LINE.exec(line)?.groups?.cells;
  return cells === undefined ? null : Buffer.from(cells.replace(/\s/g, ""), "hex");
}

function letterOf(cell: string): number {
  if (cell === "") return 32;
  return ESCAPES[cell] ?? (cell.length === 3 ? Number.parseInt(cell, 8) : cell.charCodeAt(0));
}

function dumpOf(rows: readonly { start: number; end: number; bytes: Buffer }[]): Dump {
  const rowAt = rows.flatMap((row) => Array.from(row.bytes, () => row));
  return {
    text: Buffer.concat(rows.map(({ bytes }) => bytes)).toString("latin1"),
    original: ({ start, end }) => ({
      start: rowAt[start]?.start ?? 0,
      end: rowAt[Math.max(start, end - 1)]?.end ?? 0,
    }),
  };
}
