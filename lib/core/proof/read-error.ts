import { makeOnce } from "../once";
import { extractCommand } from "../source/arguments";
import {
  findErrorHead,
  findExitLine,
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
import { groupAlikeAnswers } from "./alike-answers";
import { cutMiddle, extractErrorWords } from "./error-words";
import { isOnlyExit } from "./failed";
import { removeAdded } from "./own-text";

/** An error in fewer words is told apart from others only by all that stands with it. */
const TRACED_WORDS_MIN = 4;
const HEAD_WORDS_MIN = 6;

/**
 * What the error that answers a call says; `null` for what is no error, and where too little is known of it. Several rules ask, and
 * the checker after them: each answer is read once.
 */
export function readError(recording: Recording, calls: CallPairs, result: number): string | null {
  const errorWords = readErrors(recording);
  let words = errorWords.get(result);
  if (words === undefined) errorWords.set(result, (words = findErrorWords(recording, calls, result)));
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
  const plain = text.slice(readHeading(text).length);
  const isMarked = answer.isError || (exit ?? 0) !== 0;
  const isRefusal = saysRefusal(call.toolName, args, plain);
  const isAlike = groupAlikeAnswers(recording).refusals.has(result);
  const hasFailed = isMarked || isRefusal || isAlike || (exit !== 0 && saysFailure(plain));
  if (!hasFailed && looksUp(call.toolName, args)) return null;
  if (isCommand && isOnlyExit(plain)) return null;
  const traced = readTracedError(text);
  if (!hasFailed && traced === null && !(isCommand && statesFailedExit(text))) {
    const lines = isCommand ? listEndingErrors(args, text) : [];
    const errorText =
      lines.length > 0 ? lines.join("\n") : isCommand && findExitLine(plain) !== null ? plain : null;
    const words = errorText === null ? null : extractErrorWords(errorText, args, true);
    return words !== null && words.split(" ").length >= TRACED_WORDS_MIN ? words : null;
  }
  // Of a longer output only the error itself comes again.
  const errorHead = traced ?? (isMarked || isRefusal ? findErrorHead(removeAdded(text)) : null);
  const words = errorHead === null ? null : extractErrorWords(errorHead, args, isCommand);
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
  const ending = isTold ? null : (listEndingErrors(args, text)[0] ?? findExitLine(removeAdded(text)));
  return ending ?? text.slice(readHeading(text).length);
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
