import type { Recording } from "../trace/fold/recording";
import type { Eviction } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import { isFailedResult } from "./failure";

/** What fetching again brought: the same, something else, nothing, or an answer that has not come. */
export type FetchOutcome = "equal" | "changed" | "failed" | "unknown";

/** A result that left the window and was fetched again. Blocks are indexes into `Session.blocks`. */
export interface FetchedAgain {
  readonly block: number;
  readonly leftTurn: TurnIndex;
  /** The first turn that fetched it again. */
  readonly turn: TurnIndex;
  /** The call that did, and its result; `null` where they are not known. */
  readonly call: number | null;
  readonly result: number | null;
  readonly outcome: FetchOutcome;
}

/**
 * The results that were fetched again after they had left: by an equal call, or from the same path by whatever call. A
 * result counts once, however often it left. Every figure of what was fetched again counts these.
 */
export function fetchedAgain(recording: Recording, calls: CallPairs): FetchedAgain[] {
  const { session } = recording;
  const seen = new Set<number>();
  const found: FetchedAgain[] = [];
  const madeIn = callsByTurn(recording);
  for (const eviction of session.evictions) {
    const { block, turn: leftTurn, refetchedTurn } = eviction;
    if (refetchedTurn === null || seen.has(block)) continue;
    seen.add(block);
    const call = (madeIn.get(refetchedTurn) ?? []).find((made) =>
      isSameSource(recording, calls, eviction, made),
    );
    const result = call === undefined ? undefined : calls.resultOf.get(call);
    found.push({
      block,
      leftTurn,
      turn: refetchedTurn,
      call: call ?? null,
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

function callsByTurn({ session }: Recording): Map<TurnIndex, number[]> {
  const made = new Map<TurnIndex, number[]>();
  for (const { index, output } of session.turns)
    made.set(
      index,
      output.filter((block) => session.blocks[block]?.kind === "tool_call"),
    );
  return made;
}

function isSameSource({ session }: Recording, calls: CallPairs, { block }: Eviction, call: number): boolean {
  const first = calls.callOf.get(block);
  const result = session.blocks[calls.resultOf.get(call) ?? -1];
  const path = session.blocks[block]?.origin?.path;
  if (path !== undefined && result?.origin?.path === path) return true;
  return first !== undefined && rootOf(session.repeats, first) === rootOf(session.repeats, call);
}

const ROOTS = new WeakMap<object, ReadonlyMap<number, number>>();

/** The first call that a call repeats, itself when it repeats none. */
function rootOf(repeats: Recording["session"]["repeats"], call: number): number {
  let roots = ROOTS.get(repeats);
  if (roots === undefined) {
    const made = new Map<number, number>();
    for (const repeat of repeats) made.set(repeat.call, made.get(repeat.earlierCall) ?? repeat.earlierCall);
    ROOTS.set(repeats, (roots = made));
  }
  return roots.get(call) ?? call;
}

function outcomeOf(recording: Recording, before: number, result: number): FetchOutcome {
  if (isFailedResult(recording, result)) return "failed";
  const [was, is] = [contentKey(recording, before), contentKey(recording, result)];
  return was === null || is === null ? "unknown" : was === is ? "equal" : "changed";
}

function contentKey({ session }: Recording, block: number): string | null {
  const facts = session.blocks[block];
  const version = facts?.versions[facts.full];
  return version?.hash ?? version?.text ?? null;
}
