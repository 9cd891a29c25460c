import { nice, ticks } from "d3-array";

export interface Scale {
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
  to(value: number): number;
  /** Not rounded. */
  from(pixel: number): number;
}

/** A linear scale that never divides by zero. An empty domain maps to the start of the range. */
export function makeLinearScale(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const extent = domain[1] - domain[0];
  const span = range[1] - range[0];
  return {
    domain,
    range,
    to: (value) => range[0] + (extent === 0 ? 0 : ((value - domain[0]) / extent) * span),
    from: (pixel) => domain[0] + (span === 0 ? 0 : ((pixel - range[0]) / span) * extent),
  };
}

/** Both ends included. */
export interface TurnRange {
  readonly from: number;
  readonly to: number;
}

export function computeZoomedRange(
  range: TurnRange,
  whole: TurnRange,
  around: number,
  factor: number,
): TurnRange {
  const length = Math.max(
    MIN_TURNS,
    Math.min(whole.to - whole.from + 1, Math.round((range.to - range.from + 1) * factor)),
  );
  const share = (around - range.from + 0.5) / (range.to - range.from + 1);
  const from = Math.round(around + 0.5 - share * length);
  return limitRange({ from, to: from + length - 1 }, whole);
}

const MIN_TURNS = 4;

export function computeBrushedRange(
  a: number,
  b: number,
  [first, end]: readonly [number, number],
): TurnRange {
  const within = (x: number) => Math.max(first, Math.min(end - 1, Math.floor(x)));
  return { from: within(Math.min(a, b)), to: within(Math.max(a, b)) };
}

export function limitRange(range: TurnRange, whole: TurnRange): TurnRange {
  const length = Math.min(range.to - range.from, whole.to - whole.from);
  const from = Math.max(whole.from, Math.min(range.from, whole.to - length));
  return { from, to: from + length };
}

/**
 * About `count` round numbers for an axis, from 0 up to at least `highest`. With `whole` all are integers, for values
 * that have no halves.
 */
export function placeTicks(highest: number, count = 5, whole = false): number[] {
  if (!(highest > 0)) return [0, 1];
  const atMost = whole ? Math.min(count, Math.ceil(highest)) : count;
  return ticks(...nice(0, highest, atMost), atMost);
}

/** About five round shares from `lowest` or below up to 1. */
export function placeTicksUpTo1(lowest: number): number[] {
  return lowest >= 1 ? [0, 1] : ticks(...nice(lowest, 1, 4), 4);
}

export function turnTicks({ from, to }: TurnRange, count: number): number[] {
  return ticks(from, to, Math.max(2, count)).filter(Number.isInteger);
}
