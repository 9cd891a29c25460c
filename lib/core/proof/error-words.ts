import { makeOnce } from "../once";
import { extractCommand, parseJsonOrText, recordIn } from "../source/arguments";
import {
  findErrorHead,
  listErrorLines,
  readTracedError,
  saysFailure,
  statesFailedExit,
} from "../source/failure";
import { readHeading, readHeadingExit } from "../source/heading";
import { looksUp } from "../source/looks-up";
import { placeMissing } from "../source/missing";
import { isChange, isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText, readTextOfBlock } from "../trace/fold/recording";
import type { CallPairs } from "../window/call-pairs";
import { isOnlyExit } from "./failed";
import { normaliseOwnText, removeAdded } from "./own-text";

/** Of a longer text the beginning and the end say what went wrong. */
const CHARS_READ = 2_000;
const SUM_LINES = 6;
const GIVEN_CHARS_MIN = 3;
const GIVEN_MAX = 20;
const WORDS_MIN = 2;
/** An error in fewer words is told apart from others only by all that stands with it. */
const TRACED_WORDS_MIN = 4;
const HEAD_WORDS_MIN = 6;

/** Addresses, paths, and names of files: what an error is about, and not what it says. */
const PLACES =
  /https?:\/\/[^\s"'<>)\]]{1,500}|(?:\b[A-Za-z]:(?=[\\/])|[\w.@~-]{1,100})?(?:[\\/][\w.@~+-]{1,200}){1,40}[\\/]?|\b[\w-]{1,80}\.[A-Za-z]\w{0,7}\b/g;
const FOLDER = /^(?:[A-Za-z]:)?[\\/][^\n"'`|;&<>]{1,300}$/;
const HEX = /\b(?=[a-f\d-]{0,40}\d)[a-f\d]{7,64}(?:-[a-f\d]{2,16}){0,5}\b/gi;
/** A number of things, which tells how far a command came: "2 failed", "errors: 2". A time is none, nor is the id of a process. */
const COUNTS =
  /(?<![\w.:])\d{1,5}(?= (?!(?:ms|s|secs?|seconds?|min|minutes?|hours?)\b)\p{L}{3})|(?<=\p{L}: )\d{1,3}(?![\w.:%])/gu;

/**
 * What an error says, without what differs from call to call: numbers, times, places, ids, and what its call gave.
 *
 *     edit(path: "a/b.ts", old: "let x")  "0 occurrences of let x in a/b.ts (12 ms)"   "occurrences of in ms"
 *     edit(path: "c.ts", old: "const y")  "0 occurrences of const y in c.ts (7 ms)"    "occurrences of in ms"
 *
 * @param keepsCounts whether a number of things tells errors apart, as in the output of a command that was run again
 * @returns `null` where too little is left to tell one error from another
 */
export function extractErrorWords(text: string, args: string, keepsCounts = false): string | null {
  let plain = normaliseOwnText(cutMiddle(removeEchoed(text, args)));
  for (const given of listGivenTexts(args)) plain = removeGiven(plain, given);
  plain = plain.replace(PLACES, " ").replace(HEX, " ");
  if (keepsCounts) plain = plain.replace(COUNTS, spellDigits);
  const words = plain.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length < WORDS_MIN ? null : words.join(" ");
}

/** Whether a line states a number of things, which tells how far a command came. */
export function hasCounts(line: string): boolean {
  return line.search(COUNTS) >= 0;
}

/** The numbers of things that the end of a text states, where a run sums up, in their order; empty for none. */
export function readLastCounts(text: string): string {
  const end = removeAdded(text).trimEnd().slice(-CHARS_READ).split("\n").slice(-SUM_LINES);
  return (end.join("\n").match(COUNTS) ?? []).join(" ");
}

/**
 * What the error that answers a call says; `null` for what is no error, and where too little is known of it. Several rules ask, and
 * the checker after them: each answer is read once.
 */
export function readError(recording: Recording, calls: CallPairs, result: number): string | null {
  const read = readErrors(recording);
  let words = read.get(result);
  if (words === undefined) read.set(result, (words = findErrorWords(recording, calls, result)));
  return words;
}

const readErrors = makeOnce((_: Recording) => new Map<number, string | null>());

function findErrorWords(recording: Recording, { callOf }: CallPairs, result: number): string | null {
  const { blocks } = recording.session;
  const [answer, call] = [blocks[result], blocks[callOf.get(result) ?? -1]];
  const text = answer === undefined ? null : readFullText(recording, answer);
  const args = call === undefined ? null : readFullText(recording, call);
  if (answer === undefined || call === undefined || text === null || args === null) return null;
  const exit = readHeadingExit(text);
  const isCommand = exit !== null || isShell(plainToolName(call.toolName));
  const own = text.slice(readHeading(text).length);
  const isMarked = answer.isError || (exit ?? 0) !== 0;
  const isRefusal = saysRefusal(call.toolName, args, own);
  const hasFailed = isMarked || isRefusal || (exit !== 0 && saysFailure(own));
  if (!hasFailed && looksUp(call.toolName, args)) return null;
  if (isCommand && isOnlyExit(own)) return null;
  const traced = readTracedError(text);
  if (!hasFailed && traced === null && !(isCommand && statesFailedExit(text))) {
    const lines = isCommand ? listEndingErrors(args, text) : [];
    const words = lines.length === 0 ? null : extractErrorWords(lines.join("\n"), args, true);
    return words !== null && words.split(" ").length >= TRACED_WORDS_MIN ? words : null;
  }
  // Of a longer output only the error itself comes again.
  const named = traced ?? (isMarked || isRefusal ? findErrorHead(removeAdded(text)) : null);
  const words = named === null ? null : extractErrorWords(named, args, isCommand);
  return words !== null && words.split(" ").length >= (traced === null ? HEAD_WORDS_MIN : TRACED_WORDS_MIN)
    ? words
    : extractErrorWords(text, args, isCommand);
}

/**
 * What names the error of an answer that {@link readError} reads: the line below a trace, the first of the error lines that nobody
 * calls failed, else the whole.
 */
export function quoteError(recording: Recording, { callOf }: CallPairs, result: number): string {
  const answer = recording.session.blocks[result];
  const text = readTextOfBlock(recording, result);
  const args = readTextOfBlock(recording, callOf.get(result) ?? null);
  const traced = readTracedError(text);
  if (traced !== null) return traced;
  const head = answer?.isError === true ? findErrorHead(removeAdded(text)) : null;
  if (head !== null) return head;
  const isTold = answer?.isError === true || saysFailure(text) || statesFailedExit(text);
  return (isTold ? undefined : listEndingErrors(args, text)[0]) ?? text.slice(readHeading(text).length);
}

/** The error lines of an output that nobody calls failed (see `listErrorLines`). */
function listEndingErrors(args: string, text: string): string[] {
  return listErrorLines(extractCommand(args), removeAdded(cutMiddle(text)));
}

/** Whether a tool that changes something answers with an error first, whatever it shows below. */
function saysRefusal(toolName: string | null, args: string, text: string): boolean {
  const name = plainToolName(toolName);
  return !isShell(name) && isChange(name, args) && saysFailure(text.trimStart().split("\n", 1)[0] ?? "");
}

/** What a call named and its error says is not there, in its own folder; `null` where it is no such error. */
export function readMissingPlace(recording: Recording, { callOf }: CallPairs, result: number): string | null {
  const { blocks } = recording.session;
  const [answer, call] = [blocks[result], blocks[callOf.get(result) ?? -1]];
  const text = answer === undefined ? null : readFullText(recording, answer);
  const args = call === undefined ? null : readFullText(recording, call);
  if (answer === undefined || call === undefined || text === null || args === null) return null;
  const hasFailed =
    answer.isError || saysFailure(text) || (isShell(plainToolName(call.toolName)) && statesFailedExit(text));
  // What a refusal shows below its head may say of anything that it is not there.
  const head = saysRefusal(call.toolName, args, removeAdded(text)) ? findErrorHead(removeAdded(text)) : null;
  return hasFailed || head !== null ? placeMissing(call.toolName, args, head ?? text) : null;
}

function cutMiddle(text: string): string {
  return text.length <= 2 * CHARS_READ
    ? text
    : `${text.slice(0, CHARS_READ).toWellFormed()} ${text.slice(-CHARS_READ).toWellFormed()}`;
}

/**
 * The texts that a call hands over, the longest first, as an error may repeat them. Of a command that is the command, and the
 * folder in which it ran.
 */
function listGivenTexts(args: string): string[] {
  const command = extractCommand(args);
  const open: unknown[] =
    command === args ? [parseJsonOrText(args)] : [command, ...listFolders(recordIn(parseJsonOrText(args)))];
  const given: string[] = [];
  for (let at = 0; at < open.length && given.length < GIVEN_MAX; at++) {
    const one = open[at];
    if (typeof one === "string") {
      const text = one
        .slice(0, 2 * CHARS_READ)
        .replace(/\s+/g, " ")
        .trim();
      if (text.length >= GIVEN_CHARS_MIN) given.push(text);
    } else if (typeof one === "object" && one !== null) open.push(...Object.values(one).slice(0, GIVEN_MAX));
  }
  return given.sort((a, b) => b.length - a.length);
}

function listFolders(fields: Readonly<Record<string, unknown>> | null): string[] {
  return Object.values(fields ?? {}).filter(
    (value): value is string => typeof value === "string" && FOLDER.test(value),
  );
}

/** An error without the arguments that it shows below itself, as they were read. */
function removeEchoed(text: string, args: string): string {
  const at = text.lastIndexOf("\n{");
  if (at < 0 || !text.trimEnd().endsWith("}")) return text;
  const [shown, given] = [text.slice(at), args].map((one) => recordIn(parseJsonOrText(one)));
  if (shown == null || given == null) return text;
  const names = Object.keys(shown);
  return names.length > 0 && names.every((name) => name in given) ? text.slice(0, at) : text;
}

/** Where it stands by itself: a value that is part of a longer word is another word. */
function removeGiven(text: string, given: string): string {
  let plain = "";
  let from = 0;
  for (let at = text.indexOf(given); at >= 0; at = text.indexOf(given, at + given.length)) {
    const end = at + given.length;
    if (/\w/.test(text[at - 1] ?? "") || /\w/.test(text[end] ?? "")) continue;
    plain += `${text.slice(from, at)} `;
    from = end;
  }
  return plain + text.slice(from);
}

/** A number as a word of letters. */
function spellDigits(digits: string): string {
  return digits.replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
}
