const CAMEL = /([a-z])([A-Z])/g;
const THOUSANDS = /(\d)['’_\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;
/** Commas that can only stand between thousands: several of them, or one before a decimal point. */
const COMMAS = /(?<![\d.,])\d{1,3}(?:(?:,\d{3}){2,8}(?![\d,]*\d)|(?:,\d{3}){1,9}(?=\.\d))/g;
const DECIMALS = /(?<![\d.])(\d+)\.(\d+)(?!\d|\.\d)/g;
const BARE_POINT = /(\d)\.(?!\d)/g;
const QUOTES = /['’]/g;
const JOINTS = /[\s_\-‐–"“”*`]+/g;
const INNER = /[\p{L}\p{N}]/u;

export function normaliseSpelling(text: string): string {
  return text
    .replace(CAMEL, "$1 $2")
    .toLowerCase()
    .replace(THOUSANDS, "$1")
    .replace(COMMAS, (digits) => digits.replaceAll(",", ""))
    .replace(DECIMALS, (_, whole: string, decimals: string) => writeDecimal(whole, decimals))
    .replace(BARE_POINT, "$1 .")
    .replace(QUOTES, "")
    .replace(JOINTS, " ")
    .trim();
}

function writeDecimal(whole: string, decimals: string): string {
  const isGroup = decimals.length === 3 && whole.length <= 3 && !whole.startsWith("0");
  const rest = isGroup ? decimals : trimEnd(decimals, "0");
  return rest === "" ? whole : `${whole}.${rest}`;
}

/** A text without these characters at its end. One pass, where a pattern would try each character. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The places where a text has a value as a whole word. Both are in normal spelling. */
export function* findPlaces(normal: string, value: string): Generator<number> {
  if (value === "") return;
  for (let at = normal.indexOf(value); at >= 0; at = normal.indexOf(value, at + 1))
    if (isWordAt(normal, at, value)) yield at;
}

/** Whether the value, which stands at this place, is a whole word there, and not a part of a number. */
export function isWordAt(normal: string, at: number, value: string): boolean {
  const [before, after] = [normal[at - 1] ?? " ", normal[at + value.length] ?? " "];
  if (INNER.test(before) || INNER.test(after)) return false;
  const isDecimal = /\d$/.test(value) && after === "." && /\d/.test(normal[at + value.length + 1] ?? "");
  const isFraction = /^\d/.test(value) && before === "." && /\d/.test(normal[at - 2] ?? "");
  return !isDecimal && !isFraction;
}

/** Whether a text has a value as a whole word. Both are in normal spelling. */
export function saysValue(normal: string, value: string): boolean {
  return findPlaces(normal, value).next().done !== true;
}
