import type { Span } from "./detector";

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
const ESCAPE =
  /\\{1,8}0{2,4}([2-7][0-9a-f])(?![0-9a-f])|\\{1,8}U(?=0000)(?:0000)([0-9a-f]{4})|\\{1,8}u([0-9a-f]{4})|\\{1,8}u\{([0-9a-f]{1,6})\}|\\{1,8}x([0-9a-f]{2})|(%[c-d][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-4](?:%[89ab][0-9a-f]){3}|%[0-9a-f]{2})|&#(\d{2,7});|&#x([0-9a-f]{2,6});|&(amp|lt|gt|quot|apos|commat|colon|sol|period|equals|lowbar|nbsp|plus|num|Tab|NewLine|hyphen|dash);|\\{1,8}([0-3][0-7]{2})|=([0-9A-F]{2}|\r?\n)|\\{1,8}([nrtbf"'/`_*+!~#-]|e(?=\[))/;
const JOINED =
  /\[\s{0,8}(?:(?:"[^"\n]{0,80}"|'[^'\n]{0,80}')\s{0,8}(?:,\s{0,8})?){2,400}\]\s{0,4}\.join\(\s{0,2}(?:""|'')\s{0,2}\)|(?:""|'')\.join\(\s{0,4}[[(]\s{0,8}(?:(?:"[^"\n]{0,80}"|'[^'\n]{0,80}')\s{0,8}(?:,\s{0,8})?){2,400}[\])]|(?<!\S)(?:[\w@.:/=+-] ){11,400}[\w@.:/=+-](?!\S)/;
const CHANGED = new RegExp(`${UNSEEN.source}|${DRESSED.source}|${JOINED.source}`, "g");
const ESCAPED = new RegExp(ESCAPE.source, "gi");
/**
 * A line break with the marks of editors, quotes, comments and tables around it; or the join of two quoted
 * pieces.
 */
const BROKEN =
  /[ \t]{0,4}[│|]?\\?(?:\r?\n|\r)[ \t]{0,40}(?:(?:[>#│|*+;%]|\/\/|--)[ \t]{0,4}|\d{1,6}(?:\t|→|: ?|\| ?))?|["'`][ \t]{0,4}[+.&]?[ \t]{0,4}(?:\r?\n[ \t]{0,40})?(?:[+.&][ \t]{0,4})?["'`]/g;

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  commat: "@",
  colon: ":",
  sol: "/",
  period: ".",
  equals: "=",
  lowbar: "_",
  nbsp: " ",
  plus: "+",
  num: "#",
  tab: "\t",
  newline: "\n",
  hyphen: "-",
  dash: "-",
};
const SHORT: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", e: "\u001b" };

/**
 * The ways to read a text: with plain letters and without invisible characters, then with escapes decoded, again and
 * again until nothing changes.
 */
export function readingsOf(text: string): Reading[] {
  let current = rewritten({ text, original: (span) => span }, CHANGED, plain) ?? {
    text,
    original: (span: Span) => span,
  };
  const readings = [current];
  for (let level = 1; level <= LEVELS_MAX; level++) {
    const next = rewritten(current, ESCAPED, unescaped);
    if (next === null) break;
    current = rewritten(next, CHANGED, plain) ?? next;
    readings.push(current);
  }
  return readings;
}

/** The reading with its lines joined, for values that line breaks split; `null` when it has one line. */
export function joinedLines(reading: Reading): Reading | null {
  return rewritten(reading, BROKEN, () => "");
}

const LINE_MARK =
  /(?:^|(?<=\n))(?:[+>#;│|*-]{1,2} ?|[ \t]{0,8}(?:\/\/|\*|#|--) ?|[ \t]{0,8}\d{1,6}(?:\t|→|: ?|\| ?|  )|[\w./@-]{1,160}[:-]\d{1,6}[:-])/g;

/** `null` when no line has a mark. */
export function withoutLineMarks(reading: Reading): Reading | null {
  return rewritten(reading, LINE_MARK, () => "");
}

function rewritten(
  reading: Reading,
  pattern: RegExp,
  change: (match: RegExpExecArray) => string,
): Reading | null {
  const { text } = reading;
  const pieces: string[] = [];
  const cuts: Cut[] = [];
  let [end, at] = [0, 0];
  for (const match of text.matchAll(pattern)) {
    const to = change(match);
    if (to === match[0]) continue;
    pieces.push(text.slice(end, match.index), to);
    at += match.index - end + to.length;
    end = match.index + match[0].length;
    cuts.push({ at: at - to.length, size: to.length, from: match.index, through: end });
  }
  if (cuts.length === 0) return null;
  pieces.push(text.slice(end));
  const changed = pieces.join("");
  const find = placeFinder(cuts);
  return {
    text: changed,
    original: ({ start, end: until }) =>
      reading.original({ start: find(start, false), end: find(until, true) }),
  };
}

interface Cut {
  readonly at: number;
  readonly size: number;
  readonly from: number;
  readonly through: number;
}

/**
 * Maps places of a changed text to the earlier text. A span that starts or ends inside a change includes the whole
 * change.
 */
function placeFinder(cuts: readonly Cut[]) {
  return (place: number, isEnd: boolean): number => {
    let [low, high] = [0, cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const at = cuts[middle]?.at ?? Infinity;
      if (isEnd ? at < place : at <= place) low = middle + 1;
      else high = middle;
    }
    const cut = cuts[low - 1];
    if (cut === undefined) return place;
    if (place >= cut.at + cut.size) return cut.through + (place - cut.at - cut.size);
    return isEnd ? cut.through : cut.from;
  };
}

function plain(match: RegExpExecArray): string {
  const [text] = match;
  if (/\.join\(/.test(text)) return unquoted(text);
  if (/^(?:\S ){11,}\S$/.test(text)) return /[a-z].*[a-z].*[a-z]/i.test(text) ? text.replace(/ /g, "") : text;
  if (!DRESSED.test(text)) return "";
  const letter = text.normalize("NFKC");
  return /^[\x20-\x7e]$/.test(letter) ? letter : text;
}

function unquoted(text: string): string {
  return (text.match(/"[^"\n]*"|'[^'\n]*'/g) ?? []).map((piece) => piece.slice(1, -1)).join("");
}

function unescaped(match: RegExpExecArray): string {
  const [whole, css, long, unicode, braced, byte, percent, decimal, hex, name, octal, printable, short] =
    match;
  if (css !== undefined) return fromCode(Number.parseInt(css, 16), whole);
  if (percent !== undefined) return fromPercent(percent);
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
  if (short !== undefined) return SHORT[short] ?? short;
  if (octal !== undefined) return fromCode(Number.parseInt(octal, 8), whole);
  if (printable !== undefined)
    return /\n/.test(printable) ? "" : fromCode(Number.parseInt(printable, 16), whole);
  const code =
    decimal === undefined
      ? Number.parseInt(long ?? unicode ?? braced ?? byte ?? hex ?? "", 16)
      : Number(decimal);
  return fromCode(code, whole);
}

function fromCode(code: number, whole: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** Decodes percent escapes as UTF-8; when they are not UTF-8, each byte becomes a character. */
function fromPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
      String.fromCharCode(Number.parseInt(byte, 16)),
    );
  }
}
