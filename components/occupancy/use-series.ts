import type { SeriesPoint } from "@/lib/view/answers";
import { useEffect, useRef, useState } from "react";
import { replacePart } from "@/lib/view/live/changes";
import { SERIES_POINTS, askTurns } from "@/lib/view/views/reads";
import { useRead } from "../data/reader";
import { useOnChange } from "../live/use-on-change";

export interface Series {
  readonly points: readonly SeriesPoint[];
  readonly total: number;
}

/**
 * Reads only the changed turns. A thinned series is read again as a whole, because its columns then stand for
 * other turns.
 */
export function useSeries(sessionId: string, initial: Series): Series {
  const read = useRead();
  const [grown, setGrown] = useState<{ from: readonly SeriesPoint[]; series: Series } | null>(null);
  const series = grown?.from === initial.points ? grown.series : initial;
  const latest = useRef(series);
  useEffect(() => {
    latest.current = series;
  });
  useOnChange(async ({ fromTurn }) => {
    if (fromTurn === null) return;
    const { points, total } = latest.current;
    const isWhole = points.length === total && fromTurn > (points[0]?.turn ?? 0);
    const part = isWhole ? await read(askTurns(sessionId, { from: fromTurn })) : null;
    const merged = part === null ? [] : replacePart(points, part.turns, fromTurn);
    const fits = part !== null && part.turns.length === part.total && merged.length <= SERIES_POINTS;
    const next = fits
      ? { points: merged, total: merged.length }
      : await read(askTurns(sessionId)).then(({ turns, total: all }) => ({ points: turns, total: all }));
    setGrown({ from: initial.points, series: next });
  }, "body");
  return series;
}
