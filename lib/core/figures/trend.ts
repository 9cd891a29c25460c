import { groupBy } from "../group-by";
import type { BillFigureId, FigureId, FigureName } from "./names";
import { BILL_FIGURES, FIGURES } from "./names";

/** The figures that the summary of a bill has. */
export const BILL_TRENDS = [
  "costCarried",
  "costRewritten",
  "cacheLosses",
  "windowFloor",
  "costLost",
] as const satisfies readonly BillFigureId[];

/** The figures that are followed over time: those that a session's row has, the cost, and what its bill says. */
export const TREND_FIGURES = [
  "serious",
  "dangling",
  "peakWindow",
  "evictions",
  "repeatedCalls",
  "cost",
  "decisionsAbsent",
  "compactions",
  "tokensEvicted",
  "toolCalls",
  "turns",
  "duration",
  ...BILL_TRENDS,
] as const satisfies readonly (FigureId | BillFigureId)[];
export type TrendFigure = (typeof TREND_FIGURES)[number];

const NAMES: Readonly<Record<FigureId | BillFigureId, FigureName>> = { ...FIGURES, ...BILL_FIGURES };

export function trendName(figure: TrendFigure): FigureName {
  return NAMES[figure];
}

/** Whether the figure comes from the bill of a session, not from its figures. */
export function isOfBill(figure: TrendFigure): boolean {
  return BILL_TRENDS.some((trend) => trend === figure);
}

export const TREND_STEPS = ["day", "week"] as const;
export type TrendStep = (typeof TREND_STEPS)[number];

/** What the sessions of a trend can be split by, or, with `cause`, the figure itself. */
export const TREND_SPLITS = ["agent", "model", "policy", "cause"] as const;
export type TrendSplit = (typeof TREND_SPLITS)[number];

/** The figures that are sums over causes: what was paid for, or why the cache was lost. */
export const CAUSE_TRENDS = ["cost", "costLost", "cacheLosses"] as const satisfies readonly TrendFigure[];

/** A session at the time of its start, in ms. `part` is what the sessions are split by. */
export interface TrendPoint {
  readonly at: number;
  readonly part: string | null;
  readonly values: Readonly<Partial<Record<TrendFigure, number | null>>>;
  /** The parts of a figure that is a sum over causes, by cause; absent where they are not known. */
  readonly causes?: Readonly<Partial<Record<TrendFigure, ReadonlyMap<string, number>>>>;
}

/** `mean` is over the sessions whose value is known; `null` if there are none. `error` is its standard error; `null` below two. */
export interface TrendMean {
  readonly sessions: number;
  readonly known: number;
  readonly mean: number | null;
  readonly error: number | null;
}

const DAY_MS = 86_400_000;
/** 1970 began on a Thursday, and weeks begin on Mondays. */
const MONDAY_MS = 4 * DAY_MS;

/** The beginning of the day or week (from Monday, UTC) that a time is in, in ms. */
export function findStepStart(at: number, step: TrendStep): number {
  const ms = getStepMs(step);
  const origin = step === "week" ? MONDAY_MS : 0;
  return Math.floor((at - origin) / ms) * ms + origin;
}

export function getStepMs(step: TrendStep): number {
  return step === "week" ? 7 * DAY_MS : DAY_MS;
}

/** The beginnings of the last `steps` days or weeks up to the one with `last`, the earliest first. */
export function listTrendSteps(last: number, step: TrendStep, steps: number): number[] {
  const end = findStepStart(last, step);
  return Array.from({ length: steps }, (_, i) => end - (steps - 1 - i) * getStepMs(step));
}

/** The mean of a figure over the sessions that began in each step. A step without sessions has no mean, not 0. */
export function computeTrend(
  points: readonly TrendPoint[],
  figure: TrendFigure,
  starts: readonly number[],
  step: TrendStep,
): TrendMean[] {
  const byStart = groupBy(points, ({ at }) => findStepStart(at, step));
  return starts.map((start) => computeMean(byStart.get(start) ?? [], figure));
}

/**
 * What each cause has in a figure, step by step, the largest in all first. A session that is known to have nothing of a cause
 * counts with 0, so the means of a step's causes add up to that of the figure over the same sessions:
 *
 *     idle $2, edited $1   and   idle $4     idle: mean $3, edited: mean $0.50, together $3.50
 */
export function computeTrendByCause(
  points: readonly TrendPoint[],
  figure: TrendFigure,
  starts: readonly number[],
  step: TrendStep,
): { readonly value: string; readonly steps: TrendMean[] }[] {
  const first = starts[0] ?? Infinity;
  const sums = new Map<string, number>();
  for (const { at, causes } of points)
    if (at >= first)
      for (const [cause, amount] of causes?.[figure] ?? []) sums.set(cause, (sums.get(cause) ?? 0) + amount);
  return [...sums]
    .filter(([, sum]) => sum !== 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([value]) => {
      const figures = points.map((point) => {
        const causeValues = point.causes?.[figure];
        return {
          ...point,
          values: { [figure]: causeValues === undefined ? null : (causeValues.get(value) ?? 0) },
        };
      });
      return { value, steps: computeTrend(figures, figure, starts, step) };
    });
}

function computeMean(points: readonly TrendPoint[], figure: TrendFigure): TrendMean {
  const values = points.flatMap(({ values }) => values[figure] ?? []);
  const count = values.length;
  const mean = count === 0 ? null : values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - (mean ?? 0)) ** 2, 0);
  const error = count < 2 ? null : Math.sqrt(squares / (count - 1) / count);
  return { sessions: points.length, known: count, mean, error };
}

/** The fewest sessions that have a change, whatever their means are. */
export const COMPARED_MIN = 5;
/** About one comparison in twenty differs by more when nothing has changed. */
const ERRORS_MIN = 2;

/** Whether two means differ by more than sessions differ among themselves (Welch's comparison of two means). */
export function differs(a: Omit<TrendMean, "sessions">, b: Omit<TrendMean, "sessions">): boolean {
  if (a.mean === null || b.mean === null || a.error === null || b.error === null) return false;
  if (Math.min(a.known, b.known) < COMPARED_MIN) return false;
  return Math.abs(a.mean - b.mean) > ERRORS_MIN * Math.hypot(a.error, b.error);
}
