import { isMeasure } from "../evidence/values/measures";
import { normaliseSpelling, trimEnd } from "../evidence/values/spelling";
import type { SurvivalKind } from "./kinds";

/** A value as it was written, and every other way to write it that says the same. */
export interface Form {
  readonly kind: SurvivalKind;
  readonly text: string;
  readonly spellings: readonly string[];
}

const PATH =
  /(?<![\w./@~+-])(?:[A-Za-z]:(?:(?:\\{1,2}|\/)[\w.@+-]{1,81}){1,20}(?:\\{1,2}|\/)|~?(?:\/?[\w.@+-]{1,81}\/){1,20})[\w.@+-]{0,81}\.[A-Za-z]\w{0,7}\b(?!\/)/g;
const ADDRESS =
  /\bhttps?:\/\/[^\s"'<>()[\]{}\\^`|*,;$]{4,300}|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,30}){0,3}\.[A-Za-z]{2,24}\b/g;
const NUMBER = /(?<![\w.,#-])(\d[\d,.]{0,20})( ?)(%|[A-Za-z]{1,15}(?![\w-]))/g;
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
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    // An address that goes on with a variable is the beginning of many addresses.
    if (/^[${]/.test(text.charAt(index + match.length))) continue;
    const address = trimEnd(match, ".,:;!?/-_");
    yield { kind: "address", text: address, spellings: [address] };
  }
  for (const [path] of text.matchAll(PATH))
    if (!ONLY_DIGITS.test(path) && pathParts(path).length > 1) yield makePathForm(path);
  yield* findNumbers(text);
  yield* findIdentifiers(text);
}

const ONLY_DIGITS = /^[\d./]+$/;

const SLASHES = /[\\/]+/;
const START = /^(?:~|\.{1,3}|[A-Za-z]:)?$/;

/**
 * The parts of a path, without those that only say where to begin: `~`, `.`, `..`, the `...` of a shortened list, and a
 * drive.
 */
export function pathParts(path: string): string[] {
  return path.split(SLASHES).filter((part) => !START.test(part));
}

/** The form of a path: without the `./` or `../` that only says where it was written from. */
export function makePathForm(path: string): Form {
  const plain = path.replace(/^(?:\.{1,3}\/)+/, "");
  return { kind: "path", text: plain, spellings: [plain] };
}

function* findNumbers(text: string): Generator<Form> {
  for (const [match, number = "", gap = "", unit = ""] of text.matchAll(NUMBER)) {
    // A single letter behind a space is a name or a word: "3 m", but "1.7 m" and "12 s" are none. Bytes are a capital: "3b" is a part.
    if (unit === "b" || (/^[A-Za-rt-z]$/.test(unit) && gap !== "" && !/[.,]\d/.test(number))) continue;
    const amount = trimEnd(number, ".,");
    if (amount !== number || !isMeasure(normaliseSpelling(match))) continue;
    const [together, apart] = [`${amount}${unit}`, `${amount} ${unit}`];
    yield { kind: "number", text: gap === "" ? together : apart, spellings: [together, apart] };
  }
  for (const [match] of text.matchAll(MONEY)) {
    const amount = trimEnd(match, ".,");
    // "$2" is the name of an argument.
    if (/\d\D?\d/.test(amount)) yield { kind: "number", text: amount, spellings: [amount] };
  }
}

const NAME = /[A-Za-z0-9]+(?:(?:--?|__?|[#@.])[A-Za-z0-9]+)*/g;
const DATE = /^\d{4}[-.]?\d\d[-.]?\d\d|^\d{1,2}[-.]\d{1,2}[-.]\d{2,4}$|^[\d.TZ-]+$/;
const PLAIN_NUMBER = /^\d+$/;
const FILE_NAME = /\.[A-Za-z]\w{0,7}$/;
/** A round number is a limit or a count. */
const ROUND = /000$/;
const DIGITS_MIN = 5;
const JOINED_DIGITS_MIN = 4;
const PLAIN_DIGITS_MIN = 6;
const NAME_CHARS_MAX = 100;
const HASH_CHARS = 7;
const HASH = /^[0-9a-f]{8,40}$/;

function* findIdentifiers(text: string): Generator<Form> {
  const plain = text.replace(ADDRESS, " ").replace(PATH, " ");
  for (const { 0: name, index } of plain.matchAll(NAME)) {
    if (!isIdentifier(name) || hasUnit(plain, index, name)) continue;
    const spellings = HASH.test(name) ? [name, name.slice(0, HASH_CHARS)] : [name];
    yield { kind: "identifier", text: name, spellings };
  }
}

function hasUnit(text: string, at: number, name: string): boolean {
  if (!PLAIN_NUMBER.test(name)) return false;
  const [unit = ""] =
    /^ ?(?:%|[A-Za-z]{1,15}(?![\w-]))/.exec(text.slice(at + name.length, at + name.length + 20)) ?? [];
  return unit !== "" && isMeasure(normaliseSpelling(name + unit));
}

/** A name with at least five digits, or four where its parts are joined, that nobody knows without having seen it. */
export function isIdentifier(name: string): boolean {
  if (name.length > NAME_CHARS_MAX) return false;
  const digits = name.replace(/\D/g, "").length;
  if (PLAIN_NUMBER.test(name)) return digits >= PLAIN_DIGITS_MIN && !ROUND.test(name);
  if (!/[A-Za-z]/.test(name) || digits < (/\W|_/.test(name) ? JOINED_DIGITS_MIN : DIGITS_MIN)) return false;
  return !DATE.test(name) && !FILE_NAME.test(name) && !name.split("-").every(isAmount);
}

/** Whether a part is an amount: "11", "0.6", "17m", "0m12.17s". */
function isAmount(part: string): boolean {
  if (/^\d+(?:\.\d+)?$/.test(part)) return true;
  const amounts = part.match(/\d{1,20}(?:\.\d{1,20})?[A-Za-z]{1,15}/g) ?? [];
  return amounts.join("") === part && amounts.every((amount) => isMeasure(normaliseSpelling(amount)));
}

const ERROR_LINE =
  /(?<=^|[\s:])(?:[\w.$]{0,80}(?:Error|Exception)|(?:error|fatal|ERROR|FATAL)(?:\[?\s?[A-Z]{1,6}\d{1,6}\]?)?): (?=\S)/;
const ERROR_CHARS_MAX = 200;
const LINE_CHARS_MAX = 2_000;

/** The error messages of a result: of each line, from the name of the error on. */
export function* findErrors(text: string): Generator<Form> {
  for (const line of text.split("\n")) {
    if (line.length > LINE_CHARS_MAX) continue;
    const at = line.search(ERROR_LINE);
    if (at >= 0) yield makePhraseForm("error", line.slice(at, at + ERROR_CHARS_MAX));
  }
}

const PHRASE_CHARS_MAX = 2_000;

/** The form of a text that has to be repeated word by word, whatever its line breaks. A long one is told by its beginning. */
export function makePhraseForm(kind: SurvivalKind, text: string): Form {
  const phrase = text.replace(/\s+/g, " ").trim().slice(0, PHRASE_CHARS_MAX);
  return { kind, text: phrase, spellings: [phrase] };
}

const WORDS_MIN = 3;
const ITEM = /^\s{0,12}(?:[-*•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.{8,400})$/;
const FENCE = /^\s{0,3}(?:`{3,}|~{3,})/;

/** Finds the items of the lists in a user's message: what a user lists is meant to hold. Code is no list. */
export function* findListedItems(text: string): Generator<Form> {
  let isCode = false;
  for (const line of text.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || line.length > LINE_CHARS_MAX) continue;
    const item = ITEM.exec(line.trimEnd())?.[1];
    if (item !== undefined && hasSomeWords(item)) yield makePhraseForm("constraint", item);
  }
}

export function hasSomeWords(text: string, least = WORDS_MIN): boolean {
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= least;
}

const SENTENCE_WORDS_MIN = 4;
const SENTENCES_MAX = 50;

/** The sentences of a text that can be told apart from others; none where it is one sentence. */
export function splitSentences(text: string): string[] {
  const parts = text.split(/(?<=[.!?])\s+/).filter((part) => hasSomeWords(part, SENTENCE_WORDS_MIN));
  return parts.length < 2 ? [] : parts.slice(0, SENTENCES_MAX);
}
