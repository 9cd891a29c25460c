import { isToldFailed } from "../proof/failed";
import { saysFailure, isEmptyResult } from "../source/failure";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import { pairCalls } from "../window/call-pairs";

/** Whether a result reports a failure: it is told to be one (see `isToldFailed`), or its words say so. */
export function isFailedResult(recording: Recording, result: number): boolean {
  const block = recording.session.blocks[result];
  if (block === undefined) return false;
  return (
    isToldFailed(recording, pairCalls(recording.session), result) ||
    saysFailure(readFullText(recording, block) ?? "")
  );
}

/** Whether a result brought nothing that could be used later: it failed, or its text says that nothing was found. */
export function answersNothing(recording: Recording, result: number): boolean {
  const block = recording.session.blocks[result];
  const text = block === undefined ? null : readFullText(recording, block);
  return isFailedResult(recording, result) || (text !== null && isEmptyResult(text));
}
