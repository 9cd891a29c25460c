import { UNSEEN_ID } from "@/lib/replay/windows/fixed-part";
import type { Mode } from "@/lib/core/vocabulary";
import { count, plural } from "../format/format";
import type { Lane, LaneEviction } from "../lanes/decode";
import type { ResultRow } from "./results";
import { describeTrade } from "./verdict";

/**
 * A block in both sessions: for each, the runs of turns in which it stood in the window. An empty list means that it
 * never did.
 */
export interface ComparedBlock {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly a: readonly Stretch[];
  readonly b: readonly Stretch[];
  readonly turnsOnlyA: number;
  readonly turnsOnlyB: number;
  readonly tokens: number | null;
  readonly neededAfter: boolean;
  readonly exitsA: readonly LaneEviction[];
  readonly exitsB: readonly LaneEviction[];
}

/** Both ends included. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly mode: Mode;
}

export interface ReplayComparison {
  readonly firstTurn: number;
  readonly lastTurn: number;
  readonly blocks: readonly ComparedBlock[];
  readonly same: number;
  readonly turns: readonly number[];
}

interface Side {
  readonly lanes: readonly Lane[];
  readonly firstTurn: number;
  readonly lastTurn: number;
}

/**
 * Where each block stood under two policies. Blocks with equal ids are the same; a block that a policy wrote exists on
 * its side only. The residual is left out: a replay shows it as a block, a recording does not, but both sides have it.
 */
export function compareLanes(left: Side, right: Side): ReplayComparison {
  const [a, b] = [buildShownSide(left), buildShownSide(right)];
  const firstTurn = Math.min(a.firstTurn, b.firstTurn);
  const lastTurn = Math.max(a.lastTurn, b.lastTurn);
  const lanesOfB = new Map(b.lanes.map((lane) => [lane.id, lane]));
  const idsOfA = new Set(a.lanes.map(({ id }) => id));
  const pairs = [
    ...a.lanes.map((lane): [Lane | null, Lane | null] => [lane, lanesOfB.get(lane.id) ?? null]),
    ...b.lanes.filter(({ id }) => !idsOfA.has(id)).map((lane): [Lane | null, Lane | null] => [null, lane]),
  ];
  const turns = new Set<number>();
  const comparedBlocks = pairs.flatMap(([left, right]) => {
    const block = findBlock(left, right, lastTurn);
    const differing = block === null ? [] : listDifferingTurns(block);
    for (const turn of differing) turns.add(turn);
    return block === null || differing.length === 0 ? [] : [block];
  });
  return {
    firstTurn,
    lastTurn,
    blocks: comparedBlocks.toSorted(
      (block, otherBlock) =>
        Number(otherBlock.neededAfter) - Number(block.neededAfter) ||
        (otherBlock.tokens ?? 0) * otherBlock.turnsOnlyA - (block.tokens ?? 0) * block.turnsOnlyA ||
        (otherBlock.tokens ?? 0) - (block.tokens ?? 0),
    ),
    same: pairs.length - comparedBlocks.length,
    turns: [...turns].sort((turn, otherTurn) => turn - otherTurn),
  };
}

function buildShownSide(side: Side): Side {
  return { ...side, lanes: side.lanes.filter(({ id }) => id !== UNSEEN_ID) };
}

function findBlock(left: Lane | null, right: Lane | null, lastTurn: number): ComparedBlock | null {
  const lane = left ?? right;
  if (lane === null) return null;
  const [a, b] = [listStretches(left, lastTurn), listStretches(right, lastTurn)];
  const exits = [...(left?.evictions ?? []), ...(right?.evictions ?? [])];
  return {
    id: lane.id,
    name: lane.name,
    hint: lane.hint,
    a,
    b,
    turnsOnlyA: listTurns(a).filter((turn) => findModeAt(b, turn) === null).length,
    turnsOnlyB: listTurns(b).filter((turn) => findModeAt(a, turn) === null).length,
    tokens: lane.tokens,
    neededAfter: exits.some(({ neededAt }) => neededAt.length > 0),
    exitsA: left?.evictions ?? [],
    exitsB: right?.evictions ?? [],
  };
}

