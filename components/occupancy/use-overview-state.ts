import { useCallback } from "react";
import type { TurnRange } from "@/lib/view/chart/scale";
import type { Band, Unit } from "@/lib/view/occupancy-input";
import { overviewParams, parseAsTurnRange } from "@/lib/view/url-state";
import { useUrlState } from "../data/use-url-state";
import { useLive } from "../live/live-session";
import { cursorTurn } from "../session/cursor";

/** The address gets the cursor once it rests: every write to it makes the router work. */
const CURSOR_RESTS_MS = 250;

/** A reader who moves stops following the session. */
export function useOverviewState() {
  const { following, follow } = useLive();
  const [state, setState, settle] = useUrlState(overviewParams, { history: "replace" });
  const setTurn = useCallback(
    (turn: number) => {
      if (following) follow(false);
      setState({ turn }, { afterMs: CURSOR_RESTS_MS });
    },
    [follow, following, setState],
  );
  const setRange = useCallback(
    (next: TurnRange | null) => {
      if (following) follow(false);
      const r = next === null ? null : parseAsTurnRange.serialize(next);
      setState({ r, ...(following && { turn: cursorTurn() }) }, { history: "push" });
    },
    [follow, following, setState],
  );
  const setHidden = useCallback(
    (hidden: Band[]) => setState({ hide: hidden.length === 0 ? null : hidden }),
    [setState],
  );
  const setUnit = useCallback((y: Unit) => setState({ y }), [setState]);
  const setTable = useCallback((on: boolean) => setState({ table: on ? "1" : null }), [setState]);
  return { state, settle, setTurn, setRange, setHidden, setUnit, setTable };
}
