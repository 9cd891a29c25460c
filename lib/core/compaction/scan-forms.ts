import { isTelling } from "../evidence/telling";
import { isMeasure } from "../evidence/values/measures";
import { normalSpelling, withoutEnd } from "../evidence/values/spelling";
import { scanValues } from "../evidence/values/values";
import type { SurvivalKind } from "./kinds";

/** A value as it was written, and every other way to write it that says the same. */
export interface Form {
  readonly kind: SurvivalKind;
  readonly text: string;
  readonly spellings: readonly string[];
}

const PATH =
  /(?<![\w./:@-])(?:~|\.{1,2})?(?:\/?[\w@+-][\w.@+-]{0,80}\/){1,20}[\w@+-][\w.@+-]{0,80}\.[A-Za-z]\w{0,7}\b(?!\/)/g;
const ADDRESS =
  /\bhttps?:\/\/[^\s"'<>()[\]{}\\^`|*,;]{4,300}|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,30}){1,4}\b/g;
const NUMBER = /(?<![\w.,-])(\d[\d,.]{0,20})( ?)(%|[A-Za-z]{1,15}(?![\w-]))/g;
const MONEY = /(?<![\w$€£])[$€£] ?\d[\d,.]{0,20}|(?<![\w.,-])\d[\d,.]{0,20} ?(?:€|EUR\b|USD\b|GBP\b|CHF\b)/g;

/**
 * The values of a text that are told by their form.
 *
 *     "see /app/src/pay.ts:12, order W2378156 took 350 ms: https://x.io/o/1"
 *     path /app/src/pay.ts · identifier W2378156 · number "350 ms" · address https://x.io/o/1
 *
 * A plain word is none, nor a bare number, a date, or a name with few digits such as `utf8`.
 */
export function* scanForms(text: string): Generator<Form> {
  for (const [written] of text.matchAll(ADDRESS)) {
    const address = withoutEnd(written, ".,:;!?/-_");
    yield { kind: "address", text: address, spellings: [address] };
  }
  for (const [path] of text.matchAll(PATH)) if (!ONLY_DIGITS.test(path)) yield pathForm(path);
  yield* numbersIn(text);
  yield* identifiersIn(text);
}

const ONLY_DIGITS = /^[\d./]+$/;

export function pathForm(path: string): Form {
  const plain = path.replace(/^(?:\.\/)+/, "");
  return { kind: "path", text: plain, spellings: [plain] };
}

function* numbersIn(text: string): Generator<Form> {
  for (const [written, number = "", gap = "", unit = ""] of text.matchAll(NUMBER)) {
    // A single letter behind a space is a name or a word.
    if (unit.length === 1 && unit !== "%" && gap !== "") continue;
    const amount = withoutEnd(number, ".,");
    if (amount !== number || !isMeasure(normalSpelling(written))) continue;
    const [together, apart] = [`${amount}${unit}`, `${amount} ${unit}`];
    yield { kind: "number", text: gap === "" ? together : apart, spellings: [together, apart] };
  }
  for (const [written] of text.matchAll(MONEY)) {
    const amount = withoutEnd(written, ".,");
    // "$2" is the name of an argument.
    if (/\d\D?\d/.test(amount)) yield { kind: "number", text: amount, spellings: [amount] };
  }
}

const DATE = /^\d{4}[-/.]?\d\d[-/.]?\d\d|^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}$|^[\d:.,+TZ-]+$/;
const PLAIN_NUMBER = /^\d+$/;
const PLACE_OR_TIME = /\.[A-Za-z]\w{0,7}:\d+$|^(?:\d+(?:\.\d+)?[a-z]{1,3})+$/;
const HASH_CHARS = 7;
const HASH = /^[0-9a-f]{8,40}$/;

function* identifiersIn(text: string): Generator<Form> {
  const found: string[] = [];
  scanValues(text, (value) => {
    if (isIdentifier(value)) found.push(value);
  });
  let last = "";
  for (const value of found) {
    // What follows a hash is its short form.
    const isShort = value.length === HASH_CHARS && HASH.test(last) && last.startsWith(value);
    last = value;
    if (isShort) continue;
    const spellings = HASH.test(value) ? [value, value.slice(0, HASH_CHARS)] : [value];
    yield { kind: "identifier", text: value, spellings };
  }
}

/** A name with at least five digits, or four where its parts are joined, that nobody knows without having seen it. */
export function isIdentifier(value: string): boolean {
  if (/\s|^https?:|^[^@]+@[^@]+\.\w+$/.test(value) || PLACE_OR_TIME.test(value)) return false;
  return PLAIN_NUMBER.test(value) ? isTelling(value) : !DATE.test(value) && isTelling(value);
}

const ERROR_LINE =
  /(?<=^|[\s:])(?:[\w.$]{0,80}(?:Error|Exception)|(?:error|fatal|ERROR|FATAL)(?:\[?\s?[A-Z]{1,6}\d{1,6}\]?)?): (?=\S)/;
const ERROR_CHARS_MAX = 200;
const LINE_CHARS_MAX = 2_000;

/** The error messages of a result: of each line, from the name of the error on. */
export function* errorsIn(text: string): Generator<Form> {
  for (const line of text.split("\n")) {
    if (line.length > LINE_CHARS_MAX) continue;
    const at = line.search(ERROR_LINE);
    if (at >= 0) yield phraseForm("error", line.slice(at, at + ERROR_CHARS_MAX));
  }
}

const PHRASE_CHARS_MAX = 2_000;

/** A text that has to be repeated word by word, whatever its line breaks. A long one is told by its beginning. */
export function phraseForm(kind: SurvivalKind, text: string): Form {
  const phrase = text.replace(/\s+/g, " ").trim().slice(0, PHRASE_CHARS_MAX);
  return { kind, text: phrase, spellings: [phrase] };
}

const WORDS_MIN = 3;
const ITEM = /^\s{0,12}(?:[-*•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.{8,400})$/;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;

/** The items of the lists in a user's message: what is listed is meant to hold. Code is none. */
export function* listedIn(text: string): Generator<Form> {
  let isCode = false;
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || line.length > LINE_CHARS_MAX) continue;
    const item = ITEM.exec(line.trimEnd())?.[1];
    if (item !== undefined && hasSomeWords(item)) yield phraseForm("constraint", item);
  }
}

export function hasSomeWords(text: string, least = WORDS_MIN): boolean {
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= least;
}
