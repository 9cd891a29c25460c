const TELLING = [
  /^(?:file_?path|paths?|notebook_?path|files?|file_?name|target_?file|absolute_?path)$/i,
  /^(?:command|cmd|script|code)$/i,
  /^(?:query|q|pattern|regex|search|search_?term|url|uri|glob)$/i,
  /^(?:description|title|subject|name|label|goal|summary)$/i,
  /^(?:task|prompt|instructions?|message|question)$/i,
];

const READ_CHARS = 4_000;

/**
 * The part of a call's arguments that says what it is about: the path, the command, the query or the call's own
 * description; else all values without punctuation. Arguments may be cut off, so they are not parsed.
 * @param text arguments as JSON or as tags; any other text is returned unchanged
 */
export function findMainArgument(text: string): string {
  const start = text.slice(0, READ_CHARS).trimStart();
  if (start.startsWith("<")) return findVariant(listTags(start)) ?? text;
  if (!text.startsWith("{")) return text;
  const pairs = listPairs(start);
  return findVariant(pairs) ?? (pairs.length === 0 ? text : pairs.map(({ value }) => value).join(" "));
}

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The folder that an agent works in says nothing about a call. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(["", ".", "./"]);

function findVariant(pairs: readonly Pair[]): string | null {
  for (const keys of TELLING) {
    const found = pairs.find(({ key, value }) => keys.test(key) && !SAYS_NOTHING.has(value));
    if (found !== undefined) return found.value;
  }
  return null;
}

const LEAF = /<([A-Za-z][\w-]*)>(?!\s*<[A-Za-z])/g;

/** The innermost elements of arguments as some harnesses write them: `<path>src/app.ts</path>`. One may hold JSON. */
function listTags(text: string): Pair[] {
  return [...text.matchAll(LEAF)].flatMap(({ 0: tag, 1: key = "", index }) => {
    const from = index + tag.length;
    const end = text.indexOf(`</${key}>`, from);
    const value = text.slice(from, end < 0 ? undefined : end).trim();
    return value.startsWith("{") ? listPairs(value) : [{ key, value }];
  });
}

const PAIR = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"?|(\[[^\]]*\]?)|([^,}\]]+))/g;

function listPairs(text: string): Pair[] {
  return [...text.matchAll(PAIR)].map(([, key = "", quoted, list, bare]) => ({
    key,
    value:
      quoted !== undefined
        ? unescapeText(quoted)
        : list !== undefined
          ? joinCommand(list)
          : (bare ?? "").trim(),
  }));
}

function joinCommand(list: string): string {
  const words = [...list.matchAll(/"((?:[^"\\]|\\.)*)"?/g)].map(([, word]) => unescapeText(word ?? ""));
  const shell = words.findIndex((word) => /^-\w*c$/.test(word));
  return words.slice(shell + 1).join(" ");
}

function unescapeText(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_, code: string | undefined, sign: string | undefined) =>
      code !== undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (WHITE[sign ?? ""] ?? sign ?? ""),
  );
}

const WHITE: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: " ", b: "", f: "" };
