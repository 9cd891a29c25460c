import type { SeriesPoint } from "../answers";
import type { LimitProvenance } from "@/lib/core/vocabulary";
import { formatCompact, limitWords } from "../format/format";
import type { OccupancyOptions } from "./input";

/** From one turn up to another, which is not part of it. */
export interface RuleSpan {
  readonly from: number;
  readonly to: number;
}

/** A level that the window must not pass, over the turns that it holds for. */
export interface Rule {
  readonly value: number;
  readonly label: string;
  readonly kind: "window" | "budget" | "default budget";
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

type Points = readonly (LimitedPoint & Pick<SeriesPoint, "bucket" | "budget">)[];
type Limits = Pick<OccupancyOptions, "contextWindow" | "contextWindowProvenance">;

/** The context window of each turn, one rule for each size, and the budget. A session that changes its model has several. */
export function listRules(points: Points, options: OccupancyOptions): Rule[] {
  const windows = listWindows(points, options);
  const whole = [findWhole(points)];
  return [...listWindowRules(windows, whole, options), ...listBudgetRules(points, options)];
}

/** The turn's own, else the session's; `null` where neither is known. */
export function findWindowLimit(point: LimitedPoint, session: Limits): WindowLimit | null {
  if (point.contextWindow !== null) return { size: point.contextWindow, from: point.contextWindowProvenance };
  return session.contextWindow === null
    ? null
    : { size: session.contextWindow, from: session.contextWindowProvenance };
}

function listWindowRules(
  windows: readonly SizedTurns[],
  whole: readonly RuleSpan[],
  { unit }: OccupancyOptions,
): Rule[] {
  if (unit === "tokens" || windows.length === 0)
    return windows.map(({ size, from, spans }) => ({
      value: size,
      kind: "window",
      label: `window ${limitWords(size, from)}`,
      spans,
    }));
  return [{ value: 1, kind: "window", label: labelShared(windows), spans: whole }];
}

/** The budget of each turn, one rule for each height. One that is the whole window is drawn as the window. */
function listBudgetRules(points: Points, options: OccupancyOptions): Rule[] {
  const kind = classifyBudget(options);
  const heights = new Map<number, { spans: RuleSpan[]; sizes: Set<number> }>();
  points.forEach((point, i) => {
    const budget = findBudgetAt(point, options);
    const window = findWindowLimit(point, options)?.size ?? null;
    if (budget === null || budget === window) return;
    const value = options.unit === "tokens" ? budget : window === null ? 1 : budget / window;
    const { spans, sizes } = heights.get(value) ?? { spans: [], sizes: new Set() };
    extendSpans(spans, { from: point.bucket.from, to: endOf(points, i) });
    heights.set(value, { spans, sizes: sizes.add(budget) });
  });
  return [...heights].map(([value, { spans, sizes }]) => {
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    const words = least === most ? formatCompact(least) : `${formatCompact(least)} to ${formatCompact(most)}`;
    return { value, kind, label: `${kind} ${words}`, spans };
  });
}

/** Whether the budget is the session's own or the project's default. */
export function classifyBudget({ budget }: Pick<OccupancyOptions, "budget">): "budget" | "default budget" {
  return budget === null ? "default budget" : "budget";
}

/** The budget at a turn: the session's own, else the project's default. A copy made by an older version has no defaults. */
export function findBudgetAt(
  { budget }: Pick<SeriesPoint, "budget">,
  session: Pick<OccupancyOptions, "budget">,
): number | null {
  return session.budget ?? budget ?? null;
}

function listWindows(points: Points, session: Limits): SizedTurns[] {
  const windows = new Map<number, SizedTurns>();
  points.forEach((point, i) => {
    const limit = findWindowLimit(point, session);
    if (limit === null) return;
    const spans = windows.get(limit.size)?.spans ?? [];
    extendSpans(spans, { from: point.bucket.from, to: endOf(points, i) });
    windows.set(limit.size, { ...limit, spans });
  });
  return [...windows.values()];
}

/** Adds a span to those before it. */
function extendSpans(spans: RuleSpan[], next: RuleSpan): void {
  const last = spans.at(-1);
  if (last?.to === next.from) spans[spans.length - 1] = { from: last.from, to: next.to };
  else spans.push(next);
}

function endOf(points: Points, i: number): number {
  return points[i + 1]?.bucket.from ?? (points[i]?.bucket.to ?? 0) + 1;
}

function labelShared(windows: readonly SizedTurns[]): string {
  const [only] = windows;
  if (windows.length === 1 && only !== undefined) return `window ${limitWords(only.size, only.from)}`;
  const sizes = windows.map(({ size }) => size);
  return `window ${formatCompact(Math.min(...sizes))} to ${formatCompact(Math.max(...sizes))}`;
}

function findWhole(points: Points): RuleSpan {
  return { from: points[0]?.bucket.from ?? 0, to: (points.at(-1)?.bucket.to ?? 0) + 1 };
}
