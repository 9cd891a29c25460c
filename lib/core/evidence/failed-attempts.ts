import { groupBy } from "../group-by";
import { groupAlikeAnswers } from "../proof/alike-answers";
import { joinErrorWords } from "../proof/error-words";
import { readError, readMissingPlace } from "../proof/read-error";
import { isToldFailed } from "../proof/failed";
import { normaliseOwnText } from "../proof/own-text";
import { extractCommand, parseJsonOrText, recordIn } from "../source/arguments";
import { nameAim, nameAttemptKind, nameRun } from "../source/attempted";
import { makeCallKey } from "../source/call-key";
import { removeExits, saysTryAgain } from "../source/failure";
import { isChanging, looksUp } from "../source/looks-up";
import { saysMissing } from "../source/missing";
import { RunningCommands } from "../source/running";
import { shortenPlace } from "../source/source";
import { isChange, isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText, readTextOfBlock } from "../trace/fold/recording";
import type { Block } from "../trace/session";
import type { CallPairs } from "../window/call-pairs";
import type { ResidencyIndex } from "../window/residency-index";
import type { FailedAttempt } from "./failed-attempt";
import { findTouched } from "./file-acts";
import type { Failed } from "./join-errors";
import { joinErrors } from "./join-errors";

/** The fewest words of an error that make it recognisable under other arguments. */
const WORDS_MIN = 4;
const GROUP_MIN = 3;
const CHANGED_MAX = 4;
/**
 * The fewest words of an error that is the same by no accident: a harness says it of several tools, or a program says it whatever
 * it is asked.
 */
const LONG_WORDS_MIN = 8;
/** The fewest words that no two programs say, except where nothing worked between them. */
const REFUSAL_WORDS_MIN = 16;
const CAUSE_WORDS_MIN = 6;

export interface AttemptScene {
  readonly recording: Recording;
  readonly calls: CallPairs;
  readonly standing: ResidencyIndex;
}

/**
 * Calls of one kind that failed with the same error, one attempt a turn, in the order of turns. The model of each attempt could
 * see the answer of the one before, now or earlier. A call of a shell is of the kind of its program. A look-up of another thing
 * is another question, so it counts where it asks for the same place, where three in a row fail alike and not for want of what they
 * ask for, or where files are refused for the way of asking (see `groupAlikeAnswers`). Calls for the same thing that is not there belong together
 * whatever asks for it; a look at what the call before may have made, and what was written or removed since, is none.
 *
 *     turn 3   edit a.ts  "0 occurrences of …"     a group of two: nothing of the kind worked between them
 *     turn 4   edit a.ts  "0 occurrences of …"
 *     turn 9   edit b.ts  done
 *     turn 30  edit c.ts  "0 occurrences of …"     belongs to it, since the same was said before
 *
 * A run that is made again and answered nearly the same is one error, too (see `joinErrors`), and so is one cause that several
 * tools or programs name in the same words, three times with nothing that worked between.
 *
 * What a command came to that goes on is what a later call is answered that asks for it.
 * Two attempts with something that worked between them are a group where the first answer had left by the second.
 */
