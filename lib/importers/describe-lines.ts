import { listFirstNames } from "./first-names";

/** Text that is told by the form of its lines. Each says nothing of what is not in its form. */
export type DescribeLines = (text: string) => string | null;

/** A change of files: places `@@ -1,3 +1,4 @@`, and lines that begin with what they are. */
export const describeDiff: DescribeLines = (text) => {
  const names = [...text.matchAll(/^\+\+\+ (?:b\/)?([^\t\r\n]{1,200})/gm)].map(([, name = ""]) => name);
  const files = [...new Set(names)];
  return files.length > 0 && /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text)
    ? `a diff of ${listFirstNames(files.length === 1 ? "the file" : "the files", files)}`
    : null;
};

const STATEMENT =
  /^(?:create (?:\w+ ){0,3}table|insert (?:\w+ ){0,2}into|copy)\s+(?:if not exists\s+)?([\w."`[\]]{1,80})/gim;
const STATEMENT_ENDS = /;\s*(?:--[^\n]*)?$/m;

/** What a database prints of its tables. */
export const describeStatements: DescribeLines = (text) => {
  const tables = [...text.matchAll(STATEMENT)].map(([, name = ""]) => name.replace(/["`[\]]/g, ""));
  return tables.length > 0 && STATEMENT_ENDS.test(text)
    ? `statements of SQL with ${listFirstNames("the tables", [...new Set(tables)])}; a database of SQLite is read as it is`
    : null;
};

const HEADER = /^([A-Z][A-Za-z-]{1,40}): \S/;
const CONTINUED = /^[ \t]+\S/;
const HEADERS_MIN = 3;
const FIRST_LINE = /^(?:From \S+ .*\d{4}|[A-Z]{3,8} \S+ HTTP\/[\d.]+|HTTP\/[\d.]+ \d{3}.*)$/;

/** A block of headers and an empty line, as mail and what goes over HTTP begin. */
export const describeHeaders: DescribeLines = (text) => {
  const lines = text.split(/\r?\n/);
  const from = FIRST_LINE.test(lines[0] ?? "") ? 1 : 0;
  const end = lines.indexOf("", from);
  const block = lines.slice(from, end < 0 ? 0 : end);
  const names = [...new Set(block.flatMap((line) => HEADER.exec(line)?.[1] ?? []))];
  // Who speaks in a conversation stands before a colon, too.
  const isNamed = from > 0 || names.some((name) => name.includes("-"));
  const isBlock = block.every((line, i) => HEADER.test(line) || (i > 0 && CONTINUED.test(line)));
  return isBlock && isNamed && names.length >= HEADERS_MIN
    ? `a mail or a message of HTTP, with ${listFirstNames("the headers", names)}`
    : null;
};

/** `-----BEGIN PGP MESSAGE-----`, `BEGIN:VCALENDAR`: a block that says what it is. */
export const describeNamedBlock: DescribeLines = (text) => {
  const [, name] =
    /^(?:-{4,5} ?BEGIN ([\w ]{1,40}?) ?-{4,5}|BEGIN:(\w{1,40}))\r?$/m.exec(text)?.filter(Boolean) ?? [];
  return name === undefined ? null : `a block that says that it is ${name}`;
};

/** Lines that are written, without empty ones. */
function listWritten(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== "");
}

function shareOf(lines: readonly string[], form: RegExp): number {
  return lines.length === 0 ? 0 : lines.filter((line) => form.test(line)).length / lines.length;
}

const STACK = /^\s+(?:at .{0,200}[:(]\d+|at .{1,200}\(.{1,200}\)|File ".{1,200}", line \d+|.{1,200}:\d+:in )/;
const STACK_MIN = 2;

/** Places in a program, one below the other, as it prints them when it fails. */
export const describeStack: DescribeLines = (text) => {
  const lines = listWritten(text);
  const places = lines.filter((line) => STACK.test(line)).length;
  return places >= STACK_MIN && places * 4 >= lines.length
    ? "what a program prints when it fails: an error and its places in the code"
    : null;
};

const CLOCK = /\b\d{1,2}:\d{2}:\d{2}\b|^\[[A-Z]{3,9}\] /;
const CLOCK_CHARS = 60;
const MOST = 0.8;

/** Lines with a time at their beginning, or with a level in brackets. */
export const describeLog: DescribeLines = (text) => {
  const lines = listWritten(text).map((line) => line.slice(0, CLOCK_CHARS));
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines;
  const share = shareOf(whole, CLOCK);
  if (whole.length < 2 || share < 0.2) return null;
  return share >= MOST
    ? "a log, in whose lines no record of JSON stands"
    : "text with times between its lines, and without a line of JSON";
};

const CODE_LINE =
  /[{}();:,[\]\\]$|=>$|^(?:\/\/|\/\*|\*|#|--)|[\w)\]] ?(?:[-+*/|&]?=|=>|->|:=) ?\S|\w\([^()]{0,80}\)/;
const CODE_MARK = /[{}();]$|=>|\w\([^()]{0,80}\):?$/;
const LINE_CHARS = 200;
const SENTENCE = /\p{Ll}[.!?]["')]?\s*$/u;

/** The source of a program: its lines end and are made as no sentence is. */
export const describeCode: DescribeLines = (text) => {
  const lines = listWritten(text).map((line) => line.trim().slice(0, LINE_CHARS));
  const whole = lines.length > 3 ? lines.slice(0, -1) : lines;
  return whole.length > 2 &&
    shareOf(whole, CODE_LINE) >= 0.6 &&
    shareOf(whole, CODE_MARK) >= 0.25 &&
    shareOf(whole, SENTENCE) < 0.15
    ? "what looks like the source of a program, which holds no session"
    : null;
};

const IN_CAPITALS = /^([A-Z][A-Z_]{2,20})(?:\s|$)/;

/** Lines that begin with a word in capitals, as instructions do. */
export const describeInstructions: DescribeLines = (text) => {
  const lines = text
    .split(/\r?\n/)
    .filter((line, i, all) => line !== "" && !/^[\s#]/.test(line) && !/\\$/.test(all[i - 1] ?? ""));
  const words = lines.flatMap((line) => IN_CAPITALS.exec(line)?.[1] ?? []);
  return words.length > 2 && words.length >= lines.length * MOST
    ? `lines of instructions that begin with ${listFirstNames("the words", [...new Set(words)])}`
    : null;
};

/** Sentences, one after the other. */
export const describeProse: DescribeLines = (text) => {
  const lines = listWritten(text);
  return lines.length > 0 && shareOf(lines, SENTENCE) >= 0.5
    ? "text in sentences, without a line of JSON"
    : null;
};

/** Lines to compare: written ones that are no comment, without the last, which can be cut off. */
function listCompared(text: string): string[] {
  const lines = listWritten(text).filter((line) => !/^\s*#/.test(line));
  return lines.length > LINES_MIN ? lines.slice(0, -1) : lines;
}

const LINES_MIN = 3;
const MOMENT = String.raw`(?:\*|\d{1,2}|[A-Za-z]{3})(?:[-,/](?:\d{1,2}|[A-Za-z]{3}))*`;
const SCHEDULED = new RegExp(String.raw`^\s*(?:@\w+|(?:${MOMENT}[ \t]+){4}${MOMENT})[ \t]+\S`);
const SET_BEFORE = /^\s*[A-Z_]+ ?=/;

/** Five fields of time and what is to run then, as `cron` takes them. */
export const describeSchedule: DescribeLines = (text) => {
  const lines = listCompared(text).filter((line) => !SET_BEFORE.test(line));
  return lines.length > 0 && lines.every((line) => SCHEDULED.test(line))
    ? "a schedule (crontab): times, and the commands that run then; what they did stands in files of their own"
    : null;
};

const FIELD = /^([A-Za-z][\w.-]{0,30}):(?:[^\s/].*)?$/;
/** A record can end with a line of its own. */
const FIELDS_SHARE = 0.75;

/** Lines of a short name, a colon and a value without a space between, as reports of programs are: `SF:src/a.ts`, `DA:1,3`. */
export const describeFields: DescribeLines = (text) => {
  const lines = listCompared(text);
  const names = [...new Set(lines.flatMap((line) => FIELD.exec(line)?.[1] ?? []))];
  return lines.length >= LINES_MIN && names.length > 1 && shareOf(lines, FIELD) >= FIELDS_SHARE
    ? `lines of fields with ${listFirstNames("the names", names)}, as a program writes a report`
    : null;
};

const VERDICT = /^\s*(?:(?:not )?ok \d+\b|(?:--- |#\d+ )?(?:PASS|FAIL|SKIP|XFAIL|ERROR)(?:ED)?\b|=== RUN\b)/;
const VERDICTS_SHARE = 0.5;

/** Lines that begin with a verdict, as runs of tests are written: `not ok 2 - adds` (TAP), `--- FAIL: TestA`, `PASS: a`. */
export const describeVerdicts: DescribeLines = (text) => {
  const lines = listCompared(text).filter(
    (line) => !/^\s/.test(line) && !/^(?:TAP version \d+|1\.\.\d+)/.test(line),
  );
  return lines.length > 1 && shareOf(lines, VERDICT) >= VERDICTS_SHARE
    ? "results of tests, one a line; what was said while they were run is not in them"
    : null;
};

const FIGURE =
  /^([A-Za-z_:][\w:.]{0,80})(?:\{[^}\n]{0,400}\})?[ \t]+[-+]?(?:\d[\d.eE+-]*|NaN|Inf)(?:[ \t]+\d+)?[ \t]*$/;
const FIGURES_SHARE = 0.8;

/** Lines of a name and a number, as programs show what they count: `http_requests_total{code="200"} 1027`. */
export const describeFigures: DescribeLines = (text) => {
  const lines = listCompared(text);
  const names = [...new Set(lines.flatMap((line) => FIGURE.exec(line)?.[1] ?? []))];
  return lines.length > 1 && shareOf(lines, FIGURE) >= FIGURES_SHARE
    ? `figures that a program counts, with ${listFirstNames("the names", names)}, and without what was said`
    : null;
};

const CELLS_MAX = 12;
const FENCE = /^\s*[|+`~]/;

/** Lines of one word each, or of the same number of words: a list, or a table whose columns have no names. */
export const describeCells: DescribeLines = (text) => {
  const lines = listCompared(text);
  const counts = new Set(lines.map((line) => line.trim().split(/\s+/).length));
  const [cells = 0] = counts;
  if (lines.length < LINES_MIN || counts.size > 1 || cells > CELLS_MAX) return null;
  if (shareOf(lines, SENTENCE) > 0 || shareOf(lines, FENCE) > 0 || shareOf(lines, HEADER) > 0) return null;
  return cells === 1
    ? "a list of single words or paths, one a line, and no records"
    : `a table of ${cells} columns without names`;
};
