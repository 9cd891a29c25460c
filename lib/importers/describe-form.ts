import { isRecord } from "@/lib/core/is-record";
import type { Sniff } from "./reading/sniff";
import { describeShape } from "./reading/sniff";

const NAMES_SHOWN = 8;
const PLAIN_KEY = /^[\w.-]{1,40}$/;

/** What can be seen of a file that no reader knows: its form, and the names of its keys, columns or tables. */
export function describeForm(sniff: Sniff): string {
  const tables = tablesIn(sniff.records);
  if (tables !== null) return `a database with ${listNames("the tables", tables)}`;
  if (sniff.shape === "text" || !BEGINS_AS_JSON.test(sniff.head)) return describeText(sniff.head);
  const keys = listKeys(sniff);
  const form = `${describeShape(sniff.shape)}${sniff.isBroken ? CUT : ""}`;
  return `${keys.length === 0 ? form : `${form}${sniff.isBroken ? "," : ""} with ${listNames("the keys", keys)}`}${isQuestionsOnly(sniff) ? QUESTIONS : ""}`;
}

const CUT = " that is cut off or broken, so that most of it may be missing";
const QUESTIONS =
  "; its records name sessions, and none of them holds an answer: import the files of these sessions";

/** What a file that holds no text begins with, where that can be read: many formats write their name there. */
export function describeBinary({ head }: Pick<Sniff, "head">): string {
  const [, sign] = /^[^\x21-\x7e]?([\x21-\x7e][\x20-\x7e]{2,})/.exec(head.slice(0, SIGN_CHARS)) ?? [];
  const begins = sign === undefined ? "" : ` and begins with "${sign.trim()}"`;
  return `the file is binary${begins}; what is read is text, and zip, gzip and SQLite that hold it. Unpack anything else first`;
}

const SIGN_CHARS = 16;

function listNames(what: string, names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
  return `${what} ${names.slice(0, NAMES_SHOWN).join(", ")}${more}`;
}

/** A database of SQLite is read as lines: its tables, then their rows, each with the name of its table. */
function tablesIn([first, ...rows]: Sniff["records"]): string[] | null {
  if (!isRecord(first?.tables) || rows.some(({ table }) => typeof table !== "string")) return null;
  return Object.keys(first.tables);
}

/** Of a long document only its outermost keys are known. */
function listKeys({ shape, records, paths }: Sniff): string[] {
  const read = records.flatMap((record) => Object.keys(record));
  const outermost = [...paths].filter((path) => !/[.[]/.test(path));
  const keys = read.length > 0 || shape !== "object" ? read : outermost;
  return [...new Set(keys)].filter((key) => PLAIN_KEY.test(key));
}

function describeText(head: string): string {
  const text = head.trimStart();
  // A document that was written as text into a document: "{\n  \"agents\": …
  if (/^"[\s\\nrt]*[{[]/.test(text)) return "a JSON text that holds another document";
  if (LIKE_JSON.test(text))
    return "text that looks like JSON and is none; where a program printed it, let it write JSON (in Python, with json.dumps)";
  const [tag] = /^<[!?]?[a-z][\w:-]*(?: html)?/i.exec(text) ?? [];
  if (tag !== undefined) return `a page or a document that begins with ${tag}>`;
  const columns = columnsIn(text);
  return columns === null ? describeShape("text") : `a table with ${listNames("the columns", columns)}`;
}

const SEPARATORS = [",", "\t", ";"];

/** The columns of a table as text, by its first line. */
function columnsIn(text: string): string[] | null {
  const [line = "", second = ""] = text.slice(0, LINES_CHARS).split(/\r?\n/);
  for (const separator of SEPARATORS) {
    const cells = line.split(separator).map((cell) => cell.replace(/^"(.*)"$/, "$1"));
    const isTable = cells.length > 2 && cells.every((cell) => PLAIN_KEY.test(cell));
    if (isTable && second.split(separator).length >= cells.length) return cells;
  }
  return null;
}

const LINES_CHARS = 20_000;

/** Brackets, and behind them what a value of JSON begins with: `[2026-01-05] started` is a line of a log, `{\rtf1` a document. */
const BEGINS_AS_JSON = /^[\s[{]*(?:["\]}]|-?\d[\d.eE+-]*\s*[,\]]|(?:true|false|null)\b|$)/;
/** As Python or JavaScript print a value: `[{'role': None`, `{role: "user"`. */
const LIKE_JSON = /^[[{][\s[{]*(?:'|[a-z_$][\w$]*\s*:)/i;

const SESSION_KEY = /^session_?id$/i;
const ANSWER = /"(?:assistant|model|ai|tool|agent)"|"(?:response|completion|choices|output|answer)"\s*:/i;

/** What many programs keep beside their sessions: what their user typed, with the session that it was typed in. */
function isQuestionsOnly({ shape, records, head }: Sniff): boolean {
  if (shape !== "lines" && shape !== "array") return false;
  const named = records.filter((record) => Object.keys(record).some((key) => SESSION_KEY.test(key)));
  return records.length > 1 && named.length === records.length && !ANSWER.test(head);
}
