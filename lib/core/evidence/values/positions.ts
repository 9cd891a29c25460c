/** So many characters on either side of a number say what kind of number it is. */
const AROUND = 24;
/** Matches only from the start of a name: a search from each of its characters would not be linear. */
const FILE = /(?<![\w-])([\w-]+\.[A-Za-z]\w{0,7})(?![\w/])/;

const PLACE_KEY =
  /(?:^|[_\s])(?:offset|limit|lines?|line_?no|line_?number|lineno|start|end|from_line|to_line|count|num|index|idx|pos|position|page|per_page|page_size|size|length|max(?:_\w+)?|min(?:_\w+)?|top_k|k|n|timeout(?:_\w+)?|depth|head|tail|context|view_range|range|columns?|col|skip|take|seconds|ms|total_\w+|num_\w+|\w+_count|insert_line)$/i;

const PREFIX = /(?:^|\n)[ \t]*$/;
const LINE_BEFORE = /(?:^|\n)[ \t]*(?:(?:line|ln|l)[ \t]{1,3})?$/i;
const AFTER_PREFIX = /^[ \t]*[\t|:→│]/;
const NAMED_BEFORE =
  /(?:\b(?:lines?|ln|rows?|columns?|col|index|position|offset|limit|page|step|item|entry|byte|char|head|tail|of|first|last|goto)\b|(?:^|\s)-n|--lines|--max-count|\bL|\bsed -n|[\w-]\.[A-Za-z]\w{0,7}["']?\s)["']?[\s:=,'"([#+-]*$/i;
const NAMED_AFTER =
  /^\+?[ -]?(?:lines?|rows?|match(?:es)?|results?|files?|items?|entries|tests?|tokens?|bytes?|chars?|characters|words|ms|secs?|seconds?|minutes?|more|times|hits|columns?|commits?|occurrences|passed|failed|warnings?|errors?|[kmg]?b)\b/i;
const RANGE = /^\s*[,-]\s*\d+\s*p?\b/;
const RANGE_BEFORE = /\b\d+\s*[,-]\s*$/;

const KEY_CHARS_MAX = 80;

/** Whether a field of this name holds a position, a limit or a count: such numbers are equal by chance, and prove no use. */
export function isPlaceKey(key: string): boolean {
  return key.length <= KEY_CHARS_MAX && PLACE_KEY.test(key.replace(/([a-z])([A-Z])/g, "$1_$2"));
}

/** Whether the words around a number make it a position or a count: `line 42`, `12: import`, `3-9`, `40 rows`. */
export function isPlaceNumber(text: string, at: number, chars: number): boolean {
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(at + chars, at + chars + AROUND);
  if (PREFIX.test(before) && AFTER_PREFIX.test(after)) return true;
  const key = /["']?([A-Za-z_]\w*)["']?\s*[:=]\s*\[?\s*$/.exec(before)?.[1];
  if (key !== undefined && isPlaceKey(key)) return true;
  return (
    NAMED_BEFORE.test(before) || NAMED_AFTER.test(after) || RANGE.test(after) || RANGE_BEFORE.test(before)
  );
}

const COUNTED =
  /^\+?[ -]?(?:rows?|match(?:es)?|results?|files?|items?|entries|tests?|tokens?|bytes?|chars?|characters|words|ms|secs?|seconds?|minutes?|more|times|hits|commits?|occurrences|passed|failed|warnings?|errors?|lines|[kmg]?b)\b/i;

/** Whether a number is followed by what it counts: `12 files`. */
export function isCount(text: string, end: number): boolean {
  return COUNTED.test(text.slice(end, end + AROUND));
}

/** Whether a number stands at the beginning of its line, where tools number the lines of a file. */
export function isOfLine(text: string, at: number): boolean {
  return at === 0 || LINE_BEFORE.test(text.slice(Math.max(0, at - AROUND), at));
}

/** The last part of the first path in a text; `null` for none. Line numbers in the text belong to it. */
export function findFile(text: string): string | null {
  return FILE.exec(text.slice(0, FILE_READ))?.[1] ?? null;
}

const FILE_READ = 2_000;
