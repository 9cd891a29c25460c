import { isRecord } from "@/lib/core/is-record";
import {
  describeCells,
  describeCode,
  describeDiff,
  describeFields,
  describeHeaders,
  describeInstructions,
  describeLog,
  describeNamedBlock,
  describeProse,
  describeSchedule,
  describeStack,
  describeStatements,
  describeVerdicts,
  describeFigures,
} from "./describe-lines";
import { listFirstNames } from "./first-names";

/** What is seen of a text is seen at its beginning. */
const LOOKED_AT_CHARS = 20_000;

/** What can be seen of text that is no JSON document: its form, and names that stand in it as names. What it holds is not said. */
export function describeText(head: string): string {
  const text = head.trimStart();
  // A document that was written as text into a document: "{\n  \"agents\": …
  if (/^"[\s\\nrt]*[{[]/.test(text)) return "a JSON text that holds another document";
  if (LIKE_JSON.test(text))
    return "text that looks like JSON and is none; where a program printed it, let it write JSON (in Python, with json.dumps)";
  const start = text.slice(0, LOOKED_AT_CHARS);
  for (const describe of FORMS) {
    const form = describe(start, head);
    if (form !== null) return form;
  }
  return "text without a line of JSON";
}

/** The beginning of a value as Python or JavaScript print it: `[{'role': None`, `{role: "user"`. */
const LIKE_JSON = /^[[{][\s[{]*(?:'|[a-z_$][\w$]*\s*:)/i;

/** Each says nothing of what is not in its form. */
const FORMS: readonly ((text: string, head: string) => string | null)[] = [
  (text) => {
    const kind = readValueKind(text);
    return kind === null ? null : `${kind} and nothing else, so it holds no records`;
  },
  (text) => {
    const lines = text.split("\n", LINES_TRIED);
    return lines.length > 2 && lines.slice(0, -1).every((line) => readValueKind(line) !== null)
      ? "lines of JSON that are no records, but single values"
      : null;
  },
  (text) => {
    const lines = text.split("\n", LINES_TRIED).slice(0, -1);
    return lines.length > 1 && lines.every((line) => Array.isArray(readJson(line)))
      ? "lines of JSON that are no records, but lists"
      : null;
  },
  (text) =>
    COMMENT.test(text) && BEGINS_A_DOCUMENT.test(text.slice(0, COMMENT_CHARS).replaceAll(COMMENTS, "$1"))
      ? "JSON with comments, which JSON cannot have; remove them first"
      : null,
  (text) => {
    const [tag] = /^<[!?]?[a-z][\w:-]*(?: html)?/i.exec(text.replace(PROLOG, "")) ?? [];
    return tag === undefined ? null : `a page or a document that begins with ${tag}>`;
  },
  (text) => {
    const columns = columnsIn(text);
    return columns === null ? null : `a table with ${listFirstNames("the columns", columns)}`;
  },
  (text) => (isEncoded(text) ? "JSON in base64; decode it first" : null),
  (text) =>
    text.length <= POINTER_CHARS && HASH.test(text) && SIZE.test(text)
      ? "a pointer, which names a file by its hash and size and does not hold it; fetch that file (one of Git LFS with `git lfs pull`)"
      : null,
  describeDiff,
  describeStatements,
  (_, head) => {
    const found = findJsonLines(head);
    if (found === null) return null;
    const { count, line, behind } = found;
    const before = behind > 0 ? ` behind ${behind} other characters` : "";
    return `text in which ${count === 1 ? "one line holds" : `${count} lines hold`} JSON, the first is line ${line}${before}`;
  },
  (text) =>
    (text.match(STEERS_TERMINAL)?.length ?? 0) >= STEERS_MIN
      ? "what a terminal showed, with its colours and moves; the calls are not in it, but in files that the program keeps of its own"
      : null,
  describeNamedBlock,
  describeHeaders,
  describeSchedule,
  describeVerdicts,
  describeFigures,
  (text) => {
    const [sign] = SIGN.exec(text) ?? [];
    return sign === undefined ? null : `text that begins with "${sign}"`;
  },
  (text) => {
    const names = outermostNames(text);
    return names === null ? null : `text like YAML with ${listFirstNames("the names", names)}`;
  },
  (text) => {
    const names = settingNames(text);
    return names === null ? null : `text of settings with ${listFirstNames("the names", names)}`;
  },
  (text) => ((text.match(HEADING)?.length ?? 0) > 1 ? "text in Markdown" : null),
  describeStack,
  describeLog,
  describeInstructions,
  describeFields,
  describeCode,
  describeProse,
  describeCells,
];

const LINES_TRIED = 20;
/** What stands before the first tag of a document of XML. */
const PROLOG = /^<\?xml[^>]{0,200}\?>\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*/i;

function readValueKind(text: string): string | null {
  if (!/^(?:["\d-]|null|true|false)/.test(text)) return null;
  const value = readJson(text);
  if (value === undefined) return null;
  if (value === null) return "the word null";
  return typeof value === "string" ? "one string of JSON" : `one ${typeof value}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const COMMENT = /^[\s[{]*\/[/*]/;
const COMMENTS = /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|(^|\s)\/\/[^\n]*/g;
const COMMENT_CHARS = 2_000;
const BEGINS_A_DOCUMENT = /^\s*[[{]\s*(?:["\]}[{]|-?\d)/;

const SEPARATORS = [",", "\t", ";"];
const PLAIN_NAME = /^[\w.-]{1,40}$/;
/** The name of a column as spreadsheets and exports write it: `Start Time`, `Cost (USD)`. */
const NAME = /^[\p{L}_][\p{L}\p{N}\p{Sc}_ .()#/%-]{0,39}$/u;
const ROWS_COMPARED = 3;

/** The columns of a table as text, by its first row. Names of several words need rows with just as many cells. */
function columnsIn(text: string): string[] | null {
  for (const separator of SEPARATORS) {
    const [names = [], second, third] = readRows(text, separator);
    if (names.length < 3 || second === undefined || new Set(names).size < names.length) continue;
    if (names.every((name) => PLAIN_NAME.test(name)) && second.length >= names.length) return names;
    const isEven = second.length === names.length && (third?.length ?? names.length) === names.length;
    if (isEven && names.every((name) => NAME.test(name) && name.trim() === name)) return names;
  }
  return null;
}

/** The first rows; a cell in quotes can hold separators and line ends. The last can be cut off. */
function readRows(text: string, separator: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, "y");
  const rows: string[][] = [[]];
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    rows.at(-1)?.push(found[1] ?? found[2] ?? "");
    if (found[3] === separator) continue;
    if (rows.length === ROWS_COMPARED || cell.lastIndex >= text.length) break;
    rows.push([]);
  }
  return rows;
}

const ENCODED = /^[A-Za-z0-9+/\r\n]{60,}={0,2}$/;

function isEncoded(text: string): boolean {
  return (
    ENCODED.test(text.trimEnd()) && BEGINS_A_DOCUMENT.test(Buffer.from(text, "base64").toString("latin1"))
  );
}

const POINTER_CHARS = 1_000;
const HASH = /(?:^|[^0-9a-z])[0-9a-f]{32,128}(?![0-9a-z])/i;
const SIZE = /\bsize\b\W{1,4}\d|-s\d+-/i;

const STEERS_TERMINAL = /\u001b\[[\d;?]*[A-Za-z]/g;
const STEERS_MIN = 3;

const NESTED = /^[\w.-]{1,40}:[ \t]*\r?\n(?:[ \t]+|- )\S/m;
const OUTERMOST = /^([\w.-]{1,40}):(?:\s|$)/gm;

/** Of text that begins with a name, and has names with something below them. */
function outermostNames(text: string): string[] | null {
  if (!/^(?:#[^\n]*\n|(?:---)?[ \t\r]*\n)*[\w.-]{1,40}:\s/.test(text) || !NESTED.test(text)) return null;
  const names = [...new Set([...text.matchAll(OUTERMOST)].map(([, name = ""]) => name))];
  return names.length > 1 ? names : null;
}

const SETTING = /^(?:export )?([\w.-]{1,40}) ?= ?\S/;
const NO_SETTING = /^(?:[#;].*|\[[^\]{}"]{1,80}\]|)$/;

/** Of text in which each line is a setting, a section or a comment. */
function settingNames(text: string): string[] | null {
  const lines = text.split(/\r?\n/).filter((line) => !NO_SETTING.test(line));
  const names = lines.flatMap((line) => SETTING.exec(line)?.[1] ?? []);
  return names.length > 0 && names.length === lines.length ? [...new Set(names)] : null;
}

/**
 * A mark and a name, with which many formats begin: `%PDF-1.7`, `#!/bin/sh`, `{\rtf1`; or a line of its own with a name in
 * capitals: `WEBVTT`, `#EXTM3U`, `TAP version 14`.
 */
const SIGN =
  /^(?:(?:%!?|#!|\{\\)[\w/.-]{1,24}|(?:#[A-Z][A-Z\d]{2,11}|[A-Z]{3,12})(?: version \d{1,3})?(?=\r?\n))/;
const HEADING = /^(?:#{1,6} .+\r?\n\s*\n|```)/gm;

export interface JsonLines {
  /** These records alone, one a line. */
  readonly text: string;
  readonly count: number;
  /** The line of the first, and how many characters stand before it there. */
  readonly line: number;
  readonly behind: number;
}

/** Records that stand in lines of text behind something else, as a log, a stream or a printed answer has them. */
export function findJsonLines(head: string): JsonLines | null {
  const found = head
    .slice(0, LOOKED_AT_CHARS)
    .split("\n")
    .flatMap((whole, i) => {
      const behind = whole.indexOf("{");
      const record = behind < 0 ? "" : whole.slice(behind);
      return isRecordText(record) ? [{ record, line: i + 1, behind }] : [];
    });
  const [first] = found;
  if (first === undefined) return null;
  const text = found.map(({ record }) => `${record}\n`).join("");
  return { text, count: found.length, line: first.line, behind: first.behind };
}

function isRecordText(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return isRecord(value) && Object.keys(value).length > 0;
  } catch {
    return false;
  }
}
