import { indexFirstRefetches } from "@/lib/core/evidence/fetched-again";
import type { RepeatedCall, Session } from "@/lib/core/trace/session";
import type { TurnIndex } from "@/lib/core/units";
import type { SessionClock } from "./clock";

interface RepeatLine {
  readonly turn: TurnIndex;
  readonly kind: "repeat";
  readonly text: string;
  readonly plain: string;
  readonly blocks: readonly number[];
}

const WHEREABOUTS: Record<RepeatedCall["earlierResult"], string> = {
  in_window: "the earlier result still stood in the window",
  left: "the earlier result had left the window",
  never_entered: "the earlier result had never come into the window",
  no_result: "the earlier call had no result",
  pending: "both calls were made in the same turn",
};

/**
 * Two kinds of repeats: evicted results that were fetched again, each once; and calls that were repeated although their
 * result had not left. A result counts as fetched in the turn that asked for it.
 */
export function repeatLines(
  { blocks, residencies, evictions, repeats }: Session,
  clock: SessionClock,
): RepeatLine[] {
  const came = new Map(residencies.toReversed().map(({ block, since }) => [block, since]));
  const line = (
    turn: TurnIndex,
    call: number | null,
    result: number | null,
    fetched: TurnIndex | null,
    where: string,
  ) => {
    const plain = `re-fetches a source fetched at ${clock.name(came.get(result ?? -1) ?? fetched)}; ${where}`;
    const tool = blocks[call ?? result ?? -1]?.toolName ?? "a call";
    return {
      turn,
      kind: "repeat" as const,
      text: `${tool} ${plain}`,
      plain,
      blocks: [call ?? [], result ?? []].flat(),
    };
  };
  const calls = new Map(repeats.map((one) => [`${one.turn} ${one.earlierResultBlock ?? ""}`, one.call]));
  return [
    ...[...indexFirstRefetches(evictions)].map(([block, { turn }]) =>
      line(turn, calls.get(`${turn} ${block}`) ?? null, block, null, WHEREABOUTS.left),
    ),
    ...repeats
      .filter(({ earlierResult }) => earlierResult !== "left")
      .map((one) =>
        line(one.turn, one.call, one.earlierResultBlock, one.earlierTurn, WHEREABOUTS[one.earlierResult]),
      ),
  ];
}
