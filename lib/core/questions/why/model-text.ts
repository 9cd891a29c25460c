import type { Judged } from "./candidates";
import type { Scene } from "./scene";
import type { SubjectOutcome } from "./verdict";

export function neverSeen(scene: Scene): SubjectOutcome {
  return {
    verdict: "never_in_session",
    layer: "retrieval",
    turn: scene.turn,
    standing: null,
    exclusion: null,
    departure: null,
    summary: null,
  };
}

/**
 * Judges a text that only the model itself wrote. If a call asked for it and got an error or nothing, it was lost
 * there. Otherwise the model's own words are judged like other blocks, newest first.
 */
export function modelTextOutcome(scene: Scene, own: readonly Judged[]): Judged[] {
  const newestFirst = own.toReversed();
  const failed = newestFirst.find((judged) => isFailedCall(scene, judged));
  if (failed === undefined) {
    const standing = newestFirst.find(({ outcome }) => outcome.verdict === "in_window");
    const first = standing ?? newestFirst[0];
    return first === undefined ? [] : [first, ...newestFirst.filter((judged) => judged !== first)];
  }
  const block =
    failed.candidate.block === null ? undefined : scene.recording.session.blocks[failed.candidate.block];
  const outcome: SubjectOutcome = {
    ...neverSeen(scene),
    layer: "tool",
    turn: block?.createdTurn ?? scene.turn,
  };
  return [{ ...failed, outcome }, ...newestFirst.filter((judged) => judged !== failed)];
}

function isFailedCall({ recording, turn }: Scene, { candidate }: Judged): boolean {
  const { blocks } = recording.session;
  const call = candidate.block === null ? undefined : blocks[candidate.block];
  if (call?.kind !== "tool_call" || call.toolCallId === null) return false;
  if (call.createdTurn !== null && call.createdTurn >= turn) return false;
  const result = blocks.find(
    ({ kind, toolCallId }) => kind === "tool_result" && toolCallId === call.toolCallId,
  );
  return result === undefined || result.isError;
}
