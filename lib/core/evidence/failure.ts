import { saysFailure } from "../source/failure";
import type { Recording } from "../trace/fold/recording";
import { fullText } from "../trace/fold/recording";

/** Whether a result answers nothing: its harness calls it an error, or its text says so. */
export function isFailedResult(recording: Recording, result: number): boolean {
  const block = recording.session.blocks[result];
  if (block === undefined) return false;
  return block.isError || saysFailure(fullText(recording, block) ?? "");
}
