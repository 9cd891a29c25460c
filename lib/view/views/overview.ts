import { loadOverviewParams, overviewParams } from "../url-state";
import { findingsRead, windowPanelRead } from "./reads";
import type { AskedView, SessionView } from "./view";
import { named, unnamed } from "./view";

/** Turns up to which the window of every turn goes along with a share, not only that of its cursor. */
const WINDOWS_MAX = 60;

export const overview = {
  id: "overview",
  title: "Overview",
  segment: "",
  of: null,
  tab: "overview",
  params: overviewParams,
  share: {
    reads: (asked) => [
      named("findings", findingsRead(asked.sessionId)),
      ...turnsShown(asked).map((turn) => unnamed(windowPanelRead(asked.sessionId, turn))),
    ],
  },
} as const satisfies SessionView;

function turnsShown({ search, facts: { turns, firstTurn, peakTurn } }: AskedView): number[] {
  const cursor = loadOverviewParams(search).turn ?? peakTurn ?? firstTurn;
  if (firstTurn === null || cursor === null) return [];
  return turns > WINDOWS_MAX ? [cursor] : Array.from({ length: turns }, (_, i) => firstTurn + i);
}
