import type { SnapshotTurn } from "@/lib/incident/snapshot";
import { formatDuration } from "../format/format";

/** The places of turns on a timeline's axis, from 0 to 1, and the idle gaps that were shortened. */
export interface TimelineAxis {
  readonly kind: "time" | "turns";
  /** The start of each turn. A turn ends where the next one starts. */
  readonly starts: readonly number[];
  readonly gaps: readonly { readonly x: number; readonly label: string }[];
}

const IDLE_MS = 5 * 60_000;
const IDLE_TIMES_USUAL = 5;

/** Uses numbers when any turn has no time. */
export function buildTimelineAxis(
  turns: readonly SnapshotTurn[],
  wanted: "time" | "turns",
  compress: boolean,
): TimelineAxis {
  const times = turns.flatMap(({ at }) => at ?? []);
  if (wanted === "turns" || times.length < turns.length || times.length < 2)
    return { kind: "turns", starts: turns.map((_, i) => i / Math.max(1, turns.length)), gaps: [] };
  const steps = times.slice(1).map((at, i) => Math.max(0, at - (times[i] ?? at)));
  const usual = computeMedian(steps);
  const idle = Math.max(IDLE_MS, usual * IDLE_TIMES_USUAL);
  const widths = steps.map((step) => (compress && step > idle ? Math.max(usual, 1) : step));
  const total = Math.max(1, widths.reduce((sum, width) => sum + width, 0) + Math.max(usual, 1));
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width / total);
  const gaps = steps.flatMap((step, i) =>
    compress && step > idle ? [{ x: starts[i + 1] ?? 0, label: `${formatDuration(step)} idle` }] : [],
  );
  return { kind: "time", starts, gaps };
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
