import { countWords } from "../count-words";
import { groupBy } from "../group-by";
import { hasCounts, extractErrorWords } from "../proof/error-words";
import { removeAdded } from "../proof/own-text";
import { countShared, isMostlyShared, listOwnLines } from "../proof/shared-lines";
import { extractCommand } from "../source/arguments";
import { listErrorLines, removeExits } from "../source/failure";
import type { InSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import { readTextOfBlock } from "../trace/fold/recording";
import type { FailedAttempt } from "./failed-attempt";

const GROUP_MIN = 3;
/** How many different errors of one kind are remembered. */
const ANSWERS_KEPT = 8;
const NEAR_SHARE_MIN = 0.8;
const NEAR_LINES_MIN = 3;
const ERROR_LINE_WORDS_MIN = 4;
/** The most lines of a short answer, in which every line is about the failure. */
const SHORT_LINES_MAX = 12;
const SHORT_WORDS_MIN = 6;

/** A failed attempt with everything that can make it one error with others. */
export interface Failed extends FailedAttempt {
  like: FailedAttempt["like"];
  /** Equal for attempts that make one group. */
  about: string;
  /** The place of the call among all calls. */
  readonly place: number;
  /** Equal for look-ups of one program that were answered with the very same words. */
  readonly refusal: string | null;
  /** What the error says, where that is enough to be one cause of several failures, and what had worked until then. */
  readonly cause: { readonly words: string; readonly between: string } | null;
  /** Equal for look-ups of one kind that failed alike with none between that worked. */
  readonly streak: string | null;
}

/**
 * Gives one `about` to attempts that are one error in other words, or of another thing: a refusal of how a program is asked, one
 * cause of several kinds of calls, and runs whose answers say nearly the same.
 */
export function* joinErrors(recording: Recording, failed: readonly Failed[]): InSteps<void> {
  joinCauses(failed);
  joinRefusals(failed);
  yield* joinNearlySame(recording, failed);
}

/**
 * A program that answers three look-ups for several things with the very same words, or two one right after the other, refuses the way
 * in which it was asked.
 */
function joinRefusals(failed: readonly Failed[]): void {
  const alike = groupBy(
    failed.filter(({ refusal }) => refusal !== null),
    ({ refusal }) => refusal,
  );
  for (const [refusal, group] of alike)
    if (
      new Set(group.map(({ turn }) => turn)).size >= GROUP_MIN ||
      group.some(({ place }, i) => place === (group[i - 1]?.place ?? -1) + 1)
    )
      for (const failure of group) failure.about = refusal ?? failure.about;
}

/** Three of several kinds in a row that failed in the same words have one cause, and so have all others in these words. */
function joinCauses(failed: readonly Failed[]): void {
  const inRow = groupBy(
    failed.filter(({ cause }) => cause !== null),
    ({ cause }) => JSON.stringify(cause),
  );
  const causes = new Set(
    [...inRow.values()]
      .filter(
        (group) =>
          new Set(group.map(({ turn }) => turn)).size >= GROUP_MIN &&
          new Set(group.map(({ kind }) => kind)).size > 1,
      )
      .map(([first]) => first?.cause?.words),
  );
  for (const failure of failed)
    if (failure.cause !== null && causes.has(failure.cause.words)) failure.about = failure.cause.words;
}

/**
 * Runs of the same that failed with nearly the same answer belong together. Most lines are the same and none of the others counts
 * something, as a test run does that comes further; or nothing had changed between, and all lines that name an error stand in the other, too.
 *
 *     turn 3   npm test | tail -20     "… Error: no server at 7 …  1 failed"
 *     turn 4   npm test | grep Error   "Error: no server at 7"                   the same
 *
 * So do calls of one kind in a row of which a short answer says all that another one says.
 */
function* joinNearlySame(recording: Recording, failed: readonly Failed[]): InSteps<void> {
  const unexplained = failed.filter(({ run, missing }) => run !== null && missing === null);
  yield* join(
    groupBy(unexplained, ({ run }) => run),
    (first, answer) => countNearlyShared(recording, first, answer),
  );
  yield* join(
    groupBy(unexplained, ({ kind, worked }) => `${worked} ${kind}`),
    (first, answer) => countAllShared(recording, first, answer),
  );
}

function* join(
  groups: ReadonlyMap<unknown, readonly Failed[]>,
  countLines: (first: Failed, failed: Failed) => number,
): InSteps<void> {
  for (const group of groups.values()) {
    const firsts = new Map<string, Failed>();
    for (const failed of group) {
      yield;
      if (firsts.has(failed.about)) continue;
      const near = [...firsts.values()].slice(-ANSWERS_KEPT).flatMap((first) => {
        const lines = countLines(first, failed);
        return lines === 0 ? [] : { first, lines };
      })[0];
      if (near === undefined) firsts.set(failed.about, failed);
      else {
        failed.about = near.first.about;
        failed.like = { result: near.first.result, lines: near.lines };
      }
    }
  }
}

/** How many lines two answers share that say nearly the same; 0 where they say something else. */
function countNearlyShared(recording: Recording, first: Failed, failed: Failed): number {
  const [before, after] = [first, failed].map(({ result }) =>
    listOwnLines(readTextOfBlock(recording, result)),
  ) as [ReadonlySet<string>, ReadonlySet<string>];
  const shared = countShared(before, after);
  if (shared === 0) return 0;
  const isMost = shared >= NEAR_LINES_MIN && isMostlyShared(before, after, NEAR_SHARE_MIN);
  if (isMost && listCounted(before, after) === listCounted(after, before)) return shared;
  if (failed.changes !== first.changes) return 0;
  const [errors, firstErrors] = [listErrorsOf(recording, failed), listErrorsOf(recording, first)];
  const [fewerErrors, moreErrors] =
    errors.length <= firstErrors.length ? [errors, firstErrors] : [firstErrors, errors];
  return fewerErrors.length > 0 && fewerErrors.every((line) => moreErrors.includes(line)) ? shared : 0;
}

/** What the lines that another text lacks count, without the times that they tell. */
function listCounted(lines: ReadonlySet<string>, otherLines: ReadonlySet<string>): string {
  const countLines = [...lines].filter((line) => !otherLines.has(line) && hasCounts(line));
  return [...new Set(countLines.map((line) => extractErrorWords(line, "", true)))].sort().join("\n");
}

/** How many lines a short answer shares with one that says all of it; 0 where it says something else, or too little. */
function countAllShared(recording: Recording, first: Failed, failed: Failed): number {
  const [before, after] = [first, failed].map(({ result }) =>
    listOwnLines(removeExits(removeAdded(readTextOfBlock(recording, result)))),
  ) as [ReadonlySet<string>, ReadonlySet<string>];
  const [fewerLines, moreLines] = before.size <= after.size ? [before, after] : [after, before];
  const isSaid = [...fewerLines].some((line) => countWords(line) >= SHORT_WORDS_MIN);
  return moreLines.size <= SHORT_LINES_MAX && isSaid && countShared(fewerLines, moreLines) === fewerLines.size
    ? fewerLines.size
    : 0;
}

/** The lines of an answer that name an error in words enough to be known again. */
function listErrorsOf(recording: Recording, { call, result }: Failed): string[] {
  const command = extractCommand(readTextOfBlock(recording, call));
  return listErrorLines(command, removeAdded(readTextOfBlock(recording, result))).filter(
    (line) => countWords(line) >= ERROR_LINE_WORDS_MIN,
  );
}
