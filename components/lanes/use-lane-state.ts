import { CURSOR_RESTS_MS, useUrlState } from "../data/use-url-state";
import { useMemo } from "react";
import { measureExitDensity } from "@/lib/view/lanes/density";
import type { LaneRow } from "@/lib/view/lanes/rows";
import { listLaneRows } from "@/lib/view/lanes/rows";
import type { TurnRange } from "@/lib/view/chart/scale";
import { readRequestedRange, readRequestedTurn } from "@/lib/view/requested-turns";
import { laneParams, parseAsTurnRange } from "@/lib/view/url-state";
import { useLive } from "../live/live-session";
import { useCursorAt } from "../session-frame/cursor";
import type { LaneState } from "./lane-filters";
import type { Lanes } from "./use-lanes";

export type LaneChange = Partial<{ [K in keyof LaneState]: LaneState[K] | null }>;

/** Parameters of the address that stop following the session when the reader changes them. */
const MOVES = ["turn", "r", "sel", "c"] as const;

/** What keys move. The address gets it once it rests: every write to it makes the router work. */
const RESTING: ReadonlySet<string> = new Set(["turn", "sel"]);

export function useLaneState({ lanes, firstTurn, lastTurn }: Lanes) {
  const { following, follow } = useLive();
  const [chosen, setState, settle] = useUrlState(laneParams, { history: "replace" });
  const state = useMemo(
    () => (following ? { ...chosen, turn: lastTurn, r: null } : chosen),
    [chosen, following, lastTurn],
  );
  const whole: TurnRange = { from: firstTurn, to: lastTurn };
  const { range, note: rangeNote } = readRequestedRange(
    state.r,
    parseAsTurnRange.parse(state.r ?? ""),
    whole,
  );
  const { turn: cursor, note: turnNote } = readRequestedTurn(state.turn, whole);
  const { by, sort, how, kind, tool, restorable, who, left, q, closed, pins } = state;
  // A moved selection or cursor lists the same rows.
  const rows = useMemo(
    () =>
      listLaneRows(lanes, {
        ...{ by, sort, how, kind, tool, restorable, who, q, pins },
        left: left !== null,
        closed: new Set(closed),
      }),
    [lanes, by, sort, how, kind, tool, restorable, who, left, q, closed, pins],
  );
  const density = useMemo(
    () => measureExitDensity(lanes, { from: firstTurn, to: lastTurn }),
    [lanes, firstTurn, lastTurn],
  );
  const change = (next: LaneChange, history: "push" | "replace" = "replace") => {
    const moves = following && MOVES.some((name) => name in next);
    if (moves) follow(false);
    const shown = "sel" in next && state.value !== null ? { value: null, ...next } : next;
    const all = moves ? { turn: lastTurn, r: null, ...shown } : shown;
    const isMove = Object.entries(all).every(([name, value]) => RESTING.has(name) && value !== null);
    setState(all, { history, ...(isMove && { afterMs: CURSOR_RESTS_MS }) });
  };
  useCursorAt(cursor);
  return {
    state: { ...state, turn: cursor },
    notes: [turnNote, rangeNote],
    change,
    settle,
    whole,
    range,
    rows,
    density,
    selected: lanes.find(({ id }) => id === state.sel),
    setTurn: (turn: number) => change({ turn: Math.max(whole.from, Math.min(whole.to, turn)) }),
    setRange: (next: TurnRange | null) => {
      const all = next === null || (next.from <= whole.from && next.to >= whole.to);
      change({ r: all ? null : parseAsTurnRange.serialize(next) }, "push");
    },
    pick: (row: LaneRow, turn: number | null) => {
      if (row.type === "lane") return change({ sel: row.lane.id, ...(turn !== null && { turn }) });
      const { closed } = state;
      change({ closed: row.closed ? closed.filter((key) => key !== row.key) : [...closed, row.key] });
    },
    togglePin: (id: string) => {
      const { pins } = state;
      change({ pins: pins.includes(id) ? pins.filter((pin) => pin !== id) : [...pins, id] });
    },
    toggleTable: () => change({ table: state.table === null ? "1" : null }),
    toggleFit: () => change({ fit: state.fit === null ? "1" : null }),
  };
}
