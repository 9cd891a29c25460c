"use client";

import { useEffect, useRef, useState } from "react";
import { withPart } from "@/lib/view/live/changes";
import type { SeriesPoint } from "@/lib/view/occupancy-model";
import { useRead } from "../data/reader";
import { useOnChange } from "../live/use-on-change";

/** Points that the chart is given: about two pixels each on a wide screen. */
export const SERIES_POINTS = 600;

export interface Series {
  readonly points: readonly SeriesPoint[];
  /** Turns of the session, before thinning out. */
  readonly total: number;
}

/**
 * The series of a session that grows while the page follows it. Reads the turns that changed; the whole series anew only
 * where it is thinned out, whose columns then stand for other turns.
 */
export function useSeries(sessionId: string, given: Series): Series {
  const read = useRead();
  const [grown, setGrown] = useState<{ from: readonly SeriesPoint[]; series: Series } | null>(null);
  const series = grown?.from === given.points ? grown.series : given;
  const latest = useRef(series);
  useEffect(() => {
    latest.current = series;
  });
  useOnChange(async ({ fromTurn }) => {
    if (fromTurn === null) return;
    const { points, total } = latest.current;
    const isWhole = points.length === total && fromTurn > (points[0]?.turn ?? 0);
    const readTurns = (since: string) =>
      read<Answer>(`/api/v1/sessions/${sessionId}/turns?maxPoints=${SERIES_POINTS}${since}`);
    const part = isWhole ? await readTurns(`&from=${fromTurn}`) : null;
    const merged = part === null ? [] : withPart(points, part.turns, fromTurn);
    const fits = part !== null && part.turns.length === part.total && merged.length <= SERIES_POINTS;
    const next = fits
      ? { points: merged, total: merged.length }
      : await readTurns("").then(({ turns, total: all }) => ({ points: turns, total: all }));
    setGrown({ from: given.points, series: next });
  });
  return series;
}

interface Answer {
  readonly turns: readonly SeriesPoint[];
  readonly total: number;
}