export function* groupSameErrors({
  recording,
  calls,
  standing,
}: AttemptScene): Generator<undefined, FailedAttempt[][]> {
  const { session } = recording;
  const workedOf = new Map<string, number>();
  const asking = new MissingAsked();
  const running = new RunningCommands();
  let [changed, acted, callsSoFar, place] = [0, 0, 0, 0];
  const failed: Failed[] = [];
  for (const { index: turn, output } of session.turns) {
    for (const call of output) {
      const block = session.blocks[call];
      const result = calls.resultOf.get(call);
      if (block?.kind !== "tool_call" || result === undefined) continue;
      place++;
      const text = readFullText(recording, block) ?? "";
      const { toolName, args } = running.find(text) ?? { toolName: block.toolName, args: text };
      const name = plainToolName(toolName);
      if (isShell(name) && running.note({ toolName, args }, readTextOfBlock(recording, result))) {
        if (isChanging(toolName, args)) changed++;
        continue;
      }
      const kind = nameAttemptKind(toolName, args);
      const words = readError(recording, calls, result);
      const key = makeCallKey(toolName, isShell(name) ? extractCommand(args) : args);
      const program = isShell(name) ? `program ${/^\S*\s\S*/.exec(kind)?.[0] ?? kind}` : kind;
      const countWorked = (of: string) => workedOf.get(of) ?? 0;
      const [worked, sameWorked] = [countWorked(kind), countWorked(`key ${key}`)];
      const programWorked = countWorked(program);
      const aim = nameAim(toolName, args, key);
      const aimWorked = countWorked(`aim ${aim}`);
      const run = nameRun(toolName, args);
      const runWorked = countWorked(`run ${run}`);
      const hasFailed = words !== null || isToldFailed(recording, calls, result);
      const isLook = looksUp(toolName, args);
      if (!hasFailed) {
        for (const of of new Set([kind, program, `key ${key}`, `aim ${aim}`, `run ${run}`]))
          workedOf.set(of, countWorked(of) + 1);
        callsSoFar++;
        if (!isLook) acted++;
      }
      const changes = isLook || isChange(name, args) ? 0 : changed;
      if (!hasFailed && isChanging(toolName, args)) changed++;
      const missing = hasFailed ? readMissingPlace(recording, calls, result) : null;
      const asBlock = toolName === block.toolName ? block : { ...block, toolName };
      const askedSource = asking.read(asBlock, args, hasFailed, missing);
      const counts = { worked, programWorked, sameWorked, aimWorked, runWorked, changes };
      const attempt = { call, result, turn, kind, key, aim, program, run, missing, like: null, ...counts };
      if (missing !== null) {
        if (askedSource !== null)
          failed.push({
            about: askedSource,
            streak: null,
            cause: null,
            refusal: null,
            place,
            ...attempt,
            worked: 0,
            program: "",
          });
        continue;
      }
      if (words === null) continue;
      const count = words.split(" ").length;
      const by = count < LONG_WORDS_MIN ? kind : isShell(name) && count < REFUSAL_WORDS_MIN ? program : "";
      const resultText = readTextOfBlock(recording, result);
      const isOfTool = isLook && count >= WORDS_MIN && !saysMissing(resultText);
      const error = joinErrorWords(words);
      const isRefused = groupAlikeAnswers(recording).refusedFiles.has(result);
      const asks = (isLook && !isRefused) || count < WORDS_MIN ? (isShell(name) ? key : aim) : "";
      const about = JSON.stringify([by, error, asks]);
      const refusal =
        isOfTool && isShell(name) && !saysTryAgain(removeExits(resultText))
          ? JSON.stringify([by, normaliseOwnText(resultText)])
          : null;
      const streak = isOfTool ? JSON.stringify([by, error, by === kind ? worked : programWorked]) : null;
      const cause =
        count < CAUSE_WORDS_MIN || saysMissing(resultText)
          ? null
          : { words: error, between: isLook ? `all ${callsSoFar}` : `acts ${acted}` };
      failed.push({ about, streak, cause, refusal, place, ...attempt });
    }
    yield;
  }
  yield* joinErrors(recording, failed);
  const streaks = listStreaks(failed, standing);
  const inStreak = new Set(streaks.flat());
  const groups = groupBy(
    failed.filter((failure) => !inStreak.has(failure)),
    ({ about }) => about,
  );
  return [
    ...streaks,
    ...[...groups.values()]
      .map((group) => keepOneATurn(group, standing))
      .filter((group) => group.length >= GROUP_MIN || isRun(group) || hadLeft(group, standing)),
  ];
}

/**
 * Groups look-ups for several things that failed alike one after the other: the failure is not in what was asked for, but in what
 * asks for it.
 */
function listStreaks(failed: readonly Failed[], standing: ResidencyIndex): Failed[][] {
  const open = groupBy(
    failed.filter(({ streak }) => streak !== null),
    ({ streak }) => streak,
  );
  return [...open.values()]
    .map((group) => keepOneATurn(group, standing))
    .filter((group) => group.length >= GROUP_MIN && new Set(group.map(({ key }) => key)).size > 1);
}

