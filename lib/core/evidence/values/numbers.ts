import { placesIn } from "./spelling";

const WRITTEN = /\d+(?:[ .,]\d+)*/;
/** Beyond so many digits numbers of a program are no longer exact: what has more is an identifier. */
const EXACT_DIGITS_MAX = 15;

/**
 * The numbers that a written one can mean, from a text in normal spelling: "12.995" is 12995 where thousands have a point.
 * Empty where it is not a number: a version, an address, a date.
 */
export function readingsOf(written: string): number[] {
  const plain = written.trim();
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

/** The number that a text, in normal spelling, begins with or is, as it is written there; `null` where it has none. */
export function numberIn(normal: string): string | null {
  return WRITTEN.exec(normal)?.[0] ?? null;
}

/** Whether two written numbers can mean the same. */
export function canBeEqual(a: string, b: string): boolean {
  const readings = new Set(readingsOf(a));
  return readingsOf(b).some((one) => readings.has(one));
}

/** Where a text, in normal spelling, gives a number, whatever stands between its thousands. */
export function* placesOfNumber(normal: string, written: string): Generator<number> {
  for (const spelling of new Set([written, ...readingsOf(written).flatMap(spellingsOf)]))
    yield* placesIn(normal, spelling);
}

function spellingsOf(value: number): string[] {
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
