import JSON5 from "json5";

export type Entries = readonly (readonly [string, string])[];

/** The longest text that is tried in other spellings of JSON: these are slow to try. */
const LOOSE_CHARS_MAX = 20_000;
const DOCUMENTS_MAX = 400;
const FENCED = /^```[\w-]*[ \t]*\n([\s\S]*?)\n?```/gm;

export interface JsonParts {
  readonly values: readonly unknown[];
  readonly before: string;
}

/** Finds JSON in a text: as a whole, in a fence, one value per line, after some words, or as Python prints it. */
export function parseJsonParts(text: string): JsonParts {
  const fenced = [...text.matchAll(FENCED)].slice(0, DOCUMENTS_MAX);
  const inFences = fenced.flatMap(([, body = ""]) => parseValues(body.trim()));
  if (inFences.length > 0) return { values: inFences, before: text.slice(0, fenced[0]?.index ?? 0) };
  const at = /^[[{]/.test(text) ? 0 : text.search(/(?<=^|\n|:[ \t]?)[[{]/);
  if (at < 0) return { values: [], before: text };
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return { values: parseValues(text.slice(at, end + 1)), before: text.slice(0, at) };
}

function parseValues(text: string): unknown[] {
  if (!/^[[{]/.test(text)) return [];
  const whole = parseJson(text);
  if (whole !== undefined) return [whole];
  const lines = text.split("\n").filter((line) => line.startsWith("{"));
  const rows = lines.slice(0, DOCUMENTS_MAX).flatMap((line) => parseJson(line) ?? []);
  if (rows.length > 0) return rows;
  const loose = text.length > LOOSE_CHARS_MAX ? undefined : parseLoosely(text);
  return loose === undefined ? [] : [loose];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const PYTHON = /'(?:[^'\\]|\\[\s\S])*(?:'|\\?$)|"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\b(?:True|False|None)\b/g;
const LITERALS: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };

function parseLoosely(text: string): unknown {
  try {
    return JSON5.parse(text.replace(PYTHON, (token) => LITERALS[token] ?? token));
  } catch {
    return undefined;
  }
}

const LEAF = /<([A-Za-z][\w.-]{0,38})(?:\s[^<>]{0,200})?>([^<>]{1,80})<\/\1>/g;

export function parseXmlEntries(text: string): Entries {
  if (!text.startsWith("<")) return [];
  return [...text.matchAll(LEAF)].map(([, key = "", value = ""]) => [key, value] as const);
}

export function groupThings(entries: Entries): Entries[] {
  const groups: (readonly [string, string])[][] = [];
  let seenKeys = new Set<string>();
  for (const entry of entries) {
    if (seenKeys.has(entry[0]) || groups.length === 0) {
      groups.push([]);
      seenKeys = new Set();
    }
    seenKeys.add(entry[0]);
    groups.at(-1)?.push(entry);
  }
  return groups;
}
