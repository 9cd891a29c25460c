/**
 * A value that a text states under a name, such as `confidence: 0.4`. The name is lower case without separators between
 * words.
 */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

const CHARS_READ = 20_000;
const VALUES_MAX = 200;
const VALUE_CHARS_MAX = 120;
const NAME =
  /(?<![A-Za-z0-9_])[A-Za-z][A-Za-z_-]{0,30}(?: (?:at|on|in|by|for|until|from|after|of|to|live)){0,3}["'`*]{0,3}\s{0,3}[:=](?!\/\/)/g;
const VALUE_ENDS = /[\n;|<>{}]/;
const PROSE =
  /\b(expires|expired|expiring|valid|good|keep|kept|forget|lasts) (on|at|in|after|until|till|through|for)(?![A-Za-z:=])[ :]{1,3}([^\n;|<>{}]{1,60})/gi;

/**
 * The names and values that a text holds: JSON, front matter, lines, bracketed lists, tag attributes, and common
 * sentences about time ("valid until 3 May 2026"). Linear in the part of the text that is read.
 */
export function namedValues(text: string): NamedValue[] {
  const read = text.slice(0, CHARS_READ);
  return [...ofJson(read), ...ofLines(read), ...ofProse(read)].slice(0, VALUES_MAX);
}

function ofJson(text: string): NamedValue[] {
  const [from, to] = [text.search(/[[{]/), Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"))];
  if (from < 0 || to < from) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.slice(from, to + 1));
  } catch {
    return [];
  }
  const found: NamedValue[] = [];
  const open: { name: string; value: unknown }[] = [{ name: "", value: parsed }];
  for (let next = open.pop(); next !== undefined && found.length < VALUES_MAX; next = open.pop()) {
    const { name, value } = next;
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value).slice(0, VALUES_MAX))
        open.push({ name: Array.isArray(value) ? name : plainName(key), value: inner });
    else if (value !== null && name !== "") found.push({ name, value: String(value) });
  }
  return found;
}

function ofLines(text: string): NamedValue[] {
  const names = [...text.matchAll(NAME)].slice(0, VALUES_MAX);
  return names.flatMap((match, i) => {
    const start = match.index + match[0].length;
    const end = Math.min(names[i + 1]?.index ?? text.length, start + VALUE_CHARS_MAX);
    const value = trimmed(text.slice(start, end).split(VALUE_ENDS)[0] ?? "");
    return value === "" ? [] : [{ name: plainName(match[0]), value }];
  });
}

function ofProse(text: string): NamedValue[] {
  return [...text.matchAll(PROSE)].slice(0, VALUES_MAX).map(([, verb = "", word = "", value = ""]) => ({
    name: plainName(`${verb === "expired" || verb === "expiring" ? "expires" : verb} ${word}`),
    value: trimmed(value),
  }));
}

function trimmed(value: string): string {
  return value
    .replace(/^[\s"'`*([]{1,6}/, "")
    .replace(/["'`*)\],.]{0,4}\s{0,9}$/, "")
    .trim();
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
