import type { Found } from "./detector";
import { encodedHits } from "./encoded";
import type { Reading } from "./readings";
import { joinedLines, readingsOf } from "./readings";
import { KEY_RULES } from "./rules/provider-keys";

type Scan = (text: string) => Iterable<Found>;

export interface ReadFound extends Found {
  readonly value: string;
}

/** Values that can be recognised without their context. Only these are searched in joined lines. */
const BROKEN_KINDS = new Set([
  ...KEY_RULES.map(({ id }) => id),
  ...["jwt", "email", "bearer", "url-password", "iban"],
  ...["discord", "telegram", "mailchimp", "airtable", "azure-ad", "clickup"],
]);
const TAIL_CHARS_MIN = 6;

export function scanText(text: string, scan: Scan): ReadFound[] {
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
  const readings = readingsOf(text);
  for (const reading of readings) {
    const plain = [...scan(reading.text)];
    take(reading, plain);
    take(reading, encodedHits(reading.text, scan));
    take(reading, brokenHits(reading, plain, scan));
  }
  return found;
}

/** A line break before the `@` ends a word: the joined text would be a wrong address. */
function isTwoWords(detector: string, whole: string): boolean {
  return detector === "email" && /\n[^@\n]*@|@\s*\n/.test(whole);
}

/** Values that line breaks split. Reports them only when they are longer in the joined lines than before. */
function* brokenHits(reading: Reading, plain: readonly Found[], scan: Scan): Iterable<Found> {
  const joined = joinedLines({ text: reading.text, original: (span) => span });
  if (joined === null) return;
  const known = new Map<string, Found>(plain.map((hit) => [`${hit.detector} ${hit.start}`, hit]));
  for (const hit of scan(joined.text)) {
    if (!BROKEN_KINDS.has(hit.detector)) continue;
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
