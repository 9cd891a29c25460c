import { normalSpelling } from "./values/spelling";
import { isStateWord } from "./states";

/** Something that a structured result says of something: `status: pending` of order A-17. */
export interface StatedField {
  /** The name, in normal spelling: "order status". */
  readonly key: string;
  /** The value as it stands in the result, and in normal spelling. */
  readonly value: string;
  readonly plain: string;
  /** What it is said of, in normal spelling; `null` where the result does not say. */
  readonly subject: string | null;
  /** A word that is a state, a number, or a name of one thing. */
  readonly sort: "state" | "number" | "name" | "words";
}

const FIELDS_MAX = 400;
const CHARS_READ = 200_000;
const VALUE_CHARS_MAX = 80;
const LINE =
  /^[ \t]*(?:[-*•][ \t]+)?"?([A-Za-z][A-Za-z0-9 _.-]{0,38}?)"?[ \t]*(?::|=)(?!\/\/)[ \t]*(?:"[ \t]*)?([^"\s][^"\n]{0,79}?)"?,?$/;
const PAIR = /(?:^|[\s,;(])([A-Za-z][A-Za-z0-9_]{1,38})=("?)([^\s"',;)]{1,80})\2/g;
const NAMES_SUBJECT = /(?:^|[ ])(?:id|no|number|key|name|sku|code|ref|reference|uuid|slug)$/;

/** What a structured text says: JSON, a table, or lines of names and values. Empty for prose. */
export function fieldsOf(text: string): StatedField[] {
  const read = text.slice(0, CHARS_READ).trim();
  if (/^[[{]/.test(read)) {
    try {
      return ofJson(JSON.parse(read));
    } catch {
      // Cut off, or only looks like it: what its lines say still counts.
    }
  }
  const rows = ofTable(read.split("\n"));
  return rows.length > 0 ? rows : ofLines(read);
}

function ofJson(value: unknown): StatedField[] {
  const fields: StatedField[] = [];
  const open: { value: unknown; subject: string | null }[] = [{ value, subject: null }];
  for (let next = open.pop(); next !== undefined && fields.length < FIELDS_MAX; next = open.pop()) {
    if (Array.isArray(next.value)) {
      for (const inner of next.value.slice(0, FIELDS_MAX)) open.push({ value: inner, subject: next.subject });
    } else if (typeof next.value === "object" && next.value !== null) {
      const entries = Object.entries(next.value);
      const subject = subjectOf(entries) ?? next.subject;
      for (const [key, inner] of entries) {
        if (typeof inner === "object") open.push({ value: inner, subject });
        else fields.push(...fieldOf(key, String(inner), subject));
      }
    }
  }
  return fields;
}

function ofTable(lines: readonly string[]): StatedField[] {
  const at = lines.findIndex((line, i) => cellsOf(line).length > 1 && isRule(lines[i + 1] ?? ""));
  const separator = at >= 0 ? null : [",", "\t", ";"].find((mark) => isSheet(lines, mark));
  if (at < 0 && separator === undefined) return [];
  const split = (line: string) =>
    (separator == null ? cellsOf(line) : line.split(separator)).map((cell) => cell.trim());
  const heads = split(lines[Math.max(0, at)] ?? "").map((head) => head.slice(0, VALUE_CHARS_MAX));
  return lines
    .slice(at < 0 ? 1 : at + 2)
    .flatMap((line) => {
      const cells = split(line);
      if (cells.length !== heads.length) return [];
      const entries = heads.map((head, i): [string, string] => [head, cells[i] ?? ""]);
      const subject = subjectOf(entries) ?? normalSpelling(cells[0] ?? "");
      return entries.flatMap(([key, value]) => fieldOf(key, value, subject));
    })
    .slice(0, FIELDS_MAX);
}

function cellsOf(line: string): string[] {
  return line.includes("|") ? line.replace(/^\s*\||\|\s*$/g, "").split("|") : [];
}

function isRule(line: string): boolean {
  return line.includes("--") && /^[\s|:+-]+$/.test(line);
}

/** Lines with equally many cells below a line of names. */
function isSheet(lines: readonly string[], mark: string): boolean {
  const [head = "", ...rows] = lines.filter((line) => line.trim() !== "").slice(0, 50);
  const names = head.split(mark);
  return (
    names.length > 1 &&
    rows.length > 0 &&
    names.every((name) => /^\s*"?[A-Za-z][\w .-]{0,38}"?\s*$/.test(name)) &&
    rows.every((row) => row.split(mark).length === names.length)
  );
}

function ofLines(text: string): StatedField[] {
  const lines = text.split("\n").flatMap((line): [string, string][] => {
    const pairs = [...line.matchAll(PAIR)].map(([, key = "", , value = ""]): [string, string] => [
      key,
      value,
    ]);
    const match = pairs.length > 1 ? null : LINE.exec(line.trimEnd());
    return match === null ? pairs : [[match[1] ?? "", match[2] ?? ""]];
  });
  const entries = lines.slice(0, FIELDS_MAX);
  const subject = subjectOf(entries);
  return entries.flatMap(([key, value]) => fieldOf(key, value, subject));
}

/** What an object or a row is about: its only name, or the first of its values that is made to name one thing. */
function subjectOf(entries: readonly (readonly [string, unknown])[]): string | null {
  const named = entries.filter(([, value]) => typeof value === "string" || typeof value === "number");
  const [, value] =
    named.find(([key]) => NAMES_SUBJECT.test(normalSpelling(key))) ??
    named.find(([, one]) => sortOf(normalSpelling(String(one))) === "name") ??
    [];
  const subject = value === undefined ? "" : normalSpelling(String(value));
  return subject === "" || subject.length > VALUE_CHARS_MAX ? null : subject;
}

function fieldOf(key: string, value: string, subject: string | null): StatedField[] {
  const trimmed = value.trim();
  const plain = normalSpelling(trimmed);
  if (plain === "" || plain === "null" || plain === "undefined" || trimmed.length > VALUE_CHARS_MAX)
    return [];
  return [{ key: normalSpelling(key), value: trimmed, plain, subject, sort: sortOf(plain) }];
}

function sortOf(plain: string): StatedField["sort"] {
  if (isStateWord(plain)) return "state";
  if (/^[$€£]?-?\d+(?:\.\d+)?\s?(?:%|[a-z]{1,4})?$/.test(plain)) return "number";
  return /\d/.test(plain) && plain.length >= 4 && plain.length <= 60 ? "name" : "words";
}