function listStretches(lane: Lane | null, lastTurn: number): Stretch[] {
  return (lane?.residencies ?? []).map(({ from, to, mode }) => ({ from, to: to ?? lastTurn, mode }));
}

function listTurns(list: readonly Stretch[]): number[] {
  return list.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i),
  );
}

export function findModeAt(list: readonly Stretch[], turn: number): Mode | null {
  return list.find(({ from, to }) => from <= turn && turn <= to)?.mode ?? null;
}

function listDifferingTurns({ a, b }: ComparedBlock): number[] {
  return [...new Set([...listTurns(a), ...listTurns(b)])].filter(
    (turn) => findModeAt(a, turn) !== findModeAt(b, turn),
  );
}

/** The next turn with a difference in a direction; the first one when no turn is chosen. */
export function nextDifference(
  { turns }: ReplayComparison,
  from: number | null,
  direction: 1 | -1,
): number | null {
  if (from === null) return (direction > 0 ? turns[0] : turns.at(-1)) ?? null;
  const further = turns.filter((turn) => (turn - from) * direction > 0);
  return (direction > 0 ? further[0] : further.at(-1)) ?? null;
}

export interface TurnDifference {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly tokens: string;
  readonly why: string;
}

export function turnDifference(
  { blocks }: ReplayComparison,
  turn: number,
): {
  readonly onlyA: TurnDifference[];
  readonly otherwise: TurnDifference[];
  readonly onlyB: TurnDifference[];
} {
  const [onlyA, otherwise, onlyB]: TurnDifference[][] = [[], [], []];
  for (const block of blocks) {
    const [a, b] = [findModeAt(block.a, turn), findModeAt(block.b, turn)];
    if (a === b) continue;
    const row = (why: string) => ({
      id: block.id,
      name: block.name,
      hint: block.hint,
      tokens: count(block.tokens),
      why,
    });
    if (b === null) onlyA?.push(row(describeExit(block.exitsB, turn)));
    else if (a === null) onlyB?.push(row(describeExit(block.exitsA, turn)));
    else otherwise?.push(row(`${a} in A, ${b} in B`));
  }
  return { onlyA: onlyA ?? [], otherwise: otherwise ?? [], onlyB: onlyB ?? [] };
}

function describeExit(exits: readonly LaneEviction[], turn: number): string {
  const exit = exits.findLast((eviction) => eviction.turn <= turn);
  if (exit === undefined) return "never in the other";
  const placeholder = exit.reference === null ? "nothing left in its place" : `${exit.reference} left`;
  const neededTurn = exit.neededAt.find((at) => at >= exit.turn);
  return `${exit.how} in turn ${exit.turn}, ${placeholder}${neededTurn === undefined ? "" : `; needed in turn ${neededTurn}`}`;
}

/** The trade of B against A in one line, and where it begins. */
export function writeVerdict(
  a: ResultRow,
  b: ResultRow,
  comparison: ReplayComparison,
  currency: string,
): string {
  const [first] = comparison.turns;
  if (first === undefined) return "The windows of the two are the same in every turn.";
  return (
    `B against A: ${describeTrade(b, a, currency)}. ` +
    `The windows first differ in turn ${first}, and in ${plural(comparison.turns.length, "turn")} in all.`
  );
}

/** B minus A at each common turn. Both hold what the recording measured beyond its blocks. */
export function listDifferenceBars(
  a: ResultRow,
  b: ResultRow,
): { readonly turn: number; readonly value: number }[] {
  const [left, right] = [indexTokensByTurn(a), indexTokensByTurn(b)];
  return [...right].flatMap(([turn, to]) => {
    const from = left.get(turn);
    return from === undefined ? [] : [{ turn, value: to - from }];
  });
}

function indexTokensByTurn({ result: { series } }: ResultRow): Map<number, number> {
  return new Map(series.turn.map((turn, i) => [turn, series.tokens[i] ?? 0]));
}
