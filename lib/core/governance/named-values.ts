/**
 * A value under a name, such as `confidence: 0.4`. The name is in lower case without separators between
 * words.
 */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  /** How many words of a sentence, or names of other things, stand before the name: "the coupon's expiry: ..." */
  readonly led: number;
}

const CHARS_READ = 20_000;
const VALUES_MAX = 200;
const VALUE_CHARS_MAX = 120;
const NAME =
  /(?<![A-Za-z0-9_])[A-Za-z][A-Za-z_-]{0,30}(?: (?:at|on|in|by|for|until|from|after|of|to|live)){0,3}["'`*]{0,3}(?: \([^()\n]{1,20}\))?\s{0,3}[:=](?!\/\/)/g;
/** A value that is itself a name with a value, as in `scope: airport=MUC`. */
const PAIR_FIRST = /^\s{0,3}["'`[(]{0,2}[A-Za-z][\w.-]{0,30}=[^\s=]/;
const VALUE_ENDS = /[\n;|<>{}]/;
const STARTS = /[\n,;.!?([{|<>"'`*#•]|(?:^|\n)\s{0,9}[-+]\s|(?:^|\n)\s{0,9}\d{1,3}\)\s/g;
const OWN =
  /^(?:the|this|that|its|a|my|our|memory|memorys|note|entry|record|fact|hint|item|current|overall|default|estimated|only)$/;
const WRAPS =
  /^(?:|meta|metadata|record|memory|memories|entry|entries|note|notes|data|attributes|attrs|properties|props|fields|payload|info|governance|provenance|lifecycle|items|results|facts|value)$/;
const TABLE_ROW =
  /^\s{0,9}\|\s{0,9}([A-Za-z][A-Za-z _-]{0,30}?)\s{0,9}\|\s{0,9}([^|\n]{1,120}?)\s{0,9}\|\s{0,9}$/gm;
/** "(expires 2026-05-02)": at a beginning, up to three words right before a date. */
const DATED =
  /(?:^|[.;!?([|•\n])\s{0,9}(?:[-*]\s)?((?:[A-Za-z]{1,12}\.?\s){1,3})(\d{4}-\d{2}-\d{2}[^\s,;)\]]{0,20}|\d{1,2}\s[A-Za-z]{3,9}\s\d{4}|[A-Za-z]{3,9}\s\d{1,2},\s\d{4})/g;
const TAG = /<([A-Za-z][A-Za-z_-]{0,30})>([^<>\n]{1,120})<\/\1>/g;

/**
 * Reads JSON, front matter, lines, bracketed lists, tables of two columns, tags and their attributes. Linear
 * in the part of the text that is read.
 */
export function readNamedValues(text: string): NamedValue[] {
  const readText = text.slice(0, CHARS_READ);
  const prose = extractProse(readText);
  const pairs = [...readText.matchAll(TABLE_ROW), ...readText.matchAll(TAG), ...prose.matchAll(DATED)].map(
    ([, name = "", value = ""]) => ({
      name: normaliseName(name),
      value: trimMarks(value),
      led: 0,
    }),
  );
  return [...readJson(readText), ...pairs, ...readLines(prose)].slice(0, VALUES_MAX);
}

/** What a text says in words: of JSON its strings, of any other text all of it. */
export function extractProse(text: string): string {
  if (!/^\s{0,9}[[{]/.test(text) || !/[\]}]\s{0,9}$/.test(text)) return text;
  const strings: string[] = [];
  try {
    JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "string" && value.includes(" ")) strings.push(value);
      return value;
    });
  } catch {
    return text;
  }
  return strings.join("\n");
}

interface OpenValue {
  readonly name: string;
  readonly value: unknown;
  /** Names of the objects around it that hold something other than what their owner says of itself. */
  readonly led: number;
}

function readJson(text: string): NamedValue[] {
  const [from, to] = [text.search(/[[{]/), Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"))];
  if (from < 0 || to < from) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.slice(from, to + 1));
  } catch {
    return [];
  }
  const found: NamedValue[] = [];
  const open: OpenValue[] = [{ name: "", value: parsed, led: 0 }];
  for (let next = open.pop(); next !== undefined && found.length < VALUES_MAX; next = open.pop()) {
    const { name, value, led } = next;
    if (typeof value !== "object" || value === null) {
      if (value !== null && name !== "") found.push({ name, value: String(value), led });
      continue;
    }
    const whole = joinWhole(value);
    if (whole !== null && name !== "") found.push({ name, value: whole, led });
    for (const [key, inner] of Object.entries(value).slice(0, VALUES_MAX))
      open.push(...(Array.isArray(value) ? [{ name, value: inner, led }] : openInner(next, key, inner)));
  }
  return found;
}

/** A field under its own name, and under that of its object and its own: the end of `ttl: { days: 3 }` is `ttldays`. */
function openInner({ name, led }: OpenValue, key: string, value: unknown): OpenValue[] {
  const ownName = normaliseName(key);
  if (WRAPS.test(name)) return [{ name: ownName, value, led }];
  const joinedValues = typeof value === "object" ? [] : [{ name: `${name}${ownName}`, value, led }];
  return [...joinedValues, { name: ownName, value, led: led + 1 }];
}

/** An object or a list that states one value: `{ type, id }`, `{ value, unit }`, `["users", "ada"]`. */
function joinWhole(value: object): string | null {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.length === 2 && list.every((part) => typeof part === "string") ? list.join(":") : null;
  }
  const fields = new Map<string, unknown>(
    Object.entries(value).map(([key, inner]) => [normaliseName(key), inner]),
  );
  const pickFirst = (...names: string[]) =>
    names
      .map((name) => fields.get(name))
      .find((field) => typeof field === "string" || typeof field === "number");
  const [kind, name] = [pickFirst("type", "kind", "level"), pickFirst("id", "name", "value", "key")];
  if (kind !== undefined && name !== undefined) return `${kind}:${name}`;
  const [amount, unit] = [pickFirst("value", "amount", "count"), pickFirst("unit", "units")];
  return amount === undefined || unit === undefined ? null : `${amount} ${unit}`;
}

function readLines(text: string): NamedValue[] {
  const names = [...text.matchAll(NAME)].slice(0, VALUES_MAX);
  return names.flatMap((match, i) => {
    const start = match.index + match[0].length;
    const end = Math.min(names[i + 1]?.index ?? text.length, start + VALUE_CHARS_MAX);
    const whole = text.slice(start, start + VALUE_CHARS_MAX).split(VALUE_ENDS)[0] ?? "";
    const value = PAIR_FIRST.test(whole)
      ? trimMarks(whole)
      : trimMarks(text.slice(start, end).split(VALUE_ENDS)[0] ?? "");
    if (value === "") return [];
    const name = normaliseName(match[0].replace(/\([^()]*\)/, ""));
    const lead = match[0].endsWith("=") && !/\s=$/.test(match[0]) ? [] : listWordsBefore(text, match.index);
    if (lead.length === 0 || lead.length > 2) return [{ name, value, led: lead.length }];
    return [
      { name: `${lead.join("")}${name}`, value, led: 0 },
      { name, value, led: lead.length },
    ];
  });
}

const LEAD_CHARS = 60;

function listWordsBefore(text: string, at: number): string[] {
  const before = text.slice(Math.max(0, at - LEAD_CHARS), at);
  const from = [...before.matchAll(STARTS)].at(-1);
  const lead = before.slice(from === undefined ? 0 : from.index + from[0].length);
  const words = lead
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^a-z0-9]/g, ""));
  return words.filter((word) => word !== "" && !OWN.test(word));
}

/** A value without the quotes, brackets and marks around it. */
function trimMarks(value: string): string {
  return value
    .replace(/^[\s"'`*([]{1,6}/, "")
    .replace(/["'`*)\],.]{0,4}\s{0,9}$/, "")
    .trim();
}

export function normaliseName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
