import type { Recording } from "../trace/fold/recording";
import type { Eviction } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import type { FetchOutcome } from "./edge";
import { answersNothing } from "./failure";
import { saysTheSame } from "./same-text";
import { Sources } from "./sources";

/** A result that left the window and was fetched again. Blocks are indexes into `Session.blocks`. */
export interface FetchedAgain {
  readonly block: number;
  readonly leftTurn: TurnIndex;
  /** The first turn that fetched it again; the newest one while every fetch failed. */
  readonly turn: TurnIndex;
  /** The call that did, and its result; `null` where they are not known. */
  readonly call: number | null;
  readonly result: number | null;
  readonly outcome: FetchOutcome;
}

/**
 * The results that were fetched again from the same source after they had left. The fold closes the loop
 * (`Eviction.refetchedTurn`); a result counts once, however often it left. Every figure of what was fetched again counts these.
 */
export function fetchedAgain(
  recording: Recording,
  calls: CallPairs,
  sources = new Sources(recording, calls),
): FetchedAgain[] {
  const { blocks, evictions } = recording.session;
  const seen = new Set<number>();
  const found: FetchedAgain[] = [];
  for (const { block, turn: leftTurn, refetchedTurn } of evictions) {
    if (refetchedTurn === null || seen.has(block)) continue;
    seen.add(block);
    const result = sources.sameAs(block).find((one) => {
      const made = blocks[calls.callOf.get(one) ?? one];
      return one !== block && made?.createdTurn === refetchedTurn;
    });
    found.push({
      block,
      leftTurn,
      turn: refetchedTurn,
      call: result === undefined ? null : (calls.callOf.get(result) ?? null),
      result: result ?? null,
      outcome: result === undefined ? "unknown" : outcomeOf(recording, block, result),
    });
  }
  return found;
}

/** The evicted results of a session that were fetched again, each once. */
export function blocksFetchedAgain(
  evictions: readonly Pick<Eviction, "block" | "refetchedTurn">[],
): Set<number> {
  return new Set(evictions.flatMap(({ block, refetchedTurn }) => (refetchedTurn === null ? [] : [block])));
}

function outcomeOf(recording: Recording, before: number, result: number): FetchOutcome {
  if (answersNothing(recording, result)) return "failed";
  const same = saysTheSame(recording, before, result);
  return same === null ? "unknown" : same ? "equal" : "changed";
}
