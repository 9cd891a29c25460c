import { canBeSameDay, dateOf, datesIn } from "../evidence/values/dates";
import { isGroupable, saysGrouped, withoutGroups } from "../evidence/values/grouped";
import { placesOfNumber } from "../evidence/values/numbers";
import { normalSpelling, saysValue } from "../evidence/values/spelling";

const WORDS = /[\p{L}\p{N}]+/gu;
const LAST_PARTS = 2;
/** How long the first group of a grouped identifier may be: 2 in an IBAN's country, 8 in a UUID. */
const FIRST_GROUPS = [2, 3, 4, 5, 6, 7, 8];

/** A value in the one form in which values are compared, with the forms that say the same. */
export interface NormalValue {
  readonly written: string;
  readonly forms: readonly string[];
  /** Words in lower case. A text that says the value has at least one of them. */
  readonly words: readonly string[];
}

/**
 * The normal form of a value. A path is also said by its last two parts, since programs and people name a file from
 * different folders. A number is the same in any grouping and with or without ending zeros.
 */
export function normalValue(written: string): NormalValue {
  const forms = [written, ...pathEnds(written)].map(normalSpelling).filter((form) => form !== "");
  const words = new Set<string>();
  for (const form of forms) for (const word of needles(form)) words.add(word);
  for (const word of needles(written.toLowerCase())) words.add(word);
  return { written, forms, words: [...words] };
}

/** Whether a text says a value in any spelling. `normal` is the text in normal spelling, `text` as it was written. */
export function says(text: string, normal: string, value: NormalValue): boolean {
  if (text.includes(value.written) && isWhole(text, value.written)) return true;
  return value.forms.some(
    (form) =>
      saysValue(normal, form) ||
      placesOfNumber(normal, form).next().done !== true ||
      saysDay(normal, form) ||
      saysGrouped(normal, form),
  );
}

/** Where a text says a value as it was written; `null` where it says it in another spelling only, or not. */
export function spanOf(text: string, value: string): { from: number; to: number } | null {
  let at = text.indexOf(value);
  if (at < 0) at = text.toLowerCase().indexOf(value.toLowerCase());
  return at < 0 ? null : { from: at, to: at + value.length };
}

const INNER = /[\p{L}\p{N}]/u;

function isWhole(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!INNER.test(text[at - 1] ?? " ") && !INNER.test(text[at + value.length] ?? " ")) return true;
  return false;
}

function pathEnds(written: string): string[] {
  if (/\s|:\/\//.test(written)) return [];
  const parts = written.split("/").filter((part) => part !== "");
  return parts.length > LAST_PARTS ? [parts.slice(-LAST_PARTS).join("/")] : [];
}

function saysDay(normal: string, form: string): boolean {
  const own = dateOf(form);
  return own !== null && datesIn(normal).some((date) => canBeSameDay(own, date));
}

/**
 * Words of which a text that says the value has one: its longest word, all of it without separators, and for what is
 * written in groups (numbers, dates, telephone numbers) each group and the usual first and last groups.
 */
function needles(form: string): string[] {
  const words = form.match(WORDS) ?? [];
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a), "");
  const isNumeric = /\d/.test(form) && (!/\p{L}{4}/u.test(form) || dateOf(form) !== null);
  const groups = isNumeric ? words.flatMap((word) => [word, word.replace(/^0+/, ""), word.slice(-3)]) : [];
  const start = isGroupable(form) ? FIRST_GROUPS.map((chars) => withoutGroups(form).slice(0, chars)) : [];
  return [longest, words.join(""), ...groups, ...start].filter((word) => word !== "");
}

/** The words of a text in lower case, one at a time. */
export function* wordsOfText(text: string): Generator<string> {
  for (const [word] of text.matchAll(WORDS)) yield word.toLowerCase();
}
