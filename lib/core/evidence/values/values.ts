import { findGrouped } from "./grouped";
import { VALUE_CHARS_MAX } from "./limits";
import { isCount, isOfLine, isPlaceKey, isPlaceNumber } from "./positions";
import { trimEnd } from "./spelling";

/** Called for each value of a text. `strength` is 0 to 1: how significant the value's shape is. */
export type OnValue = (value: string, strength: number) => void;

const TOKEN = /https?:\/\/[^\s"'<>()[\]{}\\`|]+|(?:\.{1,2}\/|[#@~/.])?[A-Za-z0-9_][A-Za-z0-9_\-./:@#+]*/g;
const QUOTED = /"([^"\\\n]*)"/g;
const JSON_ESCAPE = /\\[nrt"/\\]/g;

/** Shorter quoted phrases are words rather than names. */
const PHRASE_CHARS_MIN = 8;
const PHRASE_CHARS_MAX = 120;
const PHRASE_STRENGTH = 0.75;

const TOKEN_CHARS_MIN = 4;

const LINE_STRENGTH = 0.6;

/**
 * Finds identifiers, paths, URLs, numbers and quoted phrases. One pass over the text; a value may be reported
 * more than once. A path is reported as a whole and by its last part. An identifier or a number in groups is
 * also reported without them ("DE89 3704 ...", "1.284,50"). The number of a line, an index or a count means
 * nothing alone: it is reported as one of `file`, or not at all.
 */
export function scanValues(text: string, onValue: OnValue, file: string | null = null): void {
  const plain = /^\s*[[{]/.test(text) ? text.replace(JSON_ESCAPE, " ") : text;
  const headed = findHeadings(plain);
  const grouped = findGrouped(plain);
  const numbers = grouped.filter(({ isNumber }) => isNumber);
  let [next, current, within] = [0, file, 0];
  for (const { at, end, value } of grouped) if (!isPlaceNumber(plain, at, end - at)) take(value, onValue);
  for (const match of plain.matchAll(TOKEN)) {
    const [token] = match;
    for (; (numbers[within]?.end ?? Infinity) <= match.index; within++);
    if ((numbers[within]?.at ?? Infinity) <= match.index) continue;
    for (; (headed[next]?.at ?? Infinity) <= match.index; next++) current = headed[next]?.file ?? current;
    const line = FILE_LINE.exec(token);
    if (line !== null) {
      const [, path = "", name = "", number = "", rest = ""] = line;
      onValue(`${name}:${number}`, LINE_STRENGTH);
      take(path, onValue);
      take(rest, onValue);
    } else if (LINE.test(token) && isOfLine(plain, match.index)) {
      takePlace(token, current, onValue);
      take(token.slice(token.indexOf(":") + 1), onValue);
    } else if (
      /^\d[\d:,.+-]*$/.test(token) &&
      isPlaceNumber(plain, match.index, trimEnd(token, ":,.+-").length)
    ) {
      if (!isCount(plain, match.index + trimEnd(token, ":,.+-").length)) takePlace(token, current, onValue);
    } else take(token, onValue);
  }
  for (const [, phrase = ""] of text.matchAll(QUOTED)) takePhrase(phrase, onValue);
}

const FILE_LINE = /^((?:[^:]*\/)?([\w-]+\.[A-Za-z]\w{0,7})):(\d{1,7})(?::\d{1,5})?(?::(.*))?$/;
const LINE = /^\d{1,7}:[A-Za-z_#@/.]/;
const HEADING =
  /^(?:[\w.@~/-]{0,300}\/)?([\w-]{1,100}\.[A-Za-z]\w{0,7}):?[ \t]*$|"(?:file_?(?:path|name)?|path|uri)"\s{0,3}:\s{0,3}"(?:[^"\n]{0,300}\/)?([\w-]{1,100}\.[A-Za-z]\w{0,7})"/gim;

function findHeadings(text: string): { at: number; file: string }[] {
  return [...text.matchAll(HEADING)].map(({ index, 1: line, 2: field }) => ({
    at: index,
    file: line ?? field ?? "",
  }));
}

/** Searches the values of the arguments, not the names of the parameters. */
export function scanArguments(text: string, onValue: OnValue, file: string | null = null): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    scanValues(text, onValue, file);
    return;
  }
  const open: { key: string; value: unknown }[] = [{ key: "", value }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { key, value: leaf } = next;
    const isNumber = typeof leaf === "number" || (typeof leaf === "string" && /^\d+$/.test(leaf));
    if (isNumber && isPlaceKey(key)) takePlace(String(leaf), file, onValue);
    else if (typeof leaf === "string") {
      takePhrase(leaf, onValue);
      scanValues(leaf, onValue, file);
    } else if (typeof leaf === "number") take(String(leaf), onValue);
    else if (typeof leaf === "object" && leaf !== null)
      for (const [name, inner] of Object.entries(leaf))
        open.push({ key: Array.isArray(leaf) ? key : name, value: inner });
  }
}

