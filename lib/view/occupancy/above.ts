import type { SeriesPoint } from "../answers";
import { formatCompact, plural } from "../format/format";
import type { OccupancyOptions } from "./input";
import { findBudgetAt, classifyBudget, findWindowLimit } from "./rules";

interface Limit {
  readonly name: string;
  readonly of: (point: SeriesPoint) => number | null;
}

const SPANS_NAMED_MAX = 3;

/**
 * When the window was above its budget and above what the model takes, and for how many turns. Where a column stands
 * for several turns, at least one of them was above. Empty where none was.
 */
export function describeAbove(points: readonly SeriesPoint[], options: OccupancyOptions): string {
  const budgets = new Set(points.map((point) => findBudgetAt(point, options)));
  const [only] = budgets.size === 1 ? budgets : [];
  const kind = classifyBudget(options);
  const limits: Limit[] = [
    {
      name: only == null ? kind : `${kind} of ${formatCompact(only)}`,
      of: (point) => findBudgetAt(point, options),
    },
    { name: "model's window", of: (point) => findWindowLimit(point, options)?.size ?? null },
  ];
  return limits.map((limit) => writeSentence(points, limit)).join("");
}

function writeSentence(points: readonly SeriesPoint[], { name, of }: Limit): string {
  const spans: { from: number; to: number }[] = [];
  let turns = 0;
  let before: SeriesPoint | null = null;
  for (const point of points) {
    const limit = of(point);
    const isAbove = point.windowTokens !== null && limit !== null && point.windowTokens > limit;
    const last = spans.at(-1);
    if (isAbove) {
      turns += point.bucket.turns;
      if (last !== undefined && last.to === before?.bucket.to) last.to = point.bucket.to;
      else spans.push({ from: point.bucket.from, to: point.bucket.to });
    }
    before = point;
  }
  if (turns === 0) return "";
  const isExact = points.every(({ bucket }) => bucket.turns === 1);
  return ` Above its ${name} on ${isExact ? "" : "up to "}${plural(turns, "turn")}: ${describePlaces(spans)}.`;
}

function describePlaces(spans: readonly { from: number; to: number }[]): string {
  const words = spans
    .slice(0, SPANS_NAMED_MAX)
    .map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const more = spans.length - words.length;
  return `turn ${words.join(", ")}${more === 0 ? "" : `, and ${plural(more, "more time")}`}`;
}
