import type { Entries } from "./structured";
import { parseJsonParts, groupThings, parseXmlEntries } from "./structured";
import { isMeasure } from "./values/measures";
import { findNumber, listNumberReadings } from "./values/numbers";
import { normaliseSpelling } from "./values/spelling";

export interface StatedField {
  /** The name of the field in normal spelling: "order status". */
  readonly key: string;
  readonly value: string;
  readonly plain: string;
  /** The thing that the field is about, in normal spelling; `null` where the result does not say. */
  readonly subject: string | null;
  /** A number, a name of one thing, or words. */
  readonly sort: "number" | "name" | "words";
}

const FIELDS_MAX = 400;
const CHARS_READ = 200_000;
const VALUE_CHARS_MAX = 80;
const LINE =
  /^[ \t]*(?:[-*•][ \t]+)?"?([A-Za-z][A-Za-z0-9 _.-]{0,38}?)"?[ \t]*(?::|=)(?!\/\/)[ \t]*(?:"[ \t]*)?([^"\s][^"\n]{0,79}?)"?,?$/;
const PAIR = /(?:^|[\s,;(])([A-Za-z][A-Za-z0-9_]{1,38})=("?)([^\s"',;)]{1,80})\2/g;
/** A number alone or with a unit or a currency. One with a zero in front is a code. */
const AMOUNT =
  /^(?:[$€£¥₹] ?|(?:eur|usd|chf|gbp|jpy|cad|aud|sek|nok|dkk|pln|czk|inr|brl|mxn|cny|fr|kr|rs) ?\.? )?-?\d+(?:[ .,]\d+)*\s?(?:%|[a-z]{1,4}|[$€£¥₹])?$/;
const NAMES_SUBJECT = /(?:^|[ ])(?:id|no|number|key|name|sku|code|ref|reference|uuid|slug)$/;

/** Reads JSON, XML, a table, or lines of names and values. Empty for prose. */
export function readStatedFields(text: string): StatedField[] {
  const readText = text.slice(0, CHARS_READ).trim();
  const { values, before } = parseJsonParts(readText);
  const jsonFields = values.flatMap(readJsonFields);
  if (jsonFields.length > 0) return [...readLineFields(before), ...jsonFields].slice(0, FIELDS_MAX);
  const leaves = readEntryFields(parseXmlEntries(readText));
  if (leaves.length > 0) return leaves;
  const rows = readTableFields(readText.split("\n"));
  return rows.length > 0 ? rows : readLineFields(readText);
}

function readJsonFields(value: unknown): StatedField[] {
  const fields: StatedField[] = [];
  const open: { value: unknown; subject: string | null }[] = [{ value, subject: null }];
  for (let next = open.pop(); next !== undefined && fields.length < FIELDS_MAX; next = open.pop()) {
    if (Array.isArray(next.value)) {
      for (const inner of next.value.slice(0, FIELDS_MAX)) open.push({ value: inner, subject: next.subject });
    } else if (typeof next.value === "object" && next.value !== null) {
      const entries = Object.entries(next.value);
      const subject = findEntrySubject(entries) ?? next.subject;
      for (const [key, inner] of entries) {
        if (typeof inner === "object") open.push({ value: inner, subject });
        else fields.push(...makeFields(key, String(inner), subject));
      }
    }
  }
  return fields;
}

type Split = (line: string) => string[];

const SHEETS: readonly Split[] = [
  (line) => line.split(","),
  (line) => line.split("\t"),
  (line) => line.split(";"),
  (line) => line.trim().split(/ {2,}/),
];

function readTableFields(lines: readonly string[]): StatedField[] {
  const at = lines.findIndex((line, i) => splitCells(line).length > 1 && isRule(lines[i + 1] ?? ""));
  const filled = lines.filter((line) => line.trim() !== "");
  const sheet = at >= 0 ? splitCells : SHEETS.find((split) => isSheet(filled, split));
  if (sheet === undefined) return [];
  const split = (line: string) => sheet(line).map((cell) => cell.trim());
  const heads = split((at < 0 ? filled[0] : lines[at]) ?? "").map((head) => head.slice(0, VALUE_CHARS_MAX));
  return (at < 0 ? filled.slice(1) : lines.slice(at + 2))
    .flatMap((line) => {
      const cells = split(line);
      if (cells.length !== heads.length) return [];
      const entries = heads.map((head, i): [string, string] => [head, cells[i] ?? ""]);
      const subject = findEntrySubject(entries) ?? normaliseSpelling(cells[0] ?? "");
      return entries.flatMap(([key, value]) => makeFields(key, value, subject));
    })
    .slice(0, FIELDS_MAX);
}

function splitCells(line: string): string[] {
  return line.includes("|") ? line.replace(/^\s*\||\|\s*$/g, "").split("|") : [];
}

function isRule(line: string): boolean {
  return line.includes("--") && /^[\s|:+-]+$/.test(line);
}

function isSheet(lines: readonly string[], split: Split): boolean {
  const [head = "", ...rows] = lines.slice(0, 50);
  const names = split(head);
  return (
    names.length > 1 &&
    rows.length > 0 &&
    names.every((name) => /^\s*"?[A-Za-z][\w .-]{0,38}"?\s*$/.test(name)) &&
    rows.every((row) => split(row).length === names.length)
  );
}

function readLineFields(text: string): StatedField[] {
  const lines = text.split("\n").flatMap((marked): [string, string][] => {
    const line = marked.replace(/\*\*|__|`/g, "");
    const pairs = [...line.matchAll(PAIR)].map(([, key = "", , value = ""]): [string, string] => [
      key,
      value,
    ]);
    const match = pairs.length > 1 ? null : LINE.exec(line.trimEnd());
    return match === null ? pairs : [[match[1] ?? "", match[2] ?? ""]];
  });
  return readEntryFields(lines.slice(0, FIELDS_MAX));
}

function readEntryFields(entries: Entries): StatedField[] {
  return groupThings(entries).flatMap((entriesOfThing) => {
    const subject = findEntrySubject(entriesOfThing);
    return entriesOfThing.flatMap(([key, value]) => makeFields(key, value, subject));
  });
}

export function isIdName(key: string): boolean {
  return NAMES_SUBJECT.test(key);
}

const VALUE_NAMES =
  /(?:^| )(?:iban|bic|swift|phone|telephone|telefon|mobile|fax|card|e ?mail|address|bank account|vat|isbn|vin|plate|zip|postcode)$/;

/**
 * Whether the name is that of a value to use, such as "bank account" or "iban", and not of the thing itself.
 */
export function isValueName(key: string): boolean {
  return isIdName(key) || VALUE_NAMES.test(key);
}

function findEntrySubject(entries: readonly (readonly [string, unknown])[]): string | null {
  const plainEntries = entries.filter(([, value]) => typeof value === "string" || typeof value === "number");
  const [, value] =
    plainEntries.find(([key]) => isIdName(normaliseSpelling(key))) ??
    plainEntries.find(([, plainValue]) => sortOf(normaliseSpelling(String(plainValue))) === "name") ??
    [];
  const subject = value === undefined ? "" : normaliseSpelling(String(value));
  return subject === "" || subject.length > VALUE_CHARS_MAX ? null : subject;
}

function makeFields(key: string, value: string, subject: string | null): StatedField[] {
  const trimmed = value.trim();
  const plain = normaliseSpelling(trimmed);
  if (plain === "" || plain === "null" || plain === "undefined" || trimmed.length > VALUE_CHARS_MAX)
    return [];
  return [{ key: normaliseSpelling(key), value: trimmed, plain, subject, sort: sortOf(plain) }];
}

/** Whether a value is a short code: "b17", "12c". `plain` is in normal spelling. */
export function isShortCode(plain: string): boolean {
  return /^(?:[a-z]{1,2} ?\d{1,2}|\d{1,2} ?[a-z])$/.test(plain) && plain.length <= 4;
}

function sortOf(plain: string): StatedField["sort"] {
  if (isMeasure(plain)) return "number";
  const isCode = /^0\d/.test(plain) && !/[.,]/.test(plain);
  if (!isCode && AMOUNT.test(plain) && listNumberReadings(findNumber(plain) ?? "").length > 0)
    return "number";
  if (isShortCode(plain)) return "name";
  return /\d/.test(plain) && plain.length >= 4 && plain.length <= 60 ? "name" : "words";
}
