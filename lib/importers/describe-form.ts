import { isRecord } from "@/lib/core/is-record";
import type { Sniff } from "./reading/sniff";
import { beginsAsJson, describeShape } from "./reading/sniff";
import { cutDocument, isJson } from "./reading/cut-document";
import { describeText } from "./describe-text";
import { listFirstNames } from "./first-names";

const PLAIN_KEY = /^[\w.-]{1,40}$/;
const NOTHING_IN_IT = /^\s*(?:\{\s*\}|\[\s*\])\s*$/;

/** What can be seen of a file that no reader knows: its form, and the names of its keys, columns or tables. */
export function describeForm(sniff: Sniff): string {
  const tables = tablesIn(sniff.records);
  if (tables?.length === 0) return "a database without tables";
  if (tables !== null) return `a database with ${listFirstNames("the tables", tables)}`;
  if (isText(sniff)) return describeText(sniff.head);
  if (NOTHING_IN_IT.test(sniff.head)) return `${describeShape(sniff.shape)} with nothing in it`;
  if (sniff.shape === "array" && sniff.records.length === 0)
    return "a JSON list without a record that can be read";
  const keys = listKeys(sniff);
  const form = `${describeShape(sniff.shape)}${sniff.isBroken ? describeCut(sniff.head) : describeRest(sniff)}`;
  return `${keys.length === 0 ? form : `${form}${sniff.isBroken ? "," : ""} with ${listFirstNames("the keys", keys)}`}${isQuestionsOnly(sniff) ? QUESTIONS : ""}`;
}

/** Whether a file is plain text. That can also begin with a bracket, as a line of a log can. */
export function isText({ shape, head }: Pick<Sniff, "shape" | "head">): boolean {
  return shape === "text" || !beginsAsJson(head);
}

/** Of a record that is whole: that what follows is none. */
function describeRest({ shape, records, head }: Sniff): string {
  const isWhole = shape !== "object" || records.length !== 1 || isJson(head);
  return isWhole ? "" : ", and behind it nothing that is a whole record,";
}

function describeCut(head: string): string {
  const line = head.slice(0, cutDocument(head)?.chars ?? 0).split("\n").length;
  return ` that is cut off or broken after line ${line}, so that most of it may be missing`;
}

const QUESTIONS =
  "; its records name sessions, and none of them holds an answer: import the files of these sessions";

/** What a file that holds no text begins with, where that can be read: many formats write their name there. */
export function describeBinary({ head }: Pick<Sniff, "head">): string {
  const [, sign] = /^[^\x21-\x7e]?([\x21-\x7e][\x20-\x7e]{2,})/.exec(head.slice(0, SIGN_CHARS)) ?? [];
  const begins = sign === undefined ? "" : ` and begins with "${sign.trim()}"`;
  return `the file is binary${begins}; what is read is text, and zip, gzip and SQLite that hold it. Unpack anything else first`;
}

const SIGN_CHARS = 16;

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

const SESSION_KEY = /^session_?id$/i;
const ANSWER = /"(?:assistant|model|ai|tool|agent)"|"(?:response|completion|choices|output|answer)"\s*:/i;

/** What many programs keep beside their sessions: what their user typed, with the session that it was typed in. */
function isQuestionsOnly({ shape, records, head }: Sniff): boolean {
  if (shape !== "lines" && shape !== "array") return false;
  const named = records.filter((record) => Object.keys(record).some((key) => SESSION_KEY.test(key)));
  return records.length > 1 && named.length === records.length && !ANSWER.test(head);
}
