import type { Scan } from "./classes";
import type { Found, Span } from "./detector";
import { encodedHits } from "./encoded";
import type { Reading } from "./readings";
import { joinedLines, readingsOf, withoutLineMarks } from "./readings";

export interface ReadFound extends Found {
  readonly value: string;
}

const TAIL_CHARS_MIN = 6;
const DEPTH_MAX = 3;

export function scanText(text: string, scan: Scan, depth = 0): ReadFound[] {
  const found: ReadFound[] = [];
  const seen = new Set<string>();
  const take = (reading: Reading, hits: Iterable<Found>) => {
    for (const hit of hits) {
      const span = reading.original(hit);
      const name = `${hit.detector} ${span.start} ${span.end}`;
      if (seen.has(name) || span.end <= span.start) continue;
      seen.add(name);
      found.push({ ...hit, ...span, value: reading.text.slice(hit.start, hit.end) });
    }
  };
  const encoded = function* (within: string, isTried?: (span: Span) => boolean): Iterable<Found> {
    if (depth < DEPTH_MAX)
      yield* encodedHits(within, (decoded) => scanText(decoded, scan, depth + 1), isTried);
  };
  for (const reading of readingsOf(text)) {
    const plain = [...scan(reading.text)];
    take(reading, plain);
    take(reading, encoded(reading.text));
    const own: Reading = { text: reading.text, original: (span) => span };
    const joined = joinedLines(own);
    if (joined !== null) {
      take(reading, brokenHits(reading, joined, plain, scan));
      take(reading, placed(joined, encoded(joined.text, isBroken(joined, reading.text))));
    }
    const bare = withoutLineMarks(own);
    if (bare !== null) take(reading, placed(bare, scan(bare.text, "lines")));
  }
  return found;
}

function isBroken(joined: Reading, text: string) {
  return (span: Span): boolean => {
    const { start, end } = joined.original(span);
    return end - start > span.end - span.start && /[\r\n"'`]/.test(text.slice(start, end));
  };
}

function* placed(reading: Reading, hits: Iterable<Found>): Iterable<Found> {
  for (const hit of hits) yield { ...hit, ...reading.original(hit) };
}

/** A line break before the `@` ends a word: the joined text would be a wrong address. */
function isTwoWords(detector: string, whole: string): boolean {
  return detector === "email" && /\n[^@\n]*@|@\s*\n/.test(whole);
}

/** Values that line breaks split. Reports them only when they are longer in the joined lines than before. */
function* brokenHits(
  reading: Reading,
  joined: Reading,
  plain: readonly Found[],
  scan: Scan,
): Iterable<Found> {
  const known = new Map<string, Found>(plain.map((hit) => [`${hit.detector} ${hit.start}`, hit]));
  for (const hit of scan(joined.text, "broken")) {
    const span = joined.original(hit);
    const whole = reading.text.slice(span.start, span.end);
    const tail = /(?<![^\r\n"'`>#│|→\t])[^\r\n"'`>#│|→\t]*$/.exec(whole)?.[0].trim() ?? "";
    if (!/[\r\n"'`]/.test(whole) || isTwoWords(hit.detector, whole)) continue;
    const before = known.get(`${hit.detector} ${span.start}`);
    const goesOn =
      tail.length >= TAIL_CHARS_MIN && /\d|[a-z][A-Z]|[A-Z][a-z]/.test(tail) && !/^[A-Z]?[a-z]+$/.test(tail);
    const isNew = before === undefined && !plain.some((one) => one.start < span.end && one.end > span.start);
    if (isNew || (before !== undefined && before.end < span.end && goesOn)) yield { ...hit, ...span };
  }
}
