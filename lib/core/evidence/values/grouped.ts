import { trimEnd } from "./spelling";

const THOUSAND_DIGITS = 3;
const CHARS_MIN = 7;
const DIGITS_MIN = 4;
const NUMBER_CHARS_MIN = 8;
const CHARS_MAX = 40;
const WORD = /\p{L}{5}/u;
const DATE = /^\d{4}[ ./-]\d\d[ ./-]\d\d|^\d\d[ ./-]\d\d[ ./-]\d{4}$/;
/** A whole telephone number. Its groups are joined by more than spaces. */
const PHONE = /^(?:(?:\+|00|\(?0)\d?[\d ()/.-]{5,24}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}[ .-]\d{3}[ .-]\d{4})$/;

/** A value in lower case, without separators between groups. */
export function stripGroups(value: string): string {
  const start = PHONE.test(value) ? value.replace("(0)", "").replace(/^\+|^00/, "") : value;
  return start.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

/** Whether a value is written in groups: an IBAN, a card number or a telephone number, in any spelling. */
export function isGroupable(value: string): boolean {
  if (!/^[\p{L}\p{N} ()+/.\-–\u00a0\u202f]+$/u.test(value) || DATE.test(value)) return false;
  const plain = stripGroups(value);
  const digits = plain.replace(/\D/g, "").length;
  if (plain.length > CHARS_MAX || digits < DIGITS_MIN || WORD.test(plain)) return false;
  return plain.length >= (digits === plain.length ? NUMBER_CHARS_MIN : CHARS_MIN);
}

/** Whether a text says a value in any grouping. The text may be in normal spelling or as written. */
export function saysGrouped(text: string, value: string): boolean {
  return isGroupable(value) && makeGroupedPattern(value).test(text);
}

/** A pattern that finds a groupable value in any grouping. With the flag `y` it asks about one place. */
export function makeGroupedPattern(value: string, flags = "iu"): RegExp {
  const plain = [...stripGroups(value)];
  const joint = PHONE.test(value) ? "(?: ?\\(0\\))?[ ()/.\\-–\\u00a0\\u202f]{0,2}" : "[ \\-–\\u00a0\\u202f]?";
  const pattern = `(?<![\\p{L}\\p{N}]|\\d[.,])${plain.join(joint)}(?![\\p{L}\\p{N}]|[.,]\\d)`;
  return new RegExp(PHONE.test(value) ? pattern.replace(/^\([^)]*\)/, "(?<![1-9\\p{L}])") : pattern, flags);
}

/** Whether a value is a telephone number, whose grouping may begin with zeros and hold "(0)". */
export function isPhoneNumber(value: string): boolean {
  return PHONE.test(value);
}

/** An identifier or a number in a text whose spelling has groups, and where it stands. */
export interface GroupedValue {
  readonly at: number;
  readonly end: number;
  /** The value without its separators; a number keeps its decimal point. */
  readonly value: string;
  /** Its parts mean nothing by themselves. */
  readonly isNumber: boolean;
}

const SPACE = "[ \\u00a0\\u202f-]";
const IDENTIFIERS = new RegExp(
  [
    `(?<![\\w-])[A-Z]{2}\\d{2}(?:${SPACE}[A-Z0-9]{4}){2,7}(?:${SPACE}(?=[A-Z]{0,2}\\d)[A-Z0-9]{1,3})?(?![\\w-])`,
    `(?<![\\w.,-])\\d{4}(?:${SPACE}\\d{4}){2,4}(?:${SPACE}\\d{1,3})?(?![\\w-])`,
    `(?<![\\w.,-])\\d{4}${SPACE}\\d{6}${SPACE}\\d{5}(?![\\w-])`,
    `(?<![\\w.,+])\\+[1-9]\\d{0,2}(?:[ ./\\u00a0-]?\\(\\d{1,4}\\))?(?:[ ./\\u00a0-]\\d{2,8}){1,5}(?![\\w-])`,
    `(?<![\\w.,+(-])\\(?0\\d{2,5}\\)?(?:[ /\\u00a0-]\\d{2,8}){1,4}(?![\\w./-])`,
    `(?<![\\w.,+(-])(?:\\(\\d{3}\\) ?|\\d{3}[-. ])\\d{3}[-. ]\\d{4}(?![\\w-])`,
    `(?<![\\w-])(?=[A-Z-]{0,16}\\d)[A-Z0-9]{1,8}(?:-[A-Z0-9]{1,12}){2,6}(?![\\w-])`,
    `(?<![\\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\\w-])`,
  ].join("|"),
  "g",
);
/** Thousands and decimals with different separators, which is unambiguous. */
const BOTH =
  /(?<![\w.,'’])\d{1,3}(?:(?:\.\d{3}){1,5},\d{1,4}|(?:,\d{3}){1,5}\.\d{1,6}|(?:['’]\d{3}){1,5}(?:[.,]\d{1,4})?|(?:[ \u00a0\u202f]\d{3}){1,5},\d{1,4})(?![\w]|[.,'’]\d)/g;
/** Thousands or decimals, next to the name of a currency. */
const MONEY =
  /(?:(?:€|EUR|CHF|Fr\.|\$|USD|£|GBP)[ \u00a0]?)(?:\d{1,3}(?:[.,]\d{3}){1,5}|\d{1,6},\d{2})(?![\w]|[.,]\d)|(?<![\w.,'’])(?:\d{1,3}(?:[.,]\d{3}){1,5}|\d{1,6},\d{2})(?=[ \u00a0]?(?:€|EUR\b|CHF\b|Fr\.|USD\b|£|GBP\b))/g;

/** Finds identifiers and numbers in groups. Linear in the text. */
export function findGrouped(text: string): GroupedValue[] {
  const found: GroupedValue[] = [];
  for (const { 0: match, index: at } of text.matchAll(IDENTIFIERS))
    if (isGroupable(match))
      found.push({ at, end: at + match.length, value: stripSeparators(match), isNumber: false });
  for (const pattern of [BOTH, MONEY])
    for (const { 0: match, index: at } of text.matchAll(pattern))
      found.push({ at, end: at + match.length, value: normaliseNumber(match), isNumber: true });
  return found.sort((a, b) => a.at - b.at);
}

function stripSeparators(value: string): string {
  return value
    .replace("(0)", "")
    .replace(/[^A-Za-z0-9]/g, "")
    .replace(/^00/, "");
}

/** The number with a point before its decimals. The last separator is the decimal one if it is the only one of its kind. */
function normaliseNumber(value: string): string {
  const number = value.replace(/^\D+/, "");
  const at = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  const mark = number[at] ?? "";
  const kinds = new Set(number.replace(/\d/g, ""));
  const isDecimal =
    at >= 0 && number.indexOf(mark) === at && (kinds.size > 1 || number.length - at - 1 !== THOUSAND_DIGITS);
  const whole = (isDecimal ? number.slice(0, at) : number).replace(/\D/g, "");
  const decimals = isDecimal ? trimEnd(number.slice(at + 1), "0") : "";
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
