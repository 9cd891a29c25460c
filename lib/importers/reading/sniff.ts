import { isRecord } from "@/lib/core/is-record";

import { hashContent } from "@/lib/core/hash";
import { cutDocument } from "./cut-document";
import { listJsonValues } from "./json-stream";
import { BREAK, listJsonTokens } from "./json-tokens";
import { isBinary } from "./mend-text";
import { listRootKeys } from "./root-keys";

export type FileShape = "lines" | "array" | "object" | "text" | "binary" | "empty";

/** The beginning of a file: enough to recognise a format without reading all of it. */
export interface Sniff {
  readonly name: string;
  readonly shape: FileShape;
  readonly records: readonly Record<string, unknown>[];
  /**
   * Every key path in the beginning, without array positions: `info.agent_info.llm`, `trajectory[].action`.
   */
  readonly paths: ReadonlySet<string>;
  readonly head: string;
  /** A short hash of the first record, or of the first characters. It stays the same when the file grows. */
  readonly fingerprint: string;
  /** One document that ends too early or is broken: of what it held, only what stands before that is known. */
  readonly isBroken: boolean;
}

/** How much of what an importer looks for is there, and the first thing that is missing. */
export interface Recognition {
  readonly share: number;
  readonly missing: string | null;
  /** Takes the file only if no other format does. */
  readonly isLastResort?: boolean;
}

export const HEAD_CHARS = 256 * 1024;
const RECORDS = 40;
const FINGERPRINT_CHARS = 2_000;

/**
 * If the first characters show one object that goes on, also reads its outermost keys.
 * @param lines the whole content; left out when `head` is all of it
 */
export async function sniffFile(
  name: string,
  head: string,
  lines?: () => AsyncIterable<string>,
): Promise<Sniff> {
  const seen = sniff(name, head, lines === undefined);
  if (lines === undefined || seen.shape !== "object") return seen;
  return { ...seen, paths: new Set([...seen.paths, ...(await listRootKeys(lines()))]) };
}

export function sniff(name: string, head: string, whole: boolean): Sniff {
  const text = head.replace(/^\ufeff/, "");
  const start = text.trimStart().charAt(0);
  const first = start === "[" && (!beginsAsJson(text) || isLinesOfLists(text)) ? "" : start;
  const found = first === "{" || first === "[" ? listFirstRecords(text) : [];
  const isBroken = first === "{" && isBrokenDocument(text, found, whole);
  const records = isBroken ? readFirstRecords(text, true) : found;
  const shape = isBroken && !isBinary(text) ? "object" : readShape(text, first, records, whole);
  return {
    name,
    shape,
    records,
    paths: listKeyPaths(text),
    head: text,
    fingerprint: makeFingerprint(shape, records[0], text),
    isBroken,
  };
}

