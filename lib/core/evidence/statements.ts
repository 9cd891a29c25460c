import type { StatedField } from "./fields";
import { splitWords } from "./plan/steps/step-words";
import { canBeSameDay, parseDate, findDates } from "./values/dates";
import { saysGrouped } from "./values/grouped";
import type { WrittenNumber } from "./values/measures";
import { isMeasure, isSameNumber } from "./values/measures";
import { findNumber, findNumberPlaces } from "./values/numbers";
import { findPlaces, saysValue } from "./values/spelling";

/**
 * The fewest characters of a telling value. A shorter value, or a single word, occurs in any text: it counts only near the name
 * of its field or its subject.
 */
const TELLING_CHARS = 4;
const NEAR_CHARS = 80;
const NUMBERS = /(?<!\d[ .,]?)\d+(?:[ .,]\d+)*/g;
const CONVERTED_CHARS_MAX = 20_000;
const UNIT_CHARS = 40;

/**
 * Whether a text says the field's value, in any spelling of numbers and dates. A yes or no is said where the text speaks of
 * the field: "frozen: true" by "it is frozen", and nothing compares what it says of it. `normal` is in normal spelling.
 */
export function saysField(normal: string, field: StatedField): boolean {
  const { key, plain, sort } = field;
  if (sort === "number") return saysNumber(normal, field);
  if (plain === "true" || plain === "false")
    return splitWords(key).size > 0 && [...splitWords(key)].every((word) => saysValue(normal, word));
  const isWord = sort === "words" && /^\p{L}+$/u.test(plain);
  if (isWord || plain.length < TELLING_CHARS)
    return [...findPlaces(normal, plain)].some((at) => isNear(normal, at, listFieldNames(field)));
  return saysSpelt(normal, plain);
}

/** Whether a text says a value in any spelling of numbers and dates. Both are in normal spelling. */
export function saysSpelt(normal: string, plain: string): boolean {
  return (
    saysValue(normal, plain) ||
    findNumberPlaces(normal, plain).next().done !== true ||
    saysDate(normal, plain) ||
    saysGrouped(normal, plain)
  );
}

function saysDate(normal: string, plain: string): boolean {
  const plainDate = parseDate(plain);
  return plainDate !== null && findDates(normal).some((date) => canBeSameDay(plainDate, date));
}

function saysNumber(normal: string, field: StatedField): boolean {
  const number = parseNumber(field.plain);
  const isTelling = number.written.replace(/\D/g, "").length >= TELLING_CHARS;
  const names = listFieldNames(field);
  for (const at of isMeasure(field.plain)
    ? findMeasured(normal, field.key, number)
    : findNumberPlaces(normal, number.written))
    if (isTelling || isNear(normal, at, names)) return true;
  if (!isMeasure(field.plain) && normal.length <= CONVERTED_CHARS_MAX)
    for (const at of findMeasured(normal, field.key, number)) if (isNear(normal, at, names)) return true;
  return saysGrouped(normal, field.plain);
}

function* findMeasured(normal: string, key: string, number: WrittenNumber): Generator<number> {
  for (const { 0: match, index: at } of normal.matchAll(NUMBERS)) {
    const after = normal.slice(at + match.length, at + match.length + UNIT_CHARS);
    if (isSameNumber(key, number, { written: match, after }) === true) yield at;
  }
}

function parseNumber(plain: string): WrittenNumber {
  const number = findNumber(plain) ?? plain;
  return { written: number, after: plain.slice(plain.indexOf(number) + number.length) };
}

function listFieldNames({ key, subject }: StatedField): readonly string[] {
  return [...splitWords(key), ...(subject === null ? [] : [subject])];
}

function isNear(normal: string, at: number, names: readonly string[]): boolean {
  const around = normal.slice(Math.max(0, at - NEAR_CHARS), at + NEAR_CHARS);
  return names.some((name) => around.includes(name));
}
