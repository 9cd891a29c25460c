import { writeCanonicalJson } from "../hash";
import { rememberResults } from "../remembering";
import { parseJsonOrText, recordIn } from "./arguments";
import type { Part } from "./part";
import { parsePart, partsMeet, PART_KEYS } from "./part";
import { parseShellRead } from "./shell-reads";
import { isCommand, isShell, plainToolName } from "./tool-words";

/**
 * What a call asks for: one file or page, whatever tool reads it, and which part of it; else the tool with its
 * arguments in any order of keys.
 */
export interface Source {
  readonly key: string;
  /** `null` for the whole, and if the call does not say. */
  readonly part: Part | null;
  /** True if the answer depends on earlier changes. After a change, the same call asks for something else. */
  readonly isCommand: boolean;
}

const READS: ReadonlySet<string> = new Set(
  "read view cat open fetch browse visit scrape load show get download crawl webfetch readfile notebookread".split(
    " ",
  ),
);
/** Words in a reading tool's name that say what it reads. */
const READ: ReadonlySet<string> = new Set(
  "file page url uri text content contents document doc web website webpage notebook resource lines range artifact raw source code html markdown full tool from to a the".split(
    " ",
  ),
);
const EDITORS = /edit/i;
const LOOKS: ReadonlySet<unknown> = new Set(["view", "read"]);
export const PATH_KEYS: readonly string[] = [
  "file_path",
  "path",
  "notebook_path",
  "absolute_path",
  "target_file",
  "filename",
  "file_name",
  "filepath",
  "file",
];
const URL_KEYS = ["url", "uri", "page_url", "link", "href"];
const COMMAND_KEYS = ["command", "cmd", "script"];
/** Arguments that say why or how long, and nothing about what is asked for. */
const ASIDE: ReadonlySet<string> = new Set(
  "description explanation reason reasoning justification thought timeout timeout_ms timeoutms encoding workdir security_risk is_background".split(
    " ",
  ),
);
const ARGUMENT_CHARS_MAX = 20_000;
const PLACE = "place ";

/** What a call asks for. `callKey` is equal for calls of one tool with equal arguments. */
export function findSourceOfCall(toolName: string | null, args: string, callKey: string): Source {
  const name = plainToolName(toolName);
  const read = args.length > ARGUMENT_CHARS_MAX ? null : readOf(name, args);
  return read ?? { key: `call ${callKey}`, part: null, isCommand: isCommand(name) };
}

/** The file or page that a call reads, as it was written; `null` for every other call. */
export function placeAsked(toolName: string | null, args: string): string | null {
  const source = findSourceOfCall(toolName, args, "");
  return isPlace(source) ? (source.key.slice(PLACE.length).split(" {", 1)[0] ?? null) : null;
}

const readOf = rememberResults(
  (name: string, args: string) => `${name} ${args}`,
  (name, args): Source | null => {
    if (isShell(name)) return readShellSource(parseJsonOrText(args));
    return EDITORS.test(name) || isReader(name) ? placeSource(name, parseJsonOrText(args)) : null;
  },
);

export function makeSourceOfPlace({
  path,
  url,
}: {
  path?: string | undefined;
  url?: string | undefined;
}): Source | null {
  const place = path ?? url;
  return place === undefined ? null : { key: placeKey(place), part: null, isCommand: false };
}

/** Whether a source is a file or page, and not a question to a tool. */
export function isPlace({ key }: Source): boolean {
  return key.startsWith(PLACE);
}

/** Whether a place (see {@link placeAsked}) is a file and no page; not where a call reads none. */
export function isFilePlace(place: string | null): place is string {
  return place !== null && !/^https?:/i.test(place);
}

/** Whether two calls ask for the same place and mostly the same part of it. */
export function isSameSource(a: Source, b: Source): boolean {
  return a.key === b.key && partsMeet(a.part, b.part);
}

function placeSource(name: string, value: unknown): Source | null {
  const fields = recordIn(value);
  if (fields === null || (!isReader(name) && !LOOKS.has(fields.command))) return null;
  const keyed = new Map(Object.entries(fields).map(([key, one]) => [plainToolName(key), one]));
  const named = [...PATH_KEYS, ...URL_KEYS].filter((key) => typeof keyed.get(key) === "string");
  const [key] = named;
  const place = key === undefined ? undefined : keyed.get(key);
  if (key === undefined || named.length > 1 || typeof place !== "string" || place.trim() === "") return null;
  const otherFields = [...keyed].filter(
    ([one]) => one !== key && one !== "command" && !ASIDE.has(one) && !PART_KEYS.has(one),
  );
  const more = otherFields.length === 0 ? "" : ` ${writeCanonicalJson(Object.fromEntries(otherFields))}`;
  return { key: placeKey(place) + more, part: parsePart(keyed), isCommand: false };
}

function isReader(name: string): boolean {
  const words = name.split("_");
  return words.some((word) => READS.has(word)) && words.every((word) => READS.has(word) || READ.has(word));
}

function readShellSource(value: unknown): Source | null {
  const fields = recordIn(value);
  const command =
    fields === null ? value : COMMAND_KEYS.map((key) => fields[key]).find((one) => one !== undefined);
  const text = Array.isArray(command) ? command.at(-1) : command;
  const read = typeof text === "string" ? parseShellRead(text) : null;
  if (read === null) return null;
  const folder = fields?.workdir ?? fields?.cwd;
  const isRelative = !/^(?:\/|~|[A-Za-z]:|https?:)/.test(read.place);
  const place = typeof folder === "string" && isRelative ? `${folder}/${read.place}` : read.place;
  const part: Part | null = read.lines && { unit: "lines", from: read.lines[0], to: read.lines[1] };
  return { key: placeKey(place), part, isCommand: false };
}

/** Spellings of one place are equal. */
export function shortenPlace(place: string): string {
  return placeKey(place).slice(PLACE.length);
}

function placeKey(place: string): string {
  const plain = place.trim().replace(/^file:\/\//, "");
  const [, scheme, host, path = ""] = /^([a-z]+):\/\/([^/?#]+)([^#]*)/i.exec(plain) ?? [];
  if (scheme !== undefined && host !== undefined)
    return `${PLACE}${scheme.toLowerCase()}://${host.toLowerCase()}${path.replace(/\/$/, "")}`;
  const parts: string[] = [];
  for (const part of plain.replaceAll("\\", "/").split("/")) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    if (part === ".." && parts.length > 0 && !["..", ""].includes(parts.at(-1) ?? "")) parts.pop();
    else parts.push(part);
  }
  return `${PLACE}${parts.join("/")}`;
}
