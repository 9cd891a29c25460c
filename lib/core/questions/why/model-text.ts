import { isToldFailed } from "../../proof/failed";
import { pairCalls } from "../../window/call-pairs";
import type { Judged } from "./candidates";
import type { Scene } from "./scene";
import { decideOutcome } from "./subject-outcome";
import type { SubjectOutcome } from "./verdict";

export function makeNeverSeen(scene: Scene): SubjectOutcome {
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
 * Judges a text that only the model itself wrote. Where it stands in the window, it stands there. Else, if a call asked for
 * it and was answered, what became of the answer counts; if every such call got an error or nothing, it was lost there.
 * Otherwise the model's own words are judged like other blocks, newest first.
 */
export function judgeModelText(scene: Scene, ownText: readonly Judged[]): Judged[] {
  const newestFirst = ownText.toReversed();
  const answers = newestFirst.map((judged) => ({ judged, answer: answerTo(scene, judged) }));
  const answered = answers.find(({ answer }) => answer !== null && answer !== "failed");
  const failed = answers.find(({ answer }) => answer === "failed")?.judged;
  if (answered !== undefined || failed === undefined) {
    const standingText = newestFirst.find(({ outcome }) => outcome.verdict === "in_window");
    const first = standingText ?? (answered === undefined ? newestFirst[0] : judgeAnswer(scene, answered));
    const otherTexts = newestFirst.filter((judged) => judged !== first);
    return first === undefined ? [] : [first, ...otherTexts];
  }
  const block =
    failed.candidate.block === null ? undefined : scene.recording.session.blocks[failed.candidate.block];
  const outcome: SubjectOutcome = {
    ...makeNeverSeen(scene),
    layer: "tool",
    turn: block?.createdTurn ?? scene.turn,
  };
  return [{ ...failed, outcome }, ...newestFirst.filter((judged) => judged !== failed)];
}

/** The block that answered a call before the scene's turn, or that it failed; `null` for what is no such call. */
function answerTo({ recording, turn }: Scene, { candidate }: Judged): number | "failed" | null {
  const { blocks } = recording.session;
  const call = candidate.block === null ? undefined : blocks[candidate.block];
  if (call?.kind !== "tool_call" || call.toolCallId === null) return null;
  if (call.createdTurn !== null && call.createdTurn >= turn) return null;
  const result = blocks.findIndex(
    ({ kind, toolCallId }) => kind === "tool_result" && toolCallId === call.toolCallId,
  );
  return result < 0 || isToldFailed(recording, pairCalls(recording.session), result) ? "failed" : result;
}

function judgeAnswer(
  scene: Scene,
  { judged, answer }: { readonly judged: Judged; readonly answer: number | "failed" | null },
): Judged {
  const block = typeof answer === "number" ? scene.recording.session.blocks[answer] : undefined;
  if (block === undefined || typeof answer !== "number") return judged;
  const subject = { sourceId: block.id, block: answer, shows: () => true, needle: null };
  const candidate = { sourceId: block.id, block: answer, foundIn: null, quote: null };
  return { candidate, subject, outcome: decideOutcome(scene, subject), named: true, own: false };
}
