import { canBeEqual, listNumberReadings } from "./numbers";

interface Unit {
  readonly of: string;
  readonly size: number;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const WORDS: readonly (readonly [of: string, size: number, words: string])[] = [
  [
    "time",
    1,
    "ms msec msecs millis millisecond milliseconds millisekunde millisekunden milliseconde millisecondes milisegundo milisegundos millisecondi milissegundos milliseconden",
  ],
  [
    "time",
    SECOND,
    "s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi seconden",
  ],
  ["time", 60 * SECOND, "m min mins minute minutes minuten minuto minutos minuti minuut"],
  ["time", HOUR, "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren"],
  ["time", DAY, "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen"],
  [
    "time",
    7 * DAY,
    "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane weken",
  ],
  ["bytes", 1, "b byte bytes octet octets"],
  ["bytes", 1e3, "kb ko kilobyte kilobytes"],
  ["bytes", 1e6, "mb mo megabyte megabytes"],
  ["bytes", 1e9, "gb gigabyte gigabytes"],
  ["bytes", 1e12, "tb terabyte terabytes"],
  ["bytes", 2 ** 10, "kib"],
  ["bytes", 2 ** 20, "mib"],
  ["bytes", 2 ** 30, "gib"],
  ["mass", 1e-3, "mg"],
  ["mass", 1, "g gram grams gramm gramme grammes gramo gramos grammo grammi grama gramas"],
  [
    "mass",
    1e3,
    "kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilogrammi quilogramas",
  ],
  ["mass", 1e6, "t tonne tonnes tonnen tonelada toneladas tonnellata tonnellate"],
  ["mass", 453.59237, "lb lbs pound pounds"],
  ["volume", 1, "ml milliliter milliliters millilitre millilitres"],
  ["volume", 10, "cl"],
  ["volume", 1e3, "l liter liters litre litres litro litros litri"],
  ["length", 304.8, "ft foot feet"],
  ["length", 1_609_344, "mi mile miles"],
  ["length", 1, "mm"],
  ["length", 10, "cm"],
  ["length", 1e3, "m meter meters metre metres mètre mètres metro metros metri"],
  ["length", 1e6, "km kilometer kilometers kilometre kilometres kilomètres kilómetros chilometri"],
  ["share", 0.01, "% percent pct prozent procent percento"],
  ["number", 1e3, "k thousand tausend mille mil duizend"],
  ["number", 1e6, "m mio million millions millionen millón millones milioni milhões miljoen"],
  ["number", 1e9, "bn mrd billion billions milliarden milliards miljard"],
];
const UNITS = new Map<string, Unit[]>();
for (const [of, size, words] of WORDS)
  for (const word of words.split(" ")) UNITS.set(word, [...(UNITS.get(word) ?? []), { of, size }]);

/** A number in normal spelling; `after` begins with the unit, if there is one. */
export interface WrittenNumber {
  readonly written: string;
  readonly after: string;
}

interface Reading extends Unit {
  readonly value: number;
  /** Half a unit of its last digit, in smallest units: the most that rounding can hide. */
  readonly slack: number;
}

const UNIT = /^ ?([kmgt]i? b(?![\p{L}\p{N}])|\p{L}{1,15}(?![\p{L}\p{N}])|%)/u;
const NEXT_PART = /^ ?(?:and |und |et |y |e |en )?(\d{1,4}(?:[.,]\d{1,3})?)(?= ?\p{L})/u;
/** A unit at the end of a field's name: "timeout ms", "size (kb)". */
const KEY_UNIT = / \(?(\p{L}{1,12}|%)\)?$/u;
/** Sizes in powers of ten and of two are often mixed up. */
const BYTES_NEAR = 0.1;
const PARTS_MAX = 4;

/** Whether a text is a measure: "3 hours", "1 h 30 min", "512 kib". `normal` is in normal spelling. */
export function isMeasure(normal: string): boolean {
  let tail = normal;
  for (let i = 0; i < PARTS_MAX && tail !== ""; i++) {
    const number = /^ ?\d+(?:[ .,]\d+)*/.exec(tail)?.[0];
    const unit = number === undefined ? null : findUnitAt(tail.slice(number.length));
    if (number === undefined || unit === null || unit.units.length === 0) return false;
    tail = tail.slice(number.length + unit.chars);
  }
  return tail === "";
}

/**
 * Whether two numbers are equal within what rounding can hide; `null` where it cannot be told, because a unit is unknown or they
 * measure different things.
 * @param key the name of the field, which may end in its unit
 */
export function isSameNumber(
  key: string,
  ownNumber: WrittenNumber,
  otherNumber: WrittenNumber,
): boolean | null {
  const isEqual = canBeEqual(otherNumber.written, ownNumber.written);
  const [mine, theirs] = [listReadings(ownNumber, findUnitsOfKey(key)), listReadings(otherNumber, [])];
  if (mine.length === 0 && theirs.length === 0) return isEqual;
  if (theirs.length === 0) return isEqual || (UNIT.test(otherNumber.after) ? null : false);
  if (mine.length === 0) return isEqual || isSameBare(listNumberReadings(ownNumber.written), theirs);
  const pairs = mine.flatMap((reading) =>
    theirs.filter(({ of }) => of === reading.of).map((otherReading) => [reading, otherReading] as const),
  );
  return pairs.length === 0 ? null : pairs.some(([reading, otherReading]) => meet(reading, otherReading));
}

function findUnitsOfKey(key: string): readonly Unit[] {
  return (UNITS.get(KEY_UNIT.exec(key)?.[1] ?? "") ?? []).filter(({ of }) => of !== "number");
}

/**
 * Compares a number without a unit with one that has a unit. Only a share or thousands can be told. Otherwise
 * the bare number has a unit of its own: it is equal if it is equal in a unit of the same measure ("24.8 t"
 * for 24800), and else it cannot be told.
 */
function isSameBare(bare: readonly number[], theirs: readonly Reading[]): boolean | null {
  const scaled = theirs.filter(({ of }) => of === "share" || of === "number");
  const meets = scaled.some(({ value, slack }) => bare.some((number) => Math.abs(number - value) <= slack));
  const isInOther = theirs.some(({ of, value }) =>
    WORDS.some(
      ([measure, size]) =>
        measure === of && bare.some((number) => Math.abs(number - value / size) < 1e-9 * Math.max(1, number)),
    ),
  );
  return meets || isInOther || (scaled.length === theirs.length ? false : null);
}

/** The possible amounts of a number, by unit. The parts of a time are added up. Empty for an unknown unit. */
function listReadings({ written, after }: WrittenNumber, namedUnits: readonly Unit[]): Reading[] {
  const unit = findUnitAt(after);
  const units = unit !== null && unit.units.length > 0 ? unit.units : namedUnits;
  return units.flatMap((unitOfKind) =>
    listNumberReadings(written).map((number) => ({
      ...unitOfKind,
      value:
        number * unitOfKind.size +
        (unitOfKind.of === "time" && unit !== null ? readRestOfTime(after.slice(unit.chars)) : 0),
      slack: (unitOfKind.size / 10 ** countDecimals(written)) * 0.5,
    })),
  );
}

/** The parts behind the first part of a time, in milliseconds: "1 h 30 min". */
function readRestOfTime(after: string): number {
  let [sum, tail] = [0, after];
  for (let i = 0; i < PARTS_MAX; i++) {
    const [whole, number = ""] = NEXT_PART.exec(tail) ?? [];
    const unit = whole === undefined ? null : findUnitAt(tail.slice(whole.length));
    const time = unit?.units.find(({ of }) => of === "time");
    if (whole === undefined || unit === null || time === undefined) return sum;
    sum += Number(number.replace(",", ".")) * time.size;
    tail = tail.slice(whole.length + unit.chars);
  }
  return sum;
}

function findUnitAt(after: string): { units: readonly Unit[]; chars: number } | null {
  const match = UNIT.exec(after);
  return match === null
    ? null
    : { units: UNITS.get((match[1] ?? "").replaceAll(" ", "")) ?? [], chars: match[0].length };
}

function countDecimals(digits: string): number {
  return /[.,](\d+)$/.exec(digits)?.[1]?.length ?? 0;
}

function meet(reading: Reading, otherReading: Reading): boolean {
  const apart = Math.abs(reading.value - otherReading.value);
  if (reading.size === otherReading.size) return apart < 1e-9 * Math.max(1, Math.abs(reading.value));
  const near = reading.of === "bytes" ? BYTES_NEAR * Math.max(reading.value, otherReading.value) : 0;
  return apart <= Math.max(reading.slack, otherReading.slack, near);
}
