import type { SeriesPoint } from "@/lib/view/answers";
import type { TurnRange } from "@/lib/view/chart/scale";
import { computeZoomedRange } from "@/lib/view/chart/scale";
import type { Unit } from "@/lib/view/occupancy/input";
import { nextTurn } from "@/lib/view/turn/next-turn";
import { useCommands } from "../commands/use-commands";
import { copyLink } from "../data/copy-link";
import { useOpenPage } from "../data/reader";

interface Shown {
  readonly sessionId: string;
  readonly points: readonly SeriesPoint[];
  readonly whole: TurnRange;
  readonly range: TurnRange | null;
  readonly cursor: number | null;
  /** Turns with an eviction, a compaction or a spike, and turns whose evidence was gone. */
  readonly events: readonly number[];
  readonly missing: readonly number[];
  readonly unit: Unit;
  readonly asTable: boolean;
}

interface Moves {
  readonly settle: () => void;
  readonly setTurn: (turn: number) => void;
  readonly setRange: (range: TurnRange | null) => void;
  readonly setTable: (on: boolean) => void;
  readonly setUnit: (unit: Unit) => void;
}

export function useOverviewKeys(shown: Shown, { settle, ...moves }: Moves): void {
  const { sessionId, points, whole, range, cursor, events, missing, unit, asTable } = shown;
  const { setTurn, setRange, setTable, setUnit } = moves;
  const openPage = useOpenPage();
  const step = (by: number) => {
    const at = points.findIndex(
      ({ turn, bucket }) => turn === cursor || (bucket.from <= (cursor ?? -1) && (cursor ?? -1) <= bucket.to),
    );
    const next = points[Math.max(0, Math.min(points.length - 1, at + by))];
    if (next !== undefined) setTurn(next.turn);
  };
  const toNext = (turns: readonly number[], direction: 1 | -1) => {
    const next = nextTurn(turns, cursor ?? 0, direction);
    if (next !== null) setTurn(next);
  };
  const zoom = (factor: number) => {
    const next = computeZoomedRange(range ?? whole, whole, cursor ?? whole.from, factor);
    setRange(next.from <= whole.from && next.to >= whole.to ? null : next);
  };
  useCommands({
    next: () => step(1),
    previous: () => step(-1),
    nextTen: () => step(10),
    previousTen: () => step(-10),
    nextEvent: () => toNext(events, 1),
    previousEvent: () => toNext(events, -1),
    nextDangling: () => toNext(missing, 1),
    previousDangling: () => toNext(missing, -1),
    zoomIn: () => zoom(0.5),
    zoomOut: () => zoom(2),
    fit: () => setRange(null),
    clear: () => setRange(null),
    table: () => setTable(!asTable),
    unit: () => setUnit(unit === "tokens" ? "share" : "tokens"),
    open: () => {
      if (cursor === null) return false;
      settle();
      openPage(`/sessions/${sessionId}/turns/${cursor}`);
    },
    copyLink: () => {
      settle();
      copyLink();
    },
  });
}