/** Keeps one attempt a turn: calls that were made side by side could not see each other's answers. */
function keepOneATurn(group: readonly Failed[], standing: ResidencyIndex): Failed[] {
  const attempts: Failed[] = [];
  for (const failed of group) {
    const before = attempts.at(-1);
    const hasSeen =
      before !== undefined && standing.listResidencies(before.result).some(({ from }) => from <= failed.turn);
    if (before === undefined || (hasSeen && before.turn < failed.turn)) attempts.push(failed);
  }
  return attempts;
}

/** Whether two attempts follow each other with nothing of the kind that worked between them, or are the same call that never did. */
function isRun(group: readonly FailedAttempt[]): boolean {
  return group.some((failedAttempt, i) => {
    const before = group[i - 1];
    if (before === undefined) return false;
    const isOfKind = failedAttempt.missing !== null || failedAttempt.kind === before.kind;
    return (
      (isOfKind && failedAttempt.worked === before.worked) ||
      (isOfProgram(failedAttempt, before) && failedAttempt.programWorked === before.programWorked) ||
      (failedAttempt.key === before.key && failedAttempt.sameWorked === before.sameWorked) ||
      (failedAttempt.aim === before.aim && failedAttempt.aimWorked === before.aimWorked) ||
      (failedAttempt.run !== null &&
        failedAttempt.run === before.run &&
        failedAttempt.runWorked === before.runWorked)
    );
  });
}

/** Whether two attempts are of one program: another tool with the same refusal is another matter. */
function isOfProgram({ kind, program }: FailedAttempt, before: FailedAttempt): boolean {
  return program !== kind && program === before.program;
}

/** Whether an answer had left the window when its error came again: the model could not read it any more. */
function hadLeft(group: readonly FailedAttempt[], standing: ResidencyIndex): boolean {
  return group.some(({ turn }, i) => {
    const before = group[i - 1];
    return before !== undefined && standing.findAt(before.result, turn)?.mode !== "full";
  });
}

/** Follows a session's calls, and says of a call for something missing whether the model should have known. */
class MissingAsked {
  private folder = "";
  private wasChange = false;
  /** Last parts of the places that calls wrote or removed. */
  private readonly touched = new Set<string>();

  /**
   * A name that is equal for all calls that ask for the same thing in the same folder; `null` where it may have been there by
   * now.
   */
  read(block: Block, args: string, hasFailed: boolean, missing: string | null): string | null {
    const { paths, writes } = findTouched(block, args);
    const names = writes ? paths.map(readLastPart) : [];
    const mayBeThere =
      missing !== null &&
      (this.wasChange || this.touched.has(readLastPart(missing)) || names.includes(readLastPart(missing)));
    const waits = isShell(plainToolName(block.toolName)) && /\b(?:sleep|wait)\b/.test(extractCommand(args));
    const isAbsolute = missing !== null && /^(?:[\\/~]|[A-Za-z]:)/.test(missing);
    const about = JSON.stringify(["missing", isAbsolute ? "" : this.folder, missing]);
    this.wasChange = !hasFailed && isChanging(block.toolName, args);
    if (!hasFailed) {
      for (const part of names) this.touched.add(part);
      if (isShell(plainToolName(block.toolName)))
        this.folder = /^\s*cd\s+(\S{1,300})/.exec(extractCommand(args))?.[1] ?? this.folder;
    }
    return missing === null || mayBeThere || waits ? null : about;
  }
}

function readLastPart(place: string): string {
  return shortenPlace(place).split("/").at(-1) ?? "";
}

/** The names of the arguments that differ between two calls; empty where they are the same. */
export function listChangedArguments(recording: Recording, call: number, otherCall: number): string[] {
  const [record, otherRecord] = [call, otherCall].map((no) =>
    recordIn(parseJsonOrText(readTextOfBlock(recording, no))),
  );
  if (record == null || otherRecord == null) return [];
  const names = new Set([...Object.keys(record), ...Object.keys(otherRecord)]);
  return [...names]
    .filter((name) => JSON.stringify(record[name]) !== JSON.stringify(otherRecord[name]))
    .slice(0, CHANGED_MAX);
}
