import { groupBy } from "../group-by";
import { makeOnceInSteps } from "../once";
import { parseJsonOrText, recordIn } from "../source/arguments";
import { makeCallKey } from "../source/call-key";
import { isEmptyResult, saysFailure } from "../source/failure";
import { looksUp } from "../source/looks-up";
import { isFilePlace, placeAsked } from "../source/source";
import { isShell, plainToolName } from "../source/tool-words";
import type { InSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import { pairCalls } from "../window/call-pairs";
import { extractErrorWords, joinErrorWords } from "./error-words";
import { removeAdded } from "./own-text";

/** The longest answer that can be about the asking. A longer one is about what was asked. */
const CHARS_MAX = 400;
/** The same limit for an answer with what a harness adds to it. */
const WHOLE_CHARS_MAX = 4_000;
const WORDS_MIN = 3;
const ANSWERS_MIN = 3;
const PLACES_MIN = 2;

/** The fewest words of a refusal of a file, which says what is to be done instead. */
const REFUSAL_WORDS_MIN = 8;
/** The number of calls within which one who was refused a file asks for it again. */
const NEXT_CALLS = 4;

interface Answer {
  readonly call: number;
  readonly result: number;
  readonly place: string;
  /** Equal for answers of one tool that say the same. */
  readonly about: string;
  /** The number of words in the answer. */
  readonly count: number;
}

/** What answers mean, by the number of the result. Results with equal texts here are one refusal. */
interface AlikeAnswers {
  /** Answers that refuse: what was asked for did not come, and was asked for otherwise. */
  readonly refusals: ReadonlyMap<number, string>;
  /** Refusals of files that were then asked for otherwise: the way of asking was wrong, whatever was asked for. */
  readonly refusedFiles: ReadonlyMap<number, string>;
  /** Answers without the content that was asked for, since it is as it was. */
  readonly unchanged: ReadonlyMap<number, string>;
}

/**
 * Short answers of a tool that reads files or pages which say the same in every word, whatever of several places was asked for: they
 * are about the asking, and nothing of what was asked for came. Of files most of which had been read in the same way or as a whole
 * they say that these are as they were; of files that are asked for otherwise right after, they refuse.
 *
 *     open a.example   "Prompt is too long"
 *     open b.example   "Prompt is too long"     → one refusal
 *     open a.example   "Prompt is too long"
 *
 *     read a.log             "Too long. Read it in parts of up to 2000 lines each."
 *     read a.log from 400    "Too long. Read it in parts of up to 2000 lines each."     → one refusal
 *     read b.log             "Too long. Read it in parts of up to 2000 lines each."
 *     read b.log up to 90    1 GET / 2 GET / …
 */
export const groupAlikeAnswers = makeOnceInSteps(function* (recording: Recording): InSteps<AlikeAnswers> {
  const answers = yield* listShortAnswers(recording);
  const [files = [], pages = []] = [true, false].map((isFile) =>
    groupAlike(answers.filter(({ place }) => isFilePlace(place) === isFile)),
  );
  const { hadRead, askedNext } = yield* listReadings(recording, files.flat());
  const isMostIn = (calls: ReadonlySet<number>, group: readonly Answer[]) =>
    group.filter(({ call }) => calls.has(call)).length * 2 >= group.length;
  const unchanged = files.filter((group) => isMostIn(hadRead, group));
  const refusals = files.filter(
    (group) =>
      !isMostIn(hadRead, group) && (group[0]?.count ?? 0) >= REFUSAL_WORDS_MIN && isMostIn(askedNext, group),
  );
  return {
    refusals: nameGroups([...pages, ...refusals]),
    refusedFiles: nameGroups(refusals),
    unchanged: nameGroups(unchanged),
  };
});

function groupAlike(answers: readonly Answer[]): Answer[][] {
  return [...groupBy(answers, ({ about }) => about).values()].filter(
    (group) => group.length >= ANSWERS_MIN && new Set(group.map(({ place }) => place)).size >= PLACES_MIN,
  );
}

function nameGroups(groups: readonly (readonly Answer[])[]): ReadonlyMap<number, string> {
  return new Map(
    groups.flatMap((group) => group.map(({ result, about }): [number, string] => [result, about])),
  );
}

/** Calls whose answers are judged by how their file was asked for before and after. */
interface FileReadings {
  /** Calls whose file had been read before, in the same way or as a whole. */
  readonly hadRead: ReadonlySet<number>;
  /** Calls after which one of the next calls asks for the same file otherwise. */
  readonly askedNext: ReadonlySet<number>;
}

/** What was read of one file so far. */
interface FileSoFar {
  isWholeRead: boolean;
  readonly keysRead: Set<string>;
  /** The newest call for it, and its place among all calls. */
  last: { readonly call: number; readonly key: string; readonly at: number } | null;
}

/** How the files of some answers were asked for during the session. A call per step. */
function* listReadings(recording: Recording, answers: readonly Answer[]): InSteps<FileReadings> {
  const hadRead = new Set<number>();
  const askedNext = new Set<number>();
  const files = new Map(
    answers.map(({ place }): [string, FileSoFar] => [
      place,
      { isWholeRead: false, keysRead: new Set(), last: null },
    ]),
  );
  const refused = new Set(answers.map(({ result }) => result));
  const { blocks } = recording.session;
  let at = 0;
  for (const [call, result] of files.size === 0 ? [] : pairCalls(recording.session).resultOf) {
    yield;
    const block = blocks[call];
    at++;
    if (block === undefined || isShell(plainToolName(block.toolName))) continue;
    const args = readFullText(recording, block) ?? "";
    if (!looksUp(block.toolName, args)) continue;
    const file = files.get(placeAsked(block.toolName, args) ?? "");
    if (file === undefined) continue;
    const key = makeCallKey(block.toolName, args);
    const { last } = file;
    if (last !== null && at - last.at <= NEXT_CALLS && key !== last.key) askedNext.add(last.call);
    if (file.isWholeRead || file.keysRead.has(key)) hadRead.add(call);
    if (!refused.has(result) && !hasFailed(recording, result)) {
      file.keysRead.add(key);
      file.isWholeRead ||= !isForPart(args);
    }
    file.last = { call, key, at };
  }
  return { hadRead, askedNext };
}

function hasFailed(recording: Recording, result: number): boolean {
  const answer = recording.session.blocks[result];
  return answer === undefined || answer.isError || saysFailure(readFullText(recording, answer) ?? "");
}

/** Whether arguments ask for a part of a file, by a number. */
function isForPart(args: string): boolean {
  return Object.values(recordIn(parseJsonOrText(args)) ?? {}).some((value) => typeof value === "number");
}

function* listShortAnswers(recording: Recording): InSteps<Answer[]> {
  const answers: Answer[] = [];
  for (const [call, result] of pairCalls(recording.session).resultOf) {
    const answer = readShortAnswer(recording, call, result);
    if (answer !== null) answers.push(answer);
    yield;
  }
  return answers;
}

function readShortAnswer(recording: Recording, call: number, result: number): Answer | null {
  const { blocks } = recording.session;
  const [block, answer] = [blocks[call], blocks[result]];
  if (block === undefined || answer === undefined || isShell(plainToolName(block.toolName))) return null;
  const whole = readFullText(recording, answer) ?? "";
  if (whole.length > WHOLE_CHARS_MAX) return null;
  const text = removeAdded(whole);
  if (text === "" || text.length > CHARS_MAX || isEmptyResult(text)) return null;
  const args = readFullText(recording, block) ?? "";
  const place = looksUp(block.toolName, args) ? placeAsked(block.toolName, args) : null;
  const words = place === null ? null : extractErrorWords(text, args);
  const count = words?.split(" ").length ?? 0;
  if (place === null || words === null || count < WORDS_MIN) return null;
  return { call, result, place, count, about: `${block.toolName ?? ""} ${joinErrorWords(words)}` };
}
