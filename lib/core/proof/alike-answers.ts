import { groupBy } from "../group-by";
import { makeOnceInSteps } from "../once";
import { isEmptyResult } from "../source/failure";
import { looksUp } from "../source/looks-up";
import { isFilePlace, placeAsked } from "../source/source";
import { isShell, plainToolName } from "../source/tool-words";
import type { InSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import { pairCalls } from "../window/call-pairs";
import { extractErrorWords, joinErrorWords } from "./error-words";
import { removeAdded } from "./own-text";

/** What says so much is about what was asked. */
const CHARS_MAX = 400;
/** With what a harness adds. */
const WHOLE_CHARS_MAX = 4_000;
const WORDS_MIN = 3;
const ANSWERS_MIN = 3;
const PLACES_MIN = 2;

interface Answer {
  readonly result: number;
  readonly toolName: string;
  readonly place: string;
  readonly words: string;
}

/** By the number of a result, the same for all that are one. */
interface AlikeAnswers {
  readonly ofPages: ReadonlyMap<number, string>;
  readonly ofFiles: ReadonlyMap<number, string>;
}

/**
 * Short answers of a tool that reads files or pages which say the same in every word, whatever of several places was asked for: they
 * are about the asking, and nothing of what was asked for came.
 *
 *     open a.example   "Prompt is too long"
 *     open b.example   "Prompt is too long"     → one
 *     open a.example   "Prompt is too long"
 */
export const groupAlikeAnswers = makeOnceInSteps(function* (recording: Recording): InSteps<AlikeAnswers> {
  const answers = yield* listShortAnswers(recording);
  const [files, pages] = [true, false].map((isFile) =>
    answers.filter(({ place }) => isFilePlace(place) === isFile),
  );
  return { ofPages: groupAlike(pages ?? []), ofFiles: groupAlike(files ?? []) };
});

function groupAlike(answers: readonly Answer[]): ReadonlyMap<number, string> {
  const groups = groupBy(answers, ({ toolName, words }) => `${toolName} ${words}`);
  const alike = [...groups].filter(
    ([, own]) => own.length >= ANSWERS_MIN && new Set(own.map(({ place }) => place)).size >= PLACES_MIN,
  );
  return new Map(alike.flatMap(([about, own]) => own.map(({ result }): [number, string] => [result, about])));
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
  if (place === null || words === null || words.split(" ").length < WORDS_MIN) return null;
  return { result, toolName: block.toolName ?? "", place, words: joinErrorWords(words) };
}
