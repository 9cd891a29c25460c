import { groupBy } from "../group-by";
import { makeOnce } from "../once";
import type { Recording } from "../trace/fold/recording";
import type { Eviction } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import type { FetchOutcome } from "./edge";
import { answersNothing } from "./failure";
import { sourcesOf } from "./sources";
import { readFullText } from "../trace/fold/recording";

const CHARS_MAX = 400_000;

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
 * The results that left and were fetched again. The fold pairs an eviction with its re-fetch (`Eviction.refetchedTurn`). A result
 * counts once, however often it left. Every figure about re-fetches counts these.
 */
export function findFetchedAgain(recording: Recording, calls: CallPairs): FetchedAgain[] {
  return [...findFetches(recording, calls)];
}

/** Like {@link findFetchedAgain}, one after the other, for a caller that has other work in between. */
export function* findFetches(recording: Recording, calls: CallPairs): Generator<FetchedAgain> {
  const { blocks, evictions } = recording.session;
  const sources = sourcesOf(recording);
  const madeAt = makeOnce((results: readonly number[]) =>
    groupBy(results, (result) => blocks[calls.callOf.get(result) ?? result]?.createdTurn ?? null),
  );
  for (const [block, { leftTurn, turn }] of indexFirstRefetches(evictions)) {
    const result = madeAt(sources.sameAs(block))
      .get(turn)
      ?.find((earlierResult) => earlierResult !== block);
    yield {
      block,
      leftTurn,
      turn,
      call: result === undefined ? null : (calls.callOf.get(result) ?? null),
      result: result ?? null,
      outcome: result === undefined ? "unknown" : judgeOutcome(recording, block, result),
    };
  }
}

/** By block, in the order in which they left: when it left, and when it was first fetched again. */
export function indexFirstRefetches(
  evictions: readonly Pick<Eviction, "block" | "turn" | "refetchedTurn">[],
): Map<number, Pick<FetchedAgain, "leftTurn" | "turn">> {
  const first = new Map<number, Pick<FetchedAgain, "leftTurn" | "turn">>();
  for (const { block, turn: leftTurn, refetchedTurn: turn } of evictions)
    if (turn !== null && !first.has(block)) first.set(block, { leftTurn, turn });
  return first;
}

function judgeOutcome(recording: Recording, before: number, result: number): FetchOutcome {
  if (answersNothing(recording, result)) return "failed";
  const isSame = saysTheSame(recording, before, result);
  return isSame === null ? "unknown" : isSame ? "equal" : "changed";
}

/** Whether two results say the same, or one is a part of the other; `null` where a text is unknown. */
function saysTheSame(recording: Recording, a: number, b: number): boolean | null {
  const share = computeSharedLines(recording, a, b);
  return share === null ? null : share === 1;
}

/** The share of lines of the shorter result that the other one has, from 0 to 1; `null` where a text is unknown. */
function computeSharedLines(recording: Recording, a: number, b: number): number | null {
  const { blocks } = recording.session;
  const [block, otherBlock] = [blocks[a], blocks[b]];
  if (block === undefined || otherBlock === undefined) return null;
  const [hash, otherHash] = [block.versions[block.full]?.hash, otherBlock.versions[otherBlock.full]?.hash];
  if (hash != null && hash === otherHash) return 1;
  const [text, otherText] = [readFullText(recording, block), readFullText(recording, otherBlock)];
  if (text === null || otherText === null) return null;
  const [fewerLines, moreLines] = [splitLines(text), splitLines(otherText)].sort(
    (x, y) => x.length - y.length,
  );
  if (fewerLines === undefined || moreLines === undefined || fewerLines.length === 0)
    return text === otherText ? 1 : 0;
  const manyValues = new Set(moreLines);
  return fewerLines.filter((line) => manyValues.has(line)).length / fewerLines.length;
}

/** The lines of a text that say something. Two texts are compared by them. */
export function splitLines(text: string): string[] {
  return text
    .slice(0, CHARS_MAX)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
