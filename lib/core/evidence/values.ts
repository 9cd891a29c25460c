import { VALUE_CHARS_MAX } from "./limits";

/** Called for each value of a text with how telling its shape is, from 0 to 1. */
export type OnValue = (value: string, strength: number) => void;

const TOKEN = /https?:\/\/[^\s"'<>()[\]{}\\`|]+|(?:\.{1,2}\/|[#@~/.])?[A-Za-z0-9_][A-Za-z0-9_\-./:@#+]*/g;
const QUOTED = /"([^"\\\n]*)"/g;
const JSON_ESCAPE = /\\[nrt"/\\]/g;

/** Shorter quoted phrases are words rather than names of something. */
const PHRASE_CHARS_MIN = 8;
const PHRASE_CHARS_MAX = 120;
const PHRASE_STRENGTH = 0.75;

const TOKEN_CHARS_MIN = 4;

/**
 * Finds what may name something in a text: identifiers, paths, URLs, numbers, quoted phrases. One pass over the text; a
 * value may be given more than once. A path is given as a whole and by its last part, which is how it is often said again.
 */
export function scanValues(text: string, onValue: OnValue): void {
  const plain = /^\s*[[{]/.test(text) ? text.replace(JSON_ESCAPE, " ") : text;
  for (const [token] of plain.matchAll(TOKEN)) take(token, onValue);
  for (const [, phrase = ""] of text.matchAll(QUOTED)) takePhrase(phrase, onValue);
}

/** Finds what may name something in the arguments of a call: its values, not the names of its parameters. */
export function scanArguments(text: string, onValue: OnValue): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    scanValues(text, onValue);
    return;
  }
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") {
      takePhrase(next, onValue);
      scanValues(next, onValue);
    } else if (typeof next === "number") take(String(next), onValue);
    else if (typeof next === "object" && next !== null)
      for (const inner of Object.values(next)) open.push(inner);
  }
}

function take(token: string, onValue: OnValue): void {
  if (token.length > VALUE_CHARS_MAX * 4) return;
  const value = token.replace(/^\.\//, "").replace(/[.,:;\-/]+$/, "");
  if (value.length < TOKEN_CHARS_MIN || value.length > VALUE_CHARS_MAX) return;
  const strength = strengthOf(value);
  if (strength > 0) onValue(value, strength);
  const slash = value.lastIndexOf("/");
  if (slash < 0 || /^https?:/.test(value) || value.length - slash <= TOKEN_CHARS_MIN) return;
  const last = value.slice(slash + 1);
  const ofLast = strengthOf(last);
  if (ofLast > 0) onValue(last, ofLast * 0.9);
}

function takePhrase(phrase: string, onValue: OnValue): void {
  const value = phrase.trim();
  if (value.length < PHRASE_CHARS_MIN || value.length > PHRASE_CHARS_MAX) return;
  if (/\s/.test(value) && /[A-Za-z\u00c0-\uffff]/.test(value) && !value.includes("\n"))
    onValue(value, PHRASE_STRENGTH);
}

/** How telling a value's shape is: 0 for a plain word or a small number, near 1 for what is made to be unique. */
export function strengthOf(value: string): number {
  if (/^https?:/.test(value)) return 0.95;
  if (!/[A-Za-z_]/.test(value)) return strengthOfNumber(value);
  if (value.includes("/")) return strengthOfPath(value);
  if (/^[^@]+@[^@]+\.\w+$/.test(value)) return 0.9;
  if (/[A-Za-z]/.test(value) && /\d/.test(value)) return value.length >= 6 ? 0.9 : 0.7;
  if (value.length < 6) return 0;
  if (value.includes("_")) return /^_+$/.test(value) ? 0 : 0.65;
  if (/\w[.:]\w/.test(value)) return 0.6;
  if (/[a-z][A-Z]/.test(value)) return 0.6;
  return value.length >= 10 && (value.match(/-/g)?.length ?? 0) >= 2 ? 0.5 : 0;
}

function strengthOfNumber(value: string): number {
  const digits = value.replace(/\D/g, "");
  if (digits.length < 4 || /^0+$/.test(digits)) return 0;
  if (/^(19|20)\d\d$/.test(value)) return 0.2;
  if (/[-:/]/.test(value.slice(1))) return 0.5;
  if (/000$/.test(digits)) return 0.3;
  return digits.length >= 6 ? 0.85 : 0.6;
}

function strengthOfPath(value: string): number {
  const parts = value.split("/").filter((part) => part !== "");
  if (parts.length < 2 || !/[A-Za-z]{2}/.test(value)) return 0;
  return parts.length >= 3 || /\.\w+$/.test(value) || /\d|_/.test(value) ? 0.9 : 0;
}
