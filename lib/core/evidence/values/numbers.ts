import { findPlaces } from "./spelling";

const WRITTEN = /\d+(?:[ .,]\d+)*/;
/** Numbers of a program are exact up to so many digits. Longer ones are identifiers. */
const EXACT_DIGITS_MAX = 15;

/**
 * Every number that the text can mean: "12.995" is also 12995, where points separate thousands. Empty for a
 * version, an address or a date. `value` is in normal spelling.
 */
export function listNumberReadings(value: string): number[] {
  const plain = value.trim();
  if (plain.replace(/\D/g, "").length > EXACT_DIGITS_MAX) return [];
  if (/^\d+$/.test(plain)) return [Number(plain)];
  const readings = new Set<number>();
  if (/^\d{1,3}(?:[ .]\d{3})+(?:,\d+)?$/.test(plain) && !(plain.includes(" ") && plain.includes(".")))
    readings.add(Number(plain.replace(/[ .]/g, "").replace(",", ".")));
  if (/^\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?$/.test(plain) && !(plain.includes(" ") && plain.includes(",")))
    readings.add(Number(plain.replace(/[ ,]/g, "")));
  if (/^\d+[.,]\d+$/.test(plain)) readings.add(Number(plain.replace(",", ".")));
  return [...readings];
}

/** The number at the start of the text, as it is written; `null` for none. `normal` is in normal spelling. */
export function findNumber(normal: string): string | null {
  return WRITTEN.exec(normal)?.[0] ?? null;
}

/** Whether two written numbers can mean the same. */
export function canBeEqual(a: string, b: string): boolean {
  const readings = new Set(listNumberReadings(a));
  return listNumberReadings(b).some((reading) => readings.has(reading));
}

/** The places of a number in a text, with any separator of thousands. `normal` is in normal spelling. */
export function* findNumberPlaces(normal: string, value: string): Generator<number> {
  for (const spelling of listNumberSpellings(value)) yield* findPlaces(normal, spelling);
}

/** Every way to write a number; for another value only the value itself. `value` is in normal spelling. */
export function listNumberSpellings(value: string): ReadonlySet<string> {
  return new Set([value, ...listNumberReadings(value).flatMap(spellNumber)]);
}

function spellNumber(value: number): string[] {
  const [whole = "", decimals = ""] = String(value).split(".");
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, " ");
  const dotted = groups.replaceAll(" ", ".");
  if (decimals === "") return [whole, groups, dotted, groups.replaceAll(" ", ",")];
  const ends = [2, 3].map((digits) => decimals.padEnd(digits, "0"));
  return [
    ...[whole, groups].map((start) => `${start}.${decimals}`),
    ...[whole, groups, dotted].flatMap((start) => [decimals, ...ends].map((end) => `${start},${end}`)),
  ];
}
