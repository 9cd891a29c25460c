import { countWords } from "../count-words";
import { extractCommand, parseJsonOrText, recordIn } from "../source/arguments";
import { removeExits } from "../source/failure";
import { normaliseOwnText, removeAdded } from "./own-text";

/** The number of characters that are read of a longer text: its beginning and its end say what went wrong. */
const CHARS_READ = 2_000;
const SUM_LINES = 6;
const GIVEN_CHARS_MIN = 3;
const GIVEN_MAX = 20;
const WORDS_MIN = 2;

/** Addresses, paths, and names of files: they are what an error is about, and not what it says. */
const PLACES =
  /https?:\/\/[^\s"'<>)\]]{1,500}|(?:\b[A-Za-z]:(?=[\\/])|[\w.@~-]{1,100})?(?:[\\/][\w.@~+-]{1,200}){1,40}[\\/]?|\b[\w-]{1,80}\.[A-Za-z]\w{0,7}\b/g;
const FOLDER = /^(?:[A-Za-z]:)?[\\/][^\n"'`|;&<>]{1,300}$/;
const HEX = /\b(?=[a-f\d-]{0,40}\d)[a-f\d]{7,64}(?:-[a-f\d]{2,16}){0,5}\b/gi;
/**
 * A number of things, which tells how far a command came: "2 failed", "errors: 2". A time or the id of a process is no such
 * number.
 */
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
  const texts = listGivenTexts(args);
  const ownWords = cutMiddle(removeEchoed(text, args));
  const unshown = removeShownLines(ownWords, texts);
  // The error may quote what a command prints. Where only a code is left, the quotation is all that was said.
  let plain = normaliseOwnText(
    countWords(removeExits(removeAdded(unshown))) < REST_WORDS_MIN ? ownWords : unshown,
  );
  for (const givenText of texts) plain = removeGiven(plain, givenText);
  plain = plain.replace(PLACES, " ").replace(HEX, " ");
  if (keepsCounts) plain = plain.replace(COUNTS, spellDigits);
  const words = plain.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length < WORDS_MIN ? null : words.join(" ");
}

/** The words of an error as letters alone, which are the same wherever its lines are broken. */
export function joinErrorWords(words: string): string {
  return words.replaceAll(" ", "");
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

/** The beginning and the end of a longer text. */
export function cutMiddle(text: string): string {
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
  const givenTexts: string[] = [];
  for (let at = 0; at < open.length && givenTexts.length < GIVEN_MAX; at++) {
    const value = open[at];
    if (typeof value === "string") {
      const text = value
        .slice(0, 2 * CHARS_READ)
        .replace(/\s+/g, " ")
        .trim();
      if (text.length >= GIVEN_CHARS_MIN) givenTexts.push(text);
    } else if (typeof value === "object" && value !== null)
      open.push(...Object.values(value).slice(0, GIVEN_MAX));
  }
  return givenTexts.sort((a, b) => b.length - a.length);
}

function listFolders(fields: Readonly<Record<string, unknown>> | null): string[] {
  return Object.values(fields ?? {}).filter(
    (value): value is string => typeof value === "string" && FOLDER.test(value),
  );
}

/** Removes the arguments that an error shows below itself, as they were read. */
function removeEchoed(text: string, args: string): string {
  const at = text.lastIndexOf("\n{");
  if (at < 0 || !text.trimEnd().endsWith("}")) return text;
  const [shownRecord, givenRecord] = [text.slice(at), args].map((side) => recordIn(parseJsonOrText(side)));
  if (shownRecord == null || givenRecord == null) return text;
  const names = Object.keys(shownRecord);
  return names.length > 0 && names.every((name) => name in givenRecord) ? text.slice(0, at) : text;
}

/**
 * Removes the lines of what was given that an error points at. The sign before such a line, and what stands for the ends that it
 * leaves out, do not belong to the line.
 *
 *     "Cannot run here.\nAt line:1\n+ npm test\n+ ~~~"                 without "+ npm test"
 *     "File \"<stdin>\", line 4\n    cwd = 'C:\\Users'\nSyntaxError: …"   without "cwd = 'C:\\Users'"
 */
function removeShownLines(text: string, texts: readonly string[]): string {
  if (!text.includes("\n")) return text;
  return text
    .split("\n")
    .filter((line) => {
      const shownText = cutSigns(line.slice(0, SHOWN_CHARS_MAX)).replace(/\s+/g, " ");
      return shownText.length < SHOWN_CHARS_MIN || !texts.some((givenPart) => givenPart.includes(shownText));
    })
    .join("\n");
}

const REST_WORDS_MIN = 4;
const SHOWN_CHARS_MIN = 4;
const SHOWN_CHARS_MAX = 1_000;
const SHOWN_SIGNS = /^(?:[\s+>|]|\.{3})+/;
const LEFT_OUT = "...";

function cutSigns(line: string): string {
  const bareText = line.replace(SHOWN_SIGNS, "").trimEnd();
  return bareText.endsWith(LEFT_OUT) ? bareText.slice(0, -LEFT_OUT.length).trimEnd() : bareText;
}

/** Removes a given text where it stands by itself: a value that is part of a longer word is another word. */
function removeGiven(text: string, givenText: string): string {
  let plain = "";
  let from = 0;
  for (let at = text.indexOf(givenText); at >= 0; at = text.indexOf(givenText, at + givenText.length)) {
    const end = at + givenText.length;
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
