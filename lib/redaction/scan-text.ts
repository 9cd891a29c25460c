import type { Scan } from "./classes";
import type { Found } from "./detector";
import { listHidden } from "./hidden";
import type { Reading } from "./readings";
import { readAsWritten, joinLines, listMaskedReadings } from "./readings";

export interface ReadFound extends Found {
  /** What the span says when it is decoded. */
  readonly value: string;
}

const DEPTH_MAX = 3;
const TAIL_CHARS_MIN = 6;

/** All values in a text: as it stands, with its escapes decoded, with its lines joined, and in what it hides. */
export function scanText(text: string, scan: Scan, depth = 0): ReadFound[] {
  const found = new Map<string, ReadFound>();
  const take = ({ original }: Reading, hits: Iterable<ReadFound>) => {
    for (const hit of hits) {
      const span = original(hit);
      const name = `${hit.detector} ${span.start} ${span.end}`;
      if (span.end > span.start && !found.has(name)) found.set(name, { ...hit, ...span });
    }
  };
  for (const reading of listMaskedReadings(text)) {
    const plain = addValues(reading.text, scan(reading.text));
    take(reading, plain);
    for (const hidden of depth < DEPTH_MAX ? listHidden(reading.text) : [])
      take(reading, placeHits(hidden, scanText(hidden.text, scan, depth + 1)));
    const joined = joinLines(readAsWritten(reading.text));
    if (joined !== null)
      take(
        reading,
        placeHits(joined, addValues(joined.text, scan(joined.text, "issued"))).filter((hit) =>
          isSplit(hit, reading.text, plain),
        ),
      );
  }
  return [...found.values()];
}

function addValues(text: string, hits: Iterable<Found>): ReadFound[] {
  return [...hits].map((hit) => ({ ...hit, value: text.slice(hit.start, hit.end) }));
}

function placeHits({ original }: Reading, hits: readonly ReadFound[]): ReadFound[] {
  return hits.map((hit) => ({ ...hit, ...original(hit) }));
}

/** Whether a line break or the joining of two quoted pieces splits a key, and it goes on where it was found to end. */
function isSplit({ start, end, value }: ReadFound, text: string, plain: readonly Found[]): boolean {
  if (end - start === value.length) return false;
  const known = plain.find((one) => one.start < end && one.end > start);
  const tail = /(?<![^\s"'`+|>])[^\s"'`+|>]*$/.exec(text.slice(start, end))?.[0] ?? "";
  const goesOn =
    tail.length >= TAIL_CHARS_MIN && tail.length < value.length && /\d|[a-z][A-Z]|[A-Z][a-z]./.test(tail);
  return known === undefined || (known.end < end && goesOn);
}
