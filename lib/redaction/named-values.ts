import type { Found } from "./detector";
import type { Link, NameRule } from "./rule-table";
import { ISSUED, LINKS, NAME_PARTS, NAME_RULES, NEAR_RULES } from "./rule-table";
import { computeEntropy, isGiven, isPasswordLike, isRandom, isStandIn, isUuid } from "./secret-value";

/** Of a value beside the name of a vendor, when its rule says nothing else. */
const ENTROPY_MIN = 3;
/** The first ways to write a value are those of settings. */
const SETTING_LINKS = 5;
const NAME_CHARS = 60;
const VALUE_CHARS_MAX = 600;
const WORD_CHARS = 41;
const BARE = /[^\s"'`<>|]{1,600}/y;
const QUOTE = /[a-zA-Z@$]{0,2}(?:["'](?=\\["']))?(\\{0,4}(?:"""|'''|["'`]))/y;
const NEXT_SETTING = /[;,&#](?=(?:amp;)?\s?\\{0,2}["']?[A-Za-z_][\w.-]{0,40}\\{0,2}["']?\s?[:=])|\\[nrt]/;
/** As in `Authorization: Bearer value`. */
const SCHEME = /^[A-Za-z][A-Za-z-]{1,20}\s+(?=\S{8})/;

const LINKED = LINKS.map((link) => ({
  ...link,
  pattern: new RegExp(link.pattern, "y"),
  after: link.after === undefined ? /^/ : new RegExp(link.after),
}));
/** What may follow the word in a name. Another word makes it the name of something else, such as `password_file`. */
const TAIL = new RegExp(NAME_PARTS.tail, "iy");
const NOT_SECRET = new RegExp(NAME_PARTS.notSecret, "i");
const PUBLIC = new RegExp(NAME_PARTS.public, "i");
const NAMES = new RegExp(
  NAME_RULES.map(({ id, names, whole, ending }) => {
    const words = names.map((name) => escapeWord(name).replaceAll(" ", "[ _.-]?"));
    return `(?<${id}>${[...words, ...whole.map((word) => `(?<![a-z])${escapeWord(word)}(?![a-z])`), ending].join("|")})`;
  }).join("|"),
  "gi",
);
const NEAR_WORDS = [...new Set(NEAR_RULES.flatMap(({ words }) => words))];
const NEAR = new RegExp(`(?<![a-z])(?:${NEAR_WORDS.map(escapeWord).join("|")})`, "gi");
const FORMS = NEAR_RULES.map((rule) => ({ ...rule, form: new RegExp(`^(?:${rule.form})$`, "i") }));

function escapeWord(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Values beside a name that says that they are secret. Linear in the text: what is read around a name is bounded. */
export function* listNamed(text: string): Iterable<Found> {
  for (const { 0: word, index, groups = {} } of text.matchAll(NAMES)) {
    const rule = NAME_RULES.find(({ id }) => groups[id] !== undefined);
    const found = rule === undefined ? null : findValue(text, index, index + word.length, rule);
    if (found !== null) yield found;
  }
  for (const { 0: word, index } of text.matchAll(NEAR)) {
    const found = findNearVendor(text, word.toLowerCase(), index + word.length);
    if (found !== null) yield found;
  }
}

/** A value beside the name of a vendor, in the form of the vendor's keys. */
function findNearVendor(text: string, word: string, wordEnd: number): Found | null {
  const end = wordEnd + (/^[\w.-]*/.exec(text.slice(wordEnd, wordEnd + WORD_CHARS))?.[0].length ?? 0);
  for (const link of LINKED.slice(0, SETTING_LINKS)) {
    const value = readValue(text, end, link, false);
    if (value === null || !/\d/.test(value.it) || isStandIn(value.it)) continue;
    const rule = FORMS.find(
      ({ words, form, entropy = ENTROPY_MIN }) =>
        words.includes(word) && form.test(value.it) && computeEntropy(value.it) >= entropy,
    );
    if (rule !== undefined) return makeFound(value, ISSUED, rule.label);
  }
  return null;
}

function makeFound({ it, start }: Value, detector: string, label: string): Found {
  return { detector, label, start, end: start + it.length };
}

function findValue(text: string, start: number, wordEnd: number, rule: NameRule): Found | null {
  TAIL.lastIndex = wordEnd;
  const isKnown = TAIL.test(text);
  const rest = /^[\w-]*/.exec(text.slice(wordEnd, wordEnd + WORD_CHARS))?.[0].length ?? 0;
  const end = isKnown ? TAIL.lastIndex : wordEnd + rest;
  const before = text.slice(Math.max(0, start - NAME_CHARS), start);
  const name = (/(?<![\w.$-])[\w.$-]*$/.exec(before)?.[0] ?? "") + text.slice(start, end);
  const isPublic = rule.id !== "password" && PUBLIC.test(name.replace(/([a-z])([A-Z])/g, "$1_$2"));
  if (isPublic || NOT_SECRET.test(name)) return null;
  for (const link of LINKED) {
    if (!link.after.test(before)) continue;
    const value = readValue(text, end, link, rule.id === "token");
    if (value === null) continue;
    const after = text.slice(value.start + value.it.length, value.start + value.it.length + NAME_CHARS);
    const isGlued = /^=\S/.test(text.slice(end, end + 2));
    const isSure = isCertain(value, link, { name, before, after, isGlued });
    if (isSecret(value.it, isKnown ? rule.id : "token", isSure, text.slice(start, wordEnd)))
      return makeFound(value, rule.id, rule.label);
  }
  return null;
}

interface Place {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly isGlued: boolean;
}

/** Whether any word in this place is a value: in markup, after an option, alone in a line, or in quotes. */
function isCertain(
  { isQuoted }: Value,
  { sure }: Link | { sure: string },
  { name, before, after, isGlued }: Place,
): boolean {
  const isUpper = /^[A-Z][A-Z0-9_]{2,}$/.test(name);
  if (/(?:^|\s)-{1,2}[\w.-]*$/.test(before)) return true;
  if (isQuoted) return sure !== "likely" || isUpper;
  if (sure === "markup") return true;
  if (sure === "likely") return false;
  const isLine = /(?:^|\n)[ \t>+*-]*(?![ \t>+*-])[\w."'[\]-]*$/.test(before) && /^\s*(?:\n|$)/.test(after);
  const isWord = isGlued && /(?:^|\s)[\w.-]*$/.test(before) && /^(?:\s|$|[;&]|,[\w.]+=)/.test(after);
  return isLine || isWord || (sure === "setting" && (isUpper || /[?&;=]$/.test(before)));
}

function isSecret(it: string, kind: NameRule["id"], isSure: boolean, word: string): boolean {
  if (isStandIn(it) || it.toLowerCase().includes(word.toLowerCase())) return false;
  if (kind === "password")
    return isSure
      ? isPasswordLike(it, 4) ||
          (isGiven(it, 5) && !/^\p{Lu}\p{Ll}+$|^[^\d]*[.:][^\d]*$|[/,()]|^\d/u.test(it))
      : isPasswordLike(it);
  if (isUuid(it)) return true;
  return kind === "token"
    ? isRandom(it, 14)
    : isRandom(it, 10) || (isSure && isPasswordLike(it, 8) && !/[/:]/.test(it));
}

interface Value {
  readonly it: string;
  readonly start: number;
  readonly isQuoted: boolean;
}

function readValue(
  text: string,
  from: number,
  link: (typeof LINKED)[number],
  isHeader: boolean,
): Value | null {
  link.pattern.lastIndex = from;
  if (!link.pattern.test(text)) return null;
  QUOTE.lastIndex = link.pattern.lastIndex;
  const sign = QUOTE.exec(text)?.[1];
  if (sign === undefined && link.quoted === true) return null;
  const start = sign === undefined ? link.pattern.lastIndex : QUOTE.lastIndex;
  const it = sign === undefined ? cutBare(text, start, isHeader) : cutQuoted(text, start, sign);
  const scheme = isHeader ? (SCHEME.exec(it)?.[0].length ?? 0) : 0;
  return it === "" ? null : { it: it.slice(scheme), start: start + scheme, isQuoted: sign !== undefined };
}

function cutQuoted(text: string, start: number, sign: string): string {
  const rest = text.slice(start, start + VALUE_CHARS_MAX);
  let end = rest.indexOf(sign);
  // A sign that is escaped once more is a part of the value.
  while (end > 0 && rest[end - 1] === "\\") end = rest.indexOf(sign, end + 1);
  const it = rest.slice(0, end < 0 ? Math.max(0, rest.indexOf(sign)) : end);
  return it.includes("\n") ? "" : it;
}

function cutBare(text: string, start: number, isHeader: boolean): string {
  BARE.lastIndex = start;
  let run = BARE.exec(text)?.[0] ?? "";
  if (isHeader && /^[A-Za-z][A-Za-z-]{1,20}$/.test(run) && text[start + run.length] === " ") {
    BARE.lastIndex = start + run.length + 1;
    run += ` ${BARE.exec(text)?.[0] ?? ""}`;
  }
  const next = run.search(NEXT_SETTING);
  return (next < 0 ? run : run.slice(0, next)).replace(/[,;)}\].:]{1,4}$/, "");
}
