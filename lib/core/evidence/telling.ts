import { weighValue } from "./values/values";

/**
 * From this strength on a value proves that it was used, as {@link weighValue} measures it: an identifier with digits, a
 * long number, an address.
 */
const TELLING_STRENGTH = 0.85;
const MAIL_ADDRESS = /^([^@\s]{3,64})@[^@\s]+\.\p{L}{2,}$/u;
/** A number with one or two places behind its point, however its thousands are written. */
const AMOUNT = /^-?\p{Sc}?\d{1,3}(?:[,.' \u00a0\u202f]?\d{3}){0,4}[.,]\d{1,2}$/u;
/** The fewest digits of a telling name. With fewer it may be a type, a colour or a name of a test: int256, user123. */
const DIGITS_MIN = 5;
const GROUPED_DIGITS_MIN = 4;

/**
 * A value that nobody knows without having seen it. A file path, a word of a program and a small number are none: they
 * can be found again, guessed or be meant in another sense.
 */
export function isTelling(value: string): boolean {
  if (MAIL_ADDRESS.test(value)) return true;
  const digits = value.replace(/\D/g, "").length;
  const isGrouped = /[\p{L}\p{N}][-_/#@.][\p{L}\p{N}]/u.test(value);
  if (digits < (isGrouped ? GROUPED_DIGITS_MIN : DIGITS_MIN)) return false;
  if (AMOUNT.test(value) && digits >= DIGITS_MIN) return true;
  if (/^https?:/.test(value)) return /\d/.test(findTellingPart(value));
  return !value.includes("/") && !/\.[A-Za-z]\w{0,7}$/.test(value) && weighValue(value) >= TELLING_STRENGTH;
}

/**
 * The longest part of a value with a digit, else its longest part: a value whose parts all stand can be put together. Of a mail
 * address it is the name, since many have its host.
 */
export function findTellingPart(value: string): string {
  const name = MAIL_ADDRESS.exec(value)?.[1];
  if (name !== undefined) return name;
  const parts = value.match(/[\p{L}\p{N}]+/gu) ?? [];
  const pickBest = (values: readonly string[]) => values.reduce((a, b) => (b.length > a.length ? b : a), "");
  return pickBest(parts.filter((part) => /\d/.test(part))) || pickBest(parts);
}
