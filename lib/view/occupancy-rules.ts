import type { SeriesPoint } from "./answers";
import type { LimitProvenance } from "@/lib/core/vocabulary";
import { compact, limitWords } from "./format/format";
import type { OccupancyOptions } from "./occupancy-input";

/** From one turn up to another, which is not part of it. */
export interface RuleSpan {
  readonly from: number;
  readonly to: number;
}

/** A level that the window must not pass, over the turns that it holds for. */
export interface Rule {
  readonly value: number;
  readonly label: string;
  readonly kind: "window" | "budget";
  readonly spans: readonly RuleSpan[];
}

interface WindowLimit {
  readonly size: number;
  readonly from: LimitProvenance | undefined;
}

interface SizedTurns extends WindowLimit {
  readonly spans: RuleSpan[];
}

type LimitedPoint = Pick<SeriesPoint, "contextWindow" | "contextWindowProvenance">;

type Points = readonly (LimitedPoint & Pick<SeriesPoint, "bucket">)[];
type Limits = Pick<OccupancyOptions, "contextWindow" | "contextWindowProvenance">;

/** The context window of each turn, one rule for each size, and the budget. A session that changes its model has several. */
export function rulesOf(points: Points, options: OccupancyOptions): Rule[] {
  const windows = windowsOf(points, options);
  const whole = [wholeOf(points)];
  return [...windowRules(windows, whole, options), ...budgetRules(windows, whole, options)];
}

/** The turn's own, else the session's; `null` where neither is known. */
export function windowLimit(point: LimitedPoint, session: Limits): WindowLimit | null {
  if (point.contextWindow !== null) return { size: point.contextWindow, from: point.contextWindowProvenance };
  return session.contextWindow === null
    ? null
    : { size: session.contextWindow, from: session.contextWindowProvenance };
}

type Of = Pick<OccupancyOptions, "unit" | "budget">;

function windowRules(windows: readonly SizedTurns[], whole: readonly RuleSpan[], { unit }: Of): Rule[] {
  if (unit === "tokens" || windows.length === 0)
    return windows.map(({ size, from, spans }) => ({
      value: size,
      kind: "window",
      label: `window ${limitWords(size, from)}`,
      spans,
    }));
  return [{ value: 1, kind: "window", label: sharedLabel(windows), spans: whole }];
}

function budgetRules(
  windows: readonly SizedTurns[],
  whole: readonly RuleSpan[],
  { unit, budget }: Of,
): Rule[] {
  if (budget === null || (windows.length === 1 && windows[0]?.size === budget)) return [];
  const rule = (value: number, spans: readonly RuleSpan[]): Rule => ({
    value,
    kind: "budget",
    label: `budget ${compact(budget)}`,
    spans,
  });
  if (unit === "tokens") return [rule(budget, whole)];
  return windows.length === 0
    ? [rule(1, whole)]
    : windows.map(({ size, spans }) => rule(budget / size, spans));
}

function windowsOf(points: Points, session: Limits): SizedTurns[] {
  const windows = new Map<number, SizedTurns>();
  points.forEach((point, i) => {
    const limit = windowLimit(point, session);
    if (limit === null) return;
    const spans = windows.get(limit.size)?.spans ?? [];
    const to = points[i + 1]?.bucket.from ?? point.bucket.to + 1;
    const last = spans.at(-1);
    if (last?.to === point.bucket.from) spans[spans.length - 1] = { from: last.from, to };
    else spans.push({ from: point.bucket.from, to });
    windows.set(limit.size, { ...limit, spans });
  });
  return [...windows.values()];
}

function sharedLabel(windows: readonly SizedTurns[]): string {
  const [only] = windows;
  if (windows.length === 1 && only !== undefined) return `window ${limitWords(only.size, only.from)}`;
  const sizes = windows.map(({ size }) => size);
  return `window ${compact(Math.min(...sizes))} to ${compact(Math.max(...sizes))}`;
}

function wholeOf(points: Points): RuleSpan {
  return { from: points[0]?.bucket.from ?? 0, to: (points.at(-1)?.bucket.to ?? 0) + 1 };
}
