import { isEmptyResult, removeExits, statesFailedExit, statesFailureInFields } from "../source/failure";
import { readHeading, readHeadingExit } from "../source/heading";
import { isFilePlace, placeAsked } from "../source/source";
import { isShell, plainToolName } from "../source/tool-words";
import type { Recording } from "../trace/fold/recording";
import { readFullText, readTextOfBlock } from "../trace/fold/recording";
import type { CallPairs } from "../window/call-pairs";

/** The longest answer that may say that nothing was found: that takes no more. */
const NOTHING_CHARS_MAX = 300;

/**
 * Whether a result is told to be a failure: its harness calls it an error, its command ended with a code that says so, or its
 * fields do. Words alone tell no failure, and neither do the fields of a file that was read. Everything that counts failed calls
 * asks here.
 *
 *     bash    "Exit code 1\n2 tests failed"              true
 *     bash    "Exit code 1", as a search that found nothing   false
 *     order   {"success": false, "error": "no stock"}    true
 *     order   "Error: no stock"                          false, but where the harness calls it an error
 */
export function isToldFailed(recording: Recording, { callOf }: CallPairs, result: number): boolean {
  const { blocks } = recording.session;
  const [answer, call] = [blocks[result], blocks[callOf.get(result) ?? -1]];
  if (answer?.kind !== "tool_result") return false;
  if (answer.isError) return true;
  const text = readFullText(recording, answer);
  const toolName = call?.toolName ?? null;
  if (text === null) return false;
  if (readHeadingExit(text) !== null || isShell(plainToolName(toolName)))
    return statesFailedExit(text) && !isOnlyExit(text.slice(readHeading(text).length));
  return (
    statesFailureInFields(text) &&
    !isFilePlace(placeAsked(toolName, readTextOfBlock(recording, callOf.get(result))))
  );
}

/** Whether a command said no more than the code with which it ended, as one does that finds nothing. */
export function isOnlyExit(text: string): boolean {
  return text.length <= NOTHING_CHARS_MAX && isEmptyResult(removeExits(text));
}