/** Brackets, and behind them what a value of JSON begins with: `[2026-01-05] started` is a line of a log, `{\rtf1` a document. */
const BEGINS_AS_JSON = /^[\s[{]*(?:["\]}]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\s*[,\]]|(?:true|false|null)\b|$)/;

/** Whether a text begins as a document of JSON does. */
export function beginsAsJson(text: string): boolean {
  return BEGINS_AS_JSON.test(text);
}

/** Whether each line is a list of its own that begins with no record: `["sent",{"id":1}]`. A list of records is one document. */
function isLinesOfLists(text: string): boolean {
  const [first = "", second = ""] = text.trimStart().split("\n", 2);
  return [first, second].every((line) => {
    const list = readLine(line);
    return Array.isArray(list) && list.length > 0 && !isRecord(list[0]);
  });
}

/**
 * Whether the first record ends before it is closed and no line is a record of its own, as after a line that was cut off. What looks
 * like records then are parts of the one document.
 */
function isBrokenDocument(text: string, found: readonly unknown[], whole: boolean): boolean {
  if (found.length === 0) return whole;
  const [first] = listJsonValues(text);
  return first !== undefined && "broken" in first && !text.split("\n").some(isRecordLine);
}

/** By the first of several records, which stays when more are appended; otherwise by the first characters. */
function makeFingerprint(shape: FileShape, first: unknown, text: string): string {
  const hasRecords = (shape === "lines" || shape === "array") && first !== undefined;
  return hashShort((hasRecords ? JSON.stringify(first) : text).slice(0, FINGERPRINT_CHARS));
}

const FINGERPRINT_HASH_CHARS = 10;

function hashShort(text: string): string {
  return hashContent(text).slice(0, FINGERPRINT_HASH_CHARS);
}

/** The first records of a text; of a broken document, what stands before the break. */
export function readFirstRecords(text: string, isBroken: boolean): Record<string, unknown>[] {
  if (!isBroken) return listFirstRecords(text);
  const value = cutDocument(text)?.value;
  return isRecord(value) ? [value] : [];
}

/** A name from the first records. It does not change when more follow. */
export function hashOpening(records: readonly unknown[]): string {
  return hashShort(JSON.stringify(records));
}

export function listFirstRecords(text: string): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  for (const item of listJsonValues(text)) {
    if (records.length >= RECORDS) break;
    if ("value" in item && isRecord(item.value)) records.push(item.value);
  }
  return records;
}

function readShape(text: string, first: string, records: readonly unknown[], whole: boolean): FileShape {
  if (text.trim() === "") return "empty";
  if (isBinary(text)) return "binary";
  if (first === "[") return "array";
  if (first !== "{") return "text";
  return records.length > 1 ||
    (records.length === 1 &&
      !whole &&
      text.indexOf("\n") > 0 &&
      isRecordLine(text.slice(0, text.indexOf("\n"))))
    ? "lines"
    : "object";
}

/** What a list of records would look like as lines: `[].type` is `type`. */
export function describeListLines(found: Sniff): Sniff {
  const paths = new Set([...found.paths].map((path) => path.replace(/^\[\]\.?/, "")));
  return {
    name: found.name,
    head: found.head,
    records: found.records,
    shape: "lines",
    paths,
    fingerprint: found.fingerprint,
    isBroken: found.isBroken,
  };
}

function isRecordLine(line: string): boolean {
  return line.startsWith("{") && isRecord(readLine(line));
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The key paths of JSON text that can be cut off anywhere. Follows brackets and keys, skips values, and stops
 * at eight keys.
 */
export function listKeyPaths(text: string): Set<string> {
  const paths = new Set<string>();
  const stack: { prefix: string; isArray: boolean }[] = [];
  let key: string | null = null;
  for (const { token, at, key: named } of listJsonTokens(text)) {
    // What comes after a string that breaks off can be anything, except for a new record.
    if (token === BREAK) {
      if (text[at + 1] !== "{") break;
      stack.length = 0;
      key = null;
      continue;
    }
    const top = stack.at(-1);
    if (named !== undefined && top !== undefined && !top.isArray) {
      key = named;
      const path = top.prefix === "" ? key : `${top.prefix}.${key}`;
      if (stack.length <= PATH_DEPTH && path.length <= PATH_CHARS_MAX) paths.add(splitPath(path));
    } else if (token === "{" || token === "[") {
      stack.push({ prefix: makePrefix(top, key, token === "["), isArray: token === "[" });
      key = null;
    } else if (token === "}" || token === "]") {
      stack.pop();
      key = null;
    }
  }
  return paths;
}

const forms = new Map<string, string>();
const KNOWN_MAX = 10_000;

/** A copy of the path: a substring would keep the whole text in memory. */
function splitPath(path: string): string {
  const before = forms.get(path);
  if (before !== undefined) return before;
  const copy = JSON.parse(JSON.stringify(path)) as string;
  if (forms.size < KNOWN_MAX) forms.set(copy, copy);
  return copy;
}

const PATH_DEPTH = 8;
const PATH_CHARS_MAX = 200;

function makePrefix(
  top: { prefix: string; isArray: boolean } | undefined,
  key: string | null,
  isArray: boolean,
): string {
  if (top === undefined) return "";
  const base = key === null ? top.prefix : top.prefix === "" ? key : `${top.prefix}.${key}`;
  return isArray ? `${base}[]` : base;
}

/** By shape and key paths, all of which must be there. */
export function signs(found: Sniff, shapes: readonly FileShape[], paths: readonly string[]): Recognition {
  if (!shapes.includes(found.shape))
    return { share: 0, missing: `${OTHER_SHAPE}${shapes.map(describeShape).join(" or ")}` };
  const missing = paths.find((path) => !found.paths.has(path)) ?? null;
  const present = paths.filter((path) => found.paths.has(path)).length;
  return { share: present / Math.max(1, paths.length), missing };
}

/** Before the forms of which a file would be. */
export const OTHER_SHAPE = "form: ";

export function describeShape(shape: FileShape): string {
  return SHAPES[shape];
}

const SHAPES: Readonly<Record<FileShape, string>> = {
  lines: "lines of JSON",
  array: "a JSON list",
  object: "one JSON object",
  text: "text",
  binary: "binary",
  empty: "empty",
};

export function also(recognition: Recognition, holds: boolean, what: string): Recognition {
  if (recognition.missing !== null || holds) return recognition;
  return { ...recognition, share: recognition.share * 0.9, missing: what };
}
