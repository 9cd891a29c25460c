import { makeApiRead } from "@/lib/api/request/request";
import { loadOverviewParams, overviewParams } from "../url-state";
import { askCost, askFindings, askTurns } from "./reads";
import type { AskedView, SessionView } from "./view";

/**
 * In a session with at most this many turns, a share holds the window of every turn. Otherwise it holds the window at
 * the cursor.
 */
const WINDOWS_MAX = 60;

const PANEL_ENTRIES = 8;

export const askJudged = (id: string) => makeApiRead("/api/v1/sessions/{id}/judge", { id });

export const askWindowPanel = (id: string, turn: number) =>
  makeApiRead(
    "/api/v1/sessions/{id}/turns/{turn}/window",
    { id, turn },
    { order: "tokens", limit: PANEL_ENTRIES },
  );

export const overview = {
  id: "overview",
  title: "Overview",
  segment: "",
  of: null,
  tab: "overview",
  params: overviewParams,
  reads: ({ sessionId }) => ({
    turns: askTurns(sessionId),
    findings: askFindings(sessionId),
    judged: askJudged(sessionId),
  }),
  share: {
    details: (asked) => [
      askCost(asked.sessionId),
      ...listTurnsShown(asked).map((turn) => askWindowPanel(asked.sessionId, turn)),
    ],
  },
} as const satisfies SessionView;

function listTurnsShown({ search, facts: { turns, firstTurn, peakTurn } }: AskedView): number[] {
  const cursor = loadOverviewParams(search).turn ?? peakTurn ?? firstTurn;
  if (firstTurn === null || cursor === null) return [];
  return turns > WINDOWS_MAX ? [cursor] : Array.from({ length: turns }, (_, i) => firstTurn + i);
}
