const CHARS_READ = 200_000;
const ENTRIES_MAX = 500;
const LISTS = /^(?:memories|memory|results|items|entries|facts|data|records|notes|hints)$/i;
const TEXTS = /^(?:memory|text|content|fact|value|body|note|statement|summary|hint|data|message)$/i;
const BULLET = /^\s{0,6}(?:[-*•]|\d{1,3}[.)])\s+(?=\S)/;
const OWN_FIELDS = /[[(][^\])\n]{3,200}[\])]|\b[a-z_]{3,30}\s?[:=]\s?\S/i;

/**
 * The memories that a text lists, each as its own text: entries of JSON, JSON lines, `<memory>` elements or bullets of
 * which some say something of themselves. A text that lists none is one memory.
 */
export function splitMemoryEntries(text: string): readonly string[] {
  const readText = text.slice(0, CHARS_READ);
  const entries =
    splitJson(readText) ?? splitJsonLines(readText) ?? splitTags(readText) ?? splitBullets(readText);
  return entries === null || entries.length < 2 ? [text] : entries.slice(0, ENTRIES_MAX);
}

function splitJson(text: string): string[] | null {
  const json = text.trim();
  if (!/^[[{]/.test(json)) return null;
  const parsed = parse(json);
  if (Array.isArray(parsed)) return listTexts(parsed);
  if (typeof parsed !== "object" || parsed === null) return null;
  for (const [name, value] of Object.entries(parsed))
    if (LISTS.test(name) && Array.isArray(value)) return listTexts(value);
  return null;
}

function listTexts(list: readonly unknown[]): string[] | null {
  const isRecord = (item: unknown) =>
    typeof item === "object" && item !== null && Object.keys(item).some((name) => TEXTS.test(name));
  return list.every(isRecord) ? list.map((item) => JSON.stringify(item)) : null;
}

function splitJsonLines(text: string): string[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2 || !lines.every((line) => /^\s{0,9}\{.*\}\s{0,9}$/.test(line))) return null;
  return listTexts(lines.map(parse));
}

function splitTags(text: string): string[] | null {
  const found = [...text.matchAll(/<(memory|fact|entry|note)\b[^>]{0,400}>[^<]{1,4000}<\/\1>/gi)];
  return found.length < 2 ? null : found.map(([element]) => element);
}

function splitBullets(text: string): string[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const bullets = lines.filter((line) => BULLET.test(line));
  if (bullets.length < 2 || bullets.length < lines.length - 1) return null;
  return bullets.some((line) => OWN_FIELDS.test(line))
    ? bullets.map((line) => line.replace(BULLET, ""))
    : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
