import type { Span } from "./detector";

/** A text that was made of another, and where its parts come from. */
export interface Reading {
  readonly text: string;
  readonly original: (span: Span) => Span;
}

/** How often escapes are decoded. JSON in JSON in a URL needs three times. */
const LEVELS_MAX = 4;

/** Invisible characters that can split a value: zero-width signs, soft hyphens, direction marks, terminal colours. */
const UNSEEN =
  /(?<=[^\n])\u0000(?=[^\n])|\$\{ ?(?:""|''|``)? ?\}|[\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]+|(?:\udb40[\udc00-\uddef])+|\*\*|<wbr ?\/?>|&(?:shy|ZeroWidthSpace|zwn?j);|<\/?(?:span|b|i|em|strong|mark|code|u)(?: (?:class|style)=\\?"[^"<>\\]{0,80}\\?")?>|(?:\u001b|\^\[)\[[0-9;:?]{0,30}[A-Za-z]|\u001b\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)/;
const DRESSED = /[\u2070-\u209f\u2100-\u214f\u2460-\u24ff\uff01-\uff5e]|\ud835[\udc00-\udfff]/;
const CHANGED = new RegExp(`${UNSEEN.source}|${DRESSED.source}`, "g");
/** Ways to write a character by its number, and by how many digits of which base. */
const CODES: readonly (readonly [string, number])[] = [
  ["\\\\{1,8}U0000([0-9a-f]{4})", 16],
  ["\\\\{1,8}u([0-9a-f]{4})", 16],
  ["\\\\{1,8}u\\{([0-9a-f]{1,6})\\}", 16],
  ["\\\\{1,8}x([0-9a-f]{2})", 16],
  ["\\\\{1,8}([0-3][0-7]{2})", 8],
  ["&#(\\d{2,7});", 10],
  ["&#x([0-9a-f]{2,6});", 16],
  ["=(3D|40|5F|2E)", 16],
];
const PERCENT =
  "%[c-d][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}|%[0-9a-f]{2}";
const ENTITIES = new Map(
  "amp& lt< gt> quot\" apos' commat@ colon: sol/ period. equals= lowbar_ plus+ num# hyphen- dash-"
    .split(" ")
    .map((entity): [string, string] => [entity.slice(0, -1), entity.slice(-1)]),
);
const SHORT = new Map(Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", e: "\u001b" }));
const ESCAPED = new RegExp(
  `${CODES.map(([code]) => code).join("|")}|(${PERCENT})|&(${[...ENTITIES.keys()].join("|")});|(=\\r?\\n)|\\\\{1,8}([nrtbf"'/\`_*+!~#-]|e(?=\\[))`,
  "gi",
);
/**
 * A line break with the marks of editors, quotes, comments and tables around it; or the join of two quoted
 * pieces.
 */
const BROKEN =
  /[ \t]{0,4}[│|]?\\?(?:\r?\n|\r)[ \t]{0,40}(?:(?:[>#│|*+;%]|\/\/|--)[ \t]{0,4}|\d{1,6}(?:\t|→|: ?|\| ?))?|["'`][ \t]{0,4}[+.&]?[ \t]{0,4}(?:\r?\n[ \t]{0,40})?(?:[+.&][ \t]{0,4})?["'`]/g;

/** A text as it stands. */
export function readAsWritten(text: string): Reading {
  return { text, original: (span) => span };
}

/**
 * The ways to read a text: with plain letters and without invisible characters, then with escapes decoded, again and
 * again until nothing changes.
 */
export function listMaskedReadings(text: string): Reading[] {
  let current = rewriteReading(readAsWritten(text), CHANGED, showPlain) ?? readAsWritten(text);
  const readings = [current];
  for (let level = 1; level <= LEVELS_MAX; level++) {
    const next = rewriteReading(current, ESCAPED, unescape);
    if (next === null) break;
    current = rewriteReading(next, CHANGED, showPlain) ?? next;
    readings.push(current);
  }
  return readings;
}

/** The reading with its lines joined, for values that line breaks split; `null` when it has one line. */
export function joinLines(reading: Reading): Reading | null {
  return rewriteReading(reading, BROKEN, () => "");
}

/** A character that a change wrote comes from all that it changed. */
function rewriteReading(
  reading: Reading,
  pattern: RegExp,
  change: (match: RegExpExecArray) => string,
): Reading | null {
  const { text } = reading;
  const [pieces, from, to]: [string[], number[], number[]] = [[], [], []];
  let end = 0;
  const keep = (until: number) => {
    pieces.push(text.slice(end, until));
    for (; end < until; end++) to.push(from.push(end) && end + 1);
  };
  for (const match of text.matchAll(pattern)) {
    const changed = change(match);
    if (changed === match[0]) continue;
    keep(match.index);
    end = match.index + match[0].length;
    pieces.push(changed);
    for (let i = 0; i < changed.length; i++) to.push(from.push(match.index) && end);
  }
  if (pieces.length === 0) return null;
  keep(text.length);
  return {
    text: pieces.join(""),
    original: (span) => reading.original({ start: from[span.start] ?? 0, end: to[span.end - 1] ?? 0 }),
  };
}

function showPlain([text]: RegExpExecArray): string {
  if (!DRESSED.test(text)) return "";
  const letter = text.normalize("NFKC");
  return /^[\x20-\x7e]$/.test(letter) ? letter : text;
}

function unescape([whole, ...groups]: RegExpExecArray): string {
  for (const [i, [, base]] of CODES.entries()) {
    const code = Number.parseInt(groups[i] ?? "", base);
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  }
  const [percent, entity, fold, short] = groups.slice(CODES.length);
  if (percent !== undefined) return decodePercent(percent);
  if (entity !== undefined) return ENTITIES.get(entity.toLowerCase()) ?? whole;
  if (fold !== undefined) return "";
  return short === undefined ? whole : (SHORT.get(short) ?? short);
}

/** Decodes percent escapes as UTF-8; when they are not UTF-8, each byte becomes a character. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return Buffer.from(text.replaceAll("%", ""), "hex").toString("latin1");
  }
}
