import type { SnapshotTurn } from "@/lib/incident/snapshot";
import { duration } from "../format/format";

/** Where turns stand on the one axis of a timeline, from 0 to 1, and the idle gaps that were cut short. */
export interface TimelineAxis {
  readonly kind: "time" | "turns";
  /** The beginning of each turn; a turn ends where the next begins. */
  readonly starts: readonly number[];
  readonly gaps: readonly { readonly x: number; readonly label: string }[];
}

/** A pause is idle when it is longer than this and than many times the usual one. */
const IDLE_MS = 5 * 60_000;
const IDLE_TIMES_USUAL = 5;

/** Lays turns out by number or by wall clock; by number where a turn has no time. */
export function timelineAxis(
  turns: readonly SnapshotTurn[],
  wanted: "time" | "turns",
  compress: boolean,
): TimelineAxis {
  const times = turns.flatMap(({ at }) => at ?? []);
  if (wanted === "turns" || times.length < turns.length || times.length < 2)
    return { kind: "turns", starts: turns.map((_, i) => i / Math.max(1, turns.length)), gaps: [] };
  const steps = times.slice(1).map((at, i) => Math.max(0, at - (times[i] ?? at)));
  const usual = median(steps);
  const idle = Math.max(IDLE_MS, usual * IDLE_TIMES_USUAL);
  const widths = steps.map((step) => (compress && step > idle ? Math.max(usual, 1) : step));
  const total = Math.max(1, widths.reduce((sum, width) => sum + width, 0) + Math.max(usual, 1));
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width / total);
  const gaps = steps.flatMap((step, i) =>
    compress && step > idle ? [{ x: starts[i + 1] ?? 0, label: `${duration(step)} idle` }] : [],
  );
  return { kind: "time", starts, gaps };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