function takePlace(token: string, file: string | null, onValue: OnValue): void {
  const [number = ""] = /^\d+/.exec(token) ?? [];
  if (file !== null && number.length >= TOKEN_CHARS_MIN) onValue(`${file}:${number}`, LINE_STRENGTH);
}

/** A hash of version control. People and programs abbreviate it. */
const HASH = /^(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{8,40}$/;
const HASH_CHARS_SAID = 7;

function take(token: string, onValue: OnValue): void {
  if (token.length > VALUE_CHARS_MAX * 4) return;
  const value = trimEnd(token.replace(/^\.\//, ""), ".,:;-/");
  if (value.length < TOKEN_CHARS_MIN || value.length > VALUE_CHARS_MAX) return;
  const strength = weighValue(value);
  if (strength > 0) onValue(value, strength);
  if (HASH.test(value)) onValue(value.slice(0, HASH_CHARS_SAID), strength);
  const slash = value.lastIndexOf("/");
  if (slash < 0 || /^https?:/.test(value) || value.length - slash <= TOKEN_CHARS_MIN) return;
  const last = value.slice(slash + 1);
  const ofLast = weighValue(last);
  if (ofLast > 0) onValue(last, ofLast * 0.9);
}

function takePhrase(phrase: string, onValue: OnValue): void {
  const value = phrase.trim();
  if (value.length < PHRASE_CHARS_MIN || value.length > PHRASE_CHARS_MAX) return;
  if (/\s/.test(value) && /[A-Za-z\u00c0-\uffff]/.test(value) && !value.includes("\n"))
    onValue(value, PHRASE_STRENGTH);
}

/** How telling the shape of a value is: 0 for a plain word or a small number, near 1 for what looks unique. */
export function weighValue(value: string): number {
  if (/^https?:/.test(value)) return 0.95;
  if (!/[A-Za-z_]/.test(value)) return weighNumber(value);
  if (value.includes("/")) return weighPath(value);
  if (/^[^@]+@[^@]+\.\w+$/.test(value)) return 0.9;
  if (/[A-Za-z]/.test(value) && /\d/.test(value)) return value.length >= 6 ? 0.9 : 0.7;
  if (value.length < 6) return 0;
  if (value.includes("_")) return /^_+$/.test(value) ? 0 : 0.65;
  if (/\w[.:]\w/.test(value)) return 0.6;
  if (/[a-z][A-Z]/.test(value)) return 0.6;
  return value.length >= 10 && (value.match(/-/g)?.length ?? 0) >= 2 ? 0.5 : 0;
}

function weighNumber(value: string): number {
  const digits = value.replace(/\D/g, "");
  if (digits.length < 4 || /^0+$/.test(digits)) return 0;
  if (/^(19|20)\d\d$/.test(value)) return 0.2;
  if (/[-:/]/.test(value.slice(1))) return 0.5;
  if (/000$/.test(digits)) return 0.3;
  return digits.length >= 6 ? 0.85 : 0.6;
}

function weighPath(value: string): number {
  const parts = value.split("/").filter((part) => part !== "");
  if (parts.length < 2 || !/[A-Za-z]{2}/.test(value)) return 0;
  return parts.length >= 3 || /\.\w+$/.test(value) || /\d|_/.test(value) ? 0.9 : 0;
}
