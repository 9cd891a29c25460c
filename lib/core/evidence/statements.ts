import type { StatedField } from "./fields";
import { wordsIn } from "./plan/steps/step-words";
import { isSignificantState, sameState } from "./states";
import { truthOf, truthsIn } from "./truths";
import { canBeSameDay, dateOf, datesIn } from "./values/dates";
import { saysGrouped } from "./values/grouped";
import { isForeign } from "./values/language";
import type { WrittenNumber } from "./values/measures";
import { isMeasure, isSameNumber } from "./values/measures";
import { numberIn, placesOfNumber } from "./values/numbers";
import { placesIn, saysValue, toneAt } from "./values/spelling";

/** Shorter names occur everywhere and prove nothing. */
export const SUBJECT_CHARS_MIN = 3;
/** A shorter number occurs in any text. It counts only next to the name of its subject. */
const SIGNIFICANT_DIGITS = 4;
const NEAR_CHARS = 80;
const NUMBERS = /(?<!\d[ .,]?)\d+(?:[ .,]\d+)*/g;
const CONVERTED_CHARS_MAX = 20_000;
export const UNIT_CHARS = 40;

/**
 * A state that the text denies, only supposes, or says of something else does not count. `normal` is in
 * normal spelling.
 * @param others other things of which results give such a field
 */
export function saysField(normal: string, field: StatedField, others: readonly string[] = []): boolean {
  const { key, plain, sort } = field;
  const truth = truthOf(plain);
  if (truth !== null) return [...truthsIn(normal, key)].some(({ isSo }) => isSo === truth);
  if (sort === "number") return saysNumber(normal, field);
  if (sort !== "state")
    return saysValue(normal, plain) || saysDate(normal, plain) || saysGrouped(normal, plain);
  const isSaid = sameState(plain).some((word) =>
    [...placesIn(normal, word)].some(
      (at) => toneAt(normal, at) === "said" && !isOfOther(normal, { at, chars: word.length }, field, others),
    ),
  );
  return isSaid || isInOtherWords(normal, field);
}

const NAMED_BEFORE_CHARS = 120;
const NAMED_AFTER_CHARS = 40;
const LISTED = /^(?:[ ,;&/()|]|\b(?:and|or|both|all|are|were|is|was|still|now|have|has|been|each)\b)*$/;

/** Whether the thing named nearest to the state is another one than the field's subject. */
function isOfOther(
  normal: string,
  { at, chars }: { readonly at: number; readonly chars: number },
  { subject }: StatedField,
  known: readonly string[],
): boolean {
  if (subject === null) return false;
  const around = normal.slice(Math.max(0, at - NAMED_BEFORE_CHARS), at + NAMED_AFTER_CHARS);
  const others = [...known, ...namedLike(subject, around)];
  if (others.length === 0) return false;
  const before = (/(?<![^.;!?])[^.;!?]*$/.exec(normal.slice(Math.max(0, at - NAMED_BEFORE_CHARS), at)) ?? [
    "",
  ])[0];
  const own = before.lastIndexOf(subject);
  const nearest = Math.max(-1, ...others.map((other) => before.lastIndexOf(other)));
  if (nearest < 0) {
    const after = (/^[^.;,!?]*/.exec(normal.slice(at + chars, at + chars + NAMED_AFTER_CHARS)) ?? [""])[0];
    return own < 0 && !after.includes(subject) && others.some((other) => saysValue(after, other));
  }
  if (own > nearest) return false;
  const between = own < 0 ? null : before.slice(own + subject.length);
  return (
    between === null || !LISTED.test(others.reduce((rest, other) => rest.replaceAll(other, ""), between))
  );
}

/** Ids with fewer digits are written like many other words. */
const LIKE_DIGITS_MIN = 3;

function namedLike(subject: string, text: string): string[] {
  if (subject.replace(/\D/g, "").length < LIKE_DIGITS_MIN || !/[a-z]/.test(subject)) return [];
  const shape = subject
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/[a-z]|\d/g, (one) => (/\d/.test(one) ? "\\d" : "[a-z]"));
  const names = text.match(new RegExp(`(?<![\\p{L}\\p{N}])${shape}(?![\\p{L}\\p{N}])`, "gu")) ?? [];
  return names.filter((name) => name !== subject);
}

/** In any spelling of numbers and dates. Both are in normal spelling. */
export function saysSpelt(normal: string, plain: string): boolean {
  return (
    saysValue(normal, plain) ||
    placesOfNumber(normal, plain).next().done !== true ||
    saysDate(normal, plain) ||
    saysGrouped(normal, plain)
  );
}

function saysDate(normal: string, plain: string): boolean {
  const own = dateOf(plain);
  return own !== null && datesIn(normal).some((date) => canBeSameDay(own, date));
}

/**
 * Whether a text in another language names the subject without a known state. It may give the state in words
 * that cannot be compared, so it is not held against the evidence.
 */
function isInOtherWords(normal: string, { subject }: StatedField): boolean {
  if (subject === null || subject.length < SUBJECT_CHARS_MIN || !saysValue(normal, subject)) return false;
  if (!isForeign(normal)) return false;
  return !(normal.match(/\p{L}+(?: \p{L}+)?/gu) ?? []).some(
    (words) => isSignificantState(words) || words.split(" ").some(isSignificantState),
  );
}

function saysNumber(normal: string, field: StatedField): boolean {
  const own = numberOf(field.plain);
  const isSignificant = own.written.replace(/\D/g, "").length >= SIGNIFICANT_DIGITS;
  const names = [...wordsIn(field.key), ...(field.subject === null ? [] : [field.subject])];
  for (const at of isMeasure(field.plain)
    ? measuredIn(normal, field.key, own)
    : placesOfNumber(normal, own.written))
    if (isSignificant || isNear(normal, at, names)) return true;
  if (!isMeasure(field.plain) && normal.length <= CONVERTED_CHARS_MAX)
    for (const at of measuredIn(normal, field.key, own)) if (isNear(normal, at, names)) return true;
  return saysGrouped(normal, field.plain);
}

function* measuredIn(normal: string, key: string, own: WrittenNumber): Generator<number> {
  for (const { 0: written, index: at } of normal.matchAll(NUMBERS)) {
    const after = normal.slice(at + written.length, at + written.length + UNIT_CHARS);
    if (isSameNumber(key, own, { written, after }) === true) yield at;
  }
}

/** With the text behind the number. `plain` is in normal spelling. */
export function numberOf(plain: string): WrittenNumber {
  const written = numberIn(plain) ?? plain;
  return { written, after: plain.slice(plain.indexOf(written) + written.length) };
}

function isNear(normal: string, at: number, names: readonly string[]): boolean {
  const around = normal.slice(Math.max(0, at - NEAR_CHARS), at + NEAR_CHARS);
  return names.some((name) => around.includes(name));
}
