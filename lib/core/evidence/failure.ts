import { saysFailure, isEmptyResult } from "../source/failure";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";

/** Whether a result reports a failure: its harness calls it an error, or its text says so. */
export function isFailedResult(recording: Recording, result: number): boolean {
  const block = recording.session.blocks[result];
  if (block === undefined) return false;
  return block.isError || saysFailure(readFullText(recording, block) ?? "");
}

export function answersNothing(recording: Recording, result: number): boolean {
  const block = recording.session.blocks[result];
  const text = block === undefined ? null : readFullText(recording, block);
  return isFailedResult(recording, result) || (text !== null && isEmptyResult(text));
}
