import type { Found } from "./detector";
import type { KeyChars, KeyRule } from "./rules/key-rule";
import { KEY_RULES } from "./rules/provider-keys";

const CHARS: Record<KeyChars, RegExp> = {
  hex: /[0-9a-fA-F]/,
  alnum: /[A-Za-z0-9]/,
  word: /[\w-]/,
  base64: /[\w+/=-]/,
  dotted: /[\w.-]/,
  percent: /[\w%]/,
  messaging: /[\w:-]/,
  asana: /[0-9a-f/:]/,
  adyen: /[\w+/=.!*$-]/,
  salesforce: /[\w!.-]/,
  teams: /[\w@/.-]/,
};
const CODES_MAX = 128;
const TABLES = Object.fromEntries(
  Object.entries(CHARS).map(([name, pattern]) => [
    name,
    Uint8Array.from({ length: CODES_MAX }, (_, code) => Number(pattern.test(String.fromCharCode(code)))),
  ]),
) as Record<KeyChars, Uint8Array>;
const ALNUM = TABLES.alnum;

const BEGINNINGS = [...new Set(KEY_RULES.flatMap(({ begins }) => begins))].sort(
  (a, b) => b.length - a.length,
);
const ANY_BEGINNING = new RegExp(
  BEGINNINGS.map((begin) => begin.replace(/[.$/*|()[\]+?^{}]/g, "\\$&")).join("|"),
  "g",
);
/** The rules to try for a prefix, the longest prefix first: `sk-ant-` also starts with `sk-`. */
const RULES_OF = new Map(
  BEGINNINGS.map((text) => [
    text,
    BEGINNINGS.filter((other) => text.startsWith(other)).flatMap((begin) =>
      KEY_RULES.filter(({ begins }) => begins.includes(begin)).map((rule) => ({ rule, begin })),
    ),
  ]),
);

/**
 * One pass over the text for all kinds. After a prefix, it reads only until the key is refused, and continues
 * behind a key that it found. So the time is linear.
 */
export function providerKeys(text: string): Found[] {
  const all: Found[] = [];
  ANY_BEGINNING.lastIndex = 0;
  for (let match = ANY_BEGINNING.exec(text); match !== null; match = ANY_BEGINNING.exec(text)) {
    const found = firstOf(RULES_OF.get(match[0]) ?? [], text, match.index);
    if (found !== null) all.push(found);
    ANY_BEGINNING.lastIndex = found?.end ?? match.index + 1;
  }
  return all;
}

function firstOf(
  tried: readonly { readonly rule: KeyRule; readonly begin: string }[],
  text: string,
  start: number,
): Found | null {
  for (const { rule, begin } of tried) {
    const end = endOf(rule, text, start, start + begin.length);
    if (end !== null) return { detector: rule.id, label: rule.label, start, end };
  }
  return null;
}

function endOf(
  { chars, min, max, needs = [] }: KeyRule,
  text: string,
  start: number,
  body: number,
): number | null {
  if (needs.includes("start") && isIn(ALNUM, text, start - 1)) return null;
  const table = TABLES[chars];
  let end = body;
  while (end < body + max && isIn(table, text, end)) end++;
  if (end - body < min) return null;
  if (needs.includes("end") && isIn(ALNUM, text, end)) return null;
  const value = text.slice(body, end);
  if (needs.includes("digit") && !/\d/.test(value)) return null;
  return isFiller(value) ? null : end;
}

function isFiller(value: string): boolean {
  return new Set(value.replace(/[-_.]/g, "")).size < 4;
}

function isIn(table: Uint8Array, text: string, at: number): boolean {
  return at >= 0 && at < text.length && table[text.charCodeAt(at)] === 1;
}
