import { parseJsonOrText, recordIn } from "./arguments";
import { readHeadingExit } from "./heading";

const CHARS_MAX = 1_500;
const JSON_CHARS_MAX = 10_000;

const AT_START =
  /^\W{0,4}(?:<?(?:tool_use_)?error>|(?:fatal|error|fail(?:ed|ure)?|exception|traceback|panic)\b|(?:sorry,? )?(?:but )?(?:i|we) (?:could not|couldn't|cannot|can't|was unable|were unable)\b|(?:\w+:\s)?(?:no such |not found|cannot |can't |could not |unable to |permission denied|access denied|command not found)|http(?:\/[\d.]+)?\s[45]\d\d\b|(?:400 bad request|401 unauthori[sz]ed|403 forbidden|404 not found|40[589] \w|410 gone|422 \w|429 too many|500 internal|501 not|502 bad|503 service|504 gateway)|enoent\b|eacces\b|timed? ?out\b|curl: \(\d+\)|\w{2,40}(?:Error|Exception)\b\s*(?::|$)|(?:rate limit|too many requests|internal server error|bad gateway|unauthori[sz]ed|forbidden)\b|request interrupted|invalid [\w ]{2,30}$|unknown (?:tool|command|function)\b|(?:[\w-]{2,30} ){1,3}(?:error|failed|failure):(?!\s*0\b))/i;
const STATED =
  /"(?:is_?error|failed)"\s*:\s*true|"(?:ok|success|succeeded)"\s*:\s*"?false|"(?:error|errors|exception)"\s*:\s*(?!null|false|0\b|""|\[\s*\]|\{\s*\})\S|"(?:status|status_?code|http_?status)"\s*:\s*"?[45]\d\d\b|"status"\s*:\s*"error"/i;
const ANYWHERE =
  /\b(?:no such |file not found|(?:was|were|is) not found|not found[.!]?$|does(?: not|n't) exist|command not found|page not found|404 not found|ENOENT|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|could not resolve host|connection (?:was )?(?:refused|reset|timed out)|timed out\b|HTTP(?:\/[\d.]+)? [45]\d\d|status(?: code)? [45]\d\d|permission denied|is (?:forbidden|not allowed)|access [^.\n]{0,40}denied|rate limit exceeded|(?:temporarily|currently) unavailable|service unavailable|Traceback \(most recent call last\))/i;
/** A shorter text that mentions a failure is only about the failure. */
const SHORT_CHARS = 300;

/** The tool only answers that it could not do what was asked. */
export function saysFailure(text: string): boolean {
  const plain = text.trim();
  if (plain.length > JSON_CHARS_MAX) return false;
  const record = plain.startsWith("{") ? recordIn(parseJsonOrText(plain)) : null;
  if (record !== null) return isFailure(record);
  if (plain.length > CHARS_MAX) return false;
  if (/^(?:\{|\[\s*[{"[])/.test(plain)) return STATED.test(plain);
  return AT_START.test(plain) || saysUsage(plain) || (plain.length <= SHORT_CHARS && ANYWHERE.test(plain));
}

/** Whether an answer is a record whose fields say that what was asked was not done. */
export function statesFailureInFields(text: string): boolean {
  if (text.length > JSON_CHARS_MAX) return false;
  const plain = text.trim();
  const record = plain.startsWith("{") ? recordIn(parseJsonOrText(plain)) : null;
  return record !== null && isFailure(record);
}

/**
 * The line that names the error with which a program ended, below a trace of its calls, or the place in its source where it could not
 * be read, at the beginning or the end of its output; `null` for none. What the program said before may stand in the middle of the trace.
 */
export function readTracedError(text: string): string | null {
  const at = Math.max(text.lastIndexOf(TRACE_HEAD), text.slice(0, CHARS_MAX).search(SOURCE_PLACE));
  if (at < 0) return null;
  const lines = text.slice(at).trimEnd().split("\n");
  const below = lines.findIndex((line, no) => no > 0 && ERROR_NAME.test(line));
  const named = lines[below] ?? "";
  if (below <= 0) return null;
  return at < START_CHARS || below > lines.length - END_LINES ? named : null;
}

/**
 * The lines of a command's output that name an error, where its first or its last lines have one: a pipe, or another command after
 * it, can hide the code with which it failed. Before the error may stand its place, or the program that says it.
 *
 *     prisma migrate   "Schema loaded.\nError: P1001: No server at db:1\nIs it running?"   Error: P1001: No server at db:1
 *     npm ci | tail    "npm error Exit handler never called!\nsee a.log"                   npm error Exit handler never called!
 *     tsc; echo done   "src/a.ts(3,5): error TS2322: not a number\ndone"                   src/a.ts(3,5): error TS2322: not a number
 */
export function listErrorLines(command: string, text: string): string[] {
  const programs = new Set(command.split(/[^\w-]+/));
  const lines = text.split("\n", LINES_READ).filter((line) => line.trim() !== "");
  const isNamed = (line: string) => namesError(line.trim().slice(0, ERROR_LINE_CHARS), programs);
  // What is indented, and a bracket alone, belongs to the line above it.
  const isMessage = (line: string) => /^\S/.test(line) && /\p{L}{2}/u.test(line);
  const ends = [...lines.slice(0, 1), ...takeLast(lines, ERROR_END_LINES, isMessage)];
  // Most outputs end without an error, so few are read as a whole.
  return ends.some(isNamed) ? [...new Set(lines.filter(isNamed).map((line) => line.trim()))] : [];
}

/** The last lines of one sort, in their order. */
function takeLast(lines: readonly string[], count: number, isOf: (line: string) => boolean): string[] {
  const taken: string[] = [];
  for (let at = lines.length - 1; at >= 0 && taken.length < count; at--) {
    const line = lines[at] ?? "";
    if (isOf(line)) taken.push(line);
  }
  return taken.reverse();
}

/**
 * The line of a command's output that says with which code something ended, among its first and its last lines, where a pipe or
 * another command after it hides the code of the command itself; `null` for none, and for a code that says that all is well.
 *
 *     jest | tail -20    "No tests found, exiting with code 1\nPattern: a - 0 matches"    No tests found, exiting with code 1
 */
export function findExitLine(text: string): string | null {
  const lines = text.split("\n", LINES_READ);
  const hasWord = (line: string) => /\p{L}{2}/u.test(line);
  const ends = [lines.find(hasWord) ?? "", ...takeLast(lines, EXIT_END_LINES, hasWord)];
  return ends.find((line) => EXITED.test(line.trim().slice(0, ERROR_LINE_CHARS)))?.trim() ?? null;
}

/** At the end of a line, and no option that a page of help explains. */
const EXITED = /\bexit(?:s|ed|ing)?\b[^\n:]{0,30}?\b[1-9]\d{0,2}\.?$/i;
const EXIT_END_LINES = 10;

/**
 * The first line of an error that says what went wrong, above what it is about, such as the lines of a file; `null` where none does.
 *
 *     "Script error:\nVerification failed: cannot find these lines in a.ts:\n  let a = 1;"   Verification failed: cannot find …
 */
export function findErrorHead(text: string): string | null {
  const lines = text.slice(0, CHARS_MAX).split("\n", HEAD_LINES);
  const head = lines.find((line) =>
    line.split(": ").some((part) => AT_START.test(part) && /\s\S+\s/.test(part)),
  );
  return head?.trim() ?? null;
}

const HEAD_LINES = 3;

function namesError(line: string, programs: ReadonlySet<string>): boolean {
  const plain = line.replace(LINE_PLACE, "");
  if (AT_START.test(plain)) return true;
  const first = /^[\w-]{2,40}/.exec(plain)?.[0] ?? "";
  return programs.has(first) && AT_START.test(plain.slice(first.length).replace(/^:?\s+/, ""));
}

const ERROR_END_LINES = 4;
const ERROR_LINE_CHARS = 400;
const LINE_PLACE = /^\S{1,200}?(?:\(\d{1,7}(?:,\d{1,7})?\)|:\d{1,7}(?::\d{1,7})?):?\s{1,4}(?:[-–]\s)?/;

const TRACE_HEAD = "Traceback (most recent call last):";
const SOURCE_PLACE = /^ {2}File "[^"\n]{1,300}", line \d{1,7}$/m;
const ERROR_NAME = /^[\w.]{1,200}(?:Error|Exception|Exit|Interrupt|\.error)\b/;
const START_CHARS = 40;
/** A harness may write a prompt of its own below, and what the program had said before. */
const END_LINES = 10;

/** Whether the heading, the first or the last lines of an output state a code with which a command failed. */
export function statesFailedExit(text: string): boolean {
  const code = readHeadingExit(text);
  if (code !== null) return code !== 0;
  const plain = text.trim();
  const [first = ""] = plain.slice(0, EXIT_CHARS + 1).split("\n", 1);
  const codes = [first, ...listLastLines(plain)].flatMap(
    (line) => EXIT.exec(line.trim().slice(0, EXIT_CHARS))?.[1] ?? [],
  );
  return codes.some((one) => Number(one) !== 0);
}

/** The last lines of a text, which may be long. */
function listLastLines(text: string): string[] {
  const lines: string[] = [];
  for (let end = text.length; end >= 0 && lines.length < EXIT_LINES;) {
    const from = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    lines.push(text.slice(from, Math.min(end, from + EXIT_CHARS)));
    end = from - 1;
  }
  return lines;
}

/** An output without the lines that state a code. */
export function removeExits(text: string): string {
  const lines = text.split("\n");
  return lines.filter((line) => !EXIT.test(line.trim().slice(0, EXIT_CHARS))).join("\n");
}

const LINES_READ = 2_000;
const EXIT_CHARS = 80;
const EXIT_LINES = 4;
const EXIT =
  /^(?:rc|return ?code|<returncode>|exit ?code|exit status|\[?(?:the )?command (?:completed|finished|exited) with (?:exit )?code)\s?[:=]?\s?(\d{1,3})(?:\.?\]|<\/returncode>)?$/i;

/** How a tool is called, and nothing else but a prompt: it was called otherwise. A page of help has more lines. */
function saysUsage(plain: string): boolean {
  const [head = "", ...tail] = plain.split("\n");
  if (!/^usage: \S/i.test(head) || tail.length > PROMPT_LINES) return false;
  return tail.every(
    (line) => /^\(.*\)$/.test(line) || (line.length <= PROMPT_CHARS && /[$#>]$/.test(line.trimEnd())),
  );
}

const PROMPT_LINES = 4;
const PROMPT_CHARS = 40;

const TRY_AGAIN =
  /\b(?:(?:HTTP(?:\/[\d.]+)?|status(?: ?code)?|error|code)["']?[ :=]{0,3}(?:408|425|429|502|503|504)|too many requests|rate[ -]?limit\w*|time[ds]? ?out|(?:temporarily|currently) unavailable|service unavailable|try (?:it )?again|retry[ -]after|retry later|overloaded|is busy|ECONNRESET|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN)\b/i;

/** A temporary failure: calling again later can succeed. */
export function saysTryAgain(text: string): boolean {
  return saysFailure(text) && TRY_AGAIN.test(text.slice(0, CHARS_MAX));
}

const EMPTY =
  /^[([<]?(?:null|none|undefined|nil|n\/a|\[\s*\]|\{\s*\}|""|(?:no|0|zero) (?:results?|match(?:es)?|records?|data|content|entries|rows|items|hits|output)\b[^\n]{0,60}|no (?!(?:\w+ )?(?:errors?|issues?|problems?|warnings?|vulnerabilit|conflicts?|changes|differences|failures|bugs)\b)[\w -]{1,40} (?:found|matched|available|exists?)\b[^\n]{0,60}|nothing (?:found|to show|matched)[^\n]{0,60})?[)\]>]?$/i;

export function isEmptyResult(text: string): boolean {
  const plain = text.trim();
  if (EMPTY.test(plain)) return true;
  const record = plain.length <= CHARS_MAX && plain.startsWith("{") ? recordIn(parseJsonOrText(plain)) : null;
  if (record === null) return false;
  const values = Object.entries(record);
  return values.every(([key, value]) => isEmpty(value) || (COUNTS.test(key) && isNone(value)));
}

const COUNTS =
  /^(?:total|count|size|length|num|n|hits|took|page|offset|limit|has_?more|next|per_?page|page_?size)\w{0,12}$/i;

function isNone(value: unknown): boolean {
  return value === 0 || value === false || value === "0";
}

function isEmpty(value: unknown): boolean {
  return (
    value === null ||
    value === "" ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === "object" && Object.keys(value).length === 0)
  );
}

const ERRORS = new Set(["error", "errors", "exception"]);
const CODES = new Set(["status", "statuscode", "httpstatus"]);
const GOOD = new Set(["ok", "success", "succeeded"]);
const TALK = new Set(
  "documentationurl docsurl moreinfo status statuscode httpstatus state code message msg detail details reason description title type hint help path timestamp requestid traceid id body".split(
    " ",
  ),
);
const WORDS = new Set(["message", "msg", "detail", "title", "reason"]);
const BAD_STATUS =
  /^(?:failed|failure|not[_ ]found|timeout|timed[_ ]out|unavailable|denied|forbidden|unauthori[sz]ed)$/i;

function isFailure(record: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(record).map(
    ([key, value]) => [key.replace(/[_-]/g, "").toLowerCase(), value] as const,
  );
  const [only] = entries;
  const inner = entries.length === 1 ? recordIn(only?.[1]) : null;
  if (inner !== null && !ERRORS.has(only?.[0] ?? "")) return isFailure(inner);
  const isTalk = entries.every(([key, value]) => TALK.has(key) || isEmpty(value));
  return entries.some(
    ([key, value]) =>
      ((key === "iserror" || key === "failed") && value === true) ||
      (GOOD.has(key) && (value === false || value === "false")) ||
      (ERRORS.has(key) && value !== false && value !== 0 && !isEmpty(value)) ||
      ((CODES.has(key) || (key === "code" && isTalk)) && /^[45]\d\d$/.test(String(value))) ||
      (isTalk && WORDS.has(key) && typeof value === "string" && saysFailure(value)) ||
      (key === "status" && (value === "error" || (isTalk && BAD_STATUS.test(String(value))))),
  );
}
