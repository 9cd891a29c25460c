import { canBeSameDay, parseDate, findDates } from "../../evidence/values/dates";
import { saysGrouped } from "../../evidence/values/grouped";
import { findNumberPlaces } from "../../evidence/values/numbers";
import { normaliseSpelling, saysValue } from "../../evidence/values/spelling";

const LAST_PARTS = 2;
const DRIVE = /^[A-Za-z]:[\\/]/;

/**
 * The forms of a value in normal spelling. A path is also said by its last two parts, since programs and people name a file
 * from different folders.
 */
export function listForms(value: string): string[] {
  return [value, ...listSpokenPathEnds(value)].map(normaliseSpelling).filter((form) => form !== "");
}

/**
 * Whether a text says a value in any spelling. A number is the same in any grouping and with or without ending zeros. For many
 * values or texts, `ValueFinder` gives the same answers in one pass over each text.
 */
export function says(text: string, value: string): boolean {
  if (isWhole(text, value)) return true;
  const normal = normaliseSpelling(text);
  return listForms(value).some(
    (form) =>
      saysValue(normal, form) ||
      findNumberPlaces(normal, form).next().done !== true ||
      saysDay(normal, form) ||
      saysGrouped(normal, form),
  );
}

/** Where a text says a value as it was written; `null` where it says it in another spelling only, or not. */
export function findSpan(text: string, value: string): { from: number; to: number } | null {
  let at = text.indexOf(value);
  if (at < 0) at = text.toLowerCase().indexOf(value.toLowerCase());
  return at < 0 ? null : { from: at, to: at + value.length };
}

const INNER = /[\p{L}\p{N}]/u;

function isWhole(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (isWholeAt(text, at, value)) return true;
  return false;
}

/** Whether a value, which stands at this place as it was written, is not a part of a longer word. */
export function isWholeAt(text: string, at: number, value: string): boolean {
  return !INNER.test(text[at - 1] ?? " ") && !INNER.test(text[at + value.length] ?? " ");
}

function listSpokenPathEnds(value: string): string[] {
  const isOnDrive = DRIVE.test(value);
  if (!isOnDrive && /\s|:\/\//.test(value)) return [];
  const parts = value.split(isOnDrive ? /[\\/]+/ : "/").filter((part) => part !== "");
  if (parts.length <= LAST_PARTS) return [];
  const end = parts.slice(-LAST_PARTS);
  return isOnDrive ? [end.join("/"), end.join("\\")] : [end.join("/")];
}

function saysDay(normal: string, form: string): boolean {
  const formDate = parseDate(form);
  return formDate !== null && findDates(normal).some((date) => canBeSameDay(formDate, date));
}
