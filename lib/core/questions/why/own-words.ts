import type { Judged } from "./candidates";
import type { Scene } from "./scene";
import type { Fate } from "./verdict";

/** The fate of what no block of the session holds. */
export function neverFate(scene: Scene): Fate {
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
 * What to make of a text that only the model itself wrote. A call that asked for it and got an error or nothing is where
 * it was lost; otherwise its own words are judged like anything else, the newest first.
 */
export function ownWordsFate(scene: Scene, own: readonly Judged[]): Judged[] {
  const newestFirst = own.toReversed();
  const failed = newestFirst.find((judged) => isFailedCall(scene, judged));
  if (failed === undefined) {
    const standing = newestFirst.find(({ fate }) => fate.verdict === "in_window");
    const first = standing ?? newestFirst[0];
    return first === undefined ? [] : [first, ...newestFirst.filter((judged) => judged !== first)];
  }
  const block =
    failed.candidate.block === null ? undefined : scene.recording.session.blocks[failed.candidate.block];
  const fate: Fate = { ...neverFate(scene), layer: "tool", turn: block?.createdTurn ?? scene.turn };
  return [{ ...failed, fate }, ...newestFirst.filter((judged) => judged !== failed)];
}

/** Whether it is a call made before the turn whose result is an error, or is not in the session. */
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
