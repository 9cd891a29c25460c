import type { Recording } from "../trace/fold/recording";
import type { Eviction } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import type { FetchOutcome } from "./edge";
import { answersNothing } from "./failure";
import { saysTheSame } from "./same-text";
import { Sources } from "./sources";

export interface FetchedAgain {
  readonly block: number;
  readonly leftTurn: TurnIndex;
  /** The first turn that fetched it again; while every fetch failed, the newest one. */
  readonly turn: TurnIndex;
  readonly call: number | null;
  readonly result: number | null;
  readonly outcome: FetchOutcome;
}

/**
 * The fold pairs an eviction with its re-fetch (`Eviction.refetchedTurn`). A result counts once, however
 * often it left. Every figure about re-fetches counts these.
 */
export function fetchedAgain(
  recording: Recording,
  calls: CallPairs,
  sources = new Sources(recording, calls),
): FetchedAgain[] {
  const { blocks, evictions } = recording.session;
  return [...firstRefetches(evictions)].map(([block, { leftTurn, turn }]) => {
    const result = sources.sameAs(block).find((one) => {
      const made = blocks[calls.callOf.get(one) ?? one];
      return one !== block && made?.createdTurn === turn;
    });
    return {
      block,
      leftTurn,
      turn,
      call: result === undefined ? null : (calls.callOf.get(result) ?? null),
      result: result ?? null,
      outcome: result === undefined ? "unknown" : outcomeOf(recording, block, result),
    };
  });
}

/** By block, in the order in which they left: when it left, and when it was first fetched again. */
export function firstRefetches(
  evictions: readonly Pick<Eviction, "block" | "turn" | "refetchedTurn">[],
): Map<number, Pick<FetchedAgain, "leftTurn" | "turn">> {
  const first = new Map<number, Pick<FetchedAgain, "leftTurn" | "turn">>();
  for (const { block, turn: leftTurn, refetchedTurn: turn } of evictions)
    if (turn !== null && !first.has(block)) first.set(block, { leftTurn, turn });
  return first;
}

function outcomeOf(recording: Recording, before: number, result: number): FetchOutcome {
  if (answersNothing(recording, result)) return "failed";
  const same = saysTheSame(recording, before, result);
  return same === null ? "unknown" : same ? "equal" : "changed";
}
