import type { LimitProvenance } from "@/lib/core/vocabulary";
import { compact, limitWords } from "./format/format";
import type { OccupancyOptions, SeriesPoint } from "./occupancy-model";

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

interface Limit {
  readonly window: number;
  readonly from: LimitProvenance | undefined;
}

type Points = readonly Pick<SeriesPoint, "bucket" | "contextWindow" | "contextWindowProvenance">[];

/** The context window of each turn, one rule for each size, and the budget. A session that changes its model has several. */
export function rulesOf(points: Points, options: OccupancyOptions): Rule[] {
  const { unit, budget } = options;
  const windows = windowsOf(points, options);
  const sizes = [...windows.keys()];
  const rules: Rule[] =
    unit === "share"
      ? sizes.length === 0
        ? []
        : [{ value: 1, kind: "window", label: sharedLabel(windows), spans: [wholeOf(points)] }]
      : [...windows].map(([value, { limit, spans }]) => ({
          value,
          kind: "window",
          label: `window ${limitWords(value, limit.from)}`,
          spans,
        }));
  if (budget === null || (sizes.length === 1 && sizes[0] === budget)) return rules;
  const label = `budget ${compact(budget)}`;
  if (unit === "tokens" || sizes.length === 0)
    return [
      ...rules,
      { value: unit === "tokens" ? budget : 1, kind: "budget", label, spans: [wholeOf(points)] },
    ];
  return [
    ...rules,
    ...[...windows].map(([window, { spans }]): Rule => ({
      value: budget / window,
      kind: "budget",
      label,
      spans,
    })),
  ];
}

/** The sizes that a session's windows have, each with the turns that have it. */
function windowsOf(points: Points, options: OccupancyOptions) {
  const windows = new Map<number, { limit: Limit; spans: RuleSpan[] }>();
  points.forEach((point, i) => {
    const limit = limitOf(point, options);
    if (limit === null) return;
    const spans = windows.get(limit.window)?.spans ?? [];
    const to = points[i + 1]?.bucket.from ?? point.bucket.to + 1;
    const last = spans.at(-1);
    if (last?.to === point.bucket.from) spans[spans.length - 1] = { from: last.from, to };
    else spans.push({ from: point.bucket.from, to });
    windows.set(limit.window, { limit, spans });
  });
  return windows;
}

function limitOf(point: Points[number], options: OccupancyOptions): Limit | null {
  if (point.contextWindow !== null)
    return { window: point.contextWindow, from: point.contextWindowProvenance };
  const { contextWindow, contextWindowProvenance } = options;
  return contextWindow === null ? null : { window: contextWindow, from: contextWindowProvenance };
}

function sharedLabel(windows: ReadonlyMap<number, { limit: Limit }>): string {
  const sizes = [...windows.keys()];
  const [size, { limit } = { limit: undefined }] = [...windows][0] ?? [];
  return sizes.length === 1 && size !== undefined
    ? `window ${limitWords(size, limit?.from)}`
    : `window ${compact(Math.min(...sizes))} to ${compact(Math.max(...sizes))}`;
}

function wholeOf(points: Points): RuleSpan {
  return { from: points[0]?.bucket.from ?? 0, to: (points.at(-1)?.bucket.to ?? 0) + 1 };
}
