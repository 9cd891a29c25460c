import { lanePages, lanesPath } from "../lanes/pages";
import { ledgerPath, PAGE_ROWS } from "../questions/ledger-query";
import { TURN_PAGE_ENTRIES, windowPath } from "../turn/turn-model";
import { loadLedgerParams, loadOverviewParams, loadReplayParams, loadTurnParams } from "../url-state";
import { laneParams } from "../url-state";
import type { ViewPlace } from "./place";

/** One answer that a view is drawn from. What has a name is given to the page, all of it answers what the page fetches. */
export interface ViewRead {
  readonly name: string | null;
  /** The route of the API that answers. */
  readonly path: string;
}

/** What of a session and a replay decides on what a view reads. */
export interface ReadFacts {
  readonly turns: number;
  readonly blocks: number;
  readonly firstTurn: number | null;
  readonly peakTurn: number | null;
  /** The sessions of a replay, in the order of its rows. */
  readonly results: readonly string[];
}

/** Points of the series that a share has, as the overview has. */
const POINTS = 600;
const EDGES = 1_000;
const FINDINGS = 1_000;
const PANEL_ENTRIES = 8;
const BLOCK_CHARS = 60_000;
/** Turns up to which the window of every turn goes along with an overview, not only that of its cursor. */
const WINDOWS_MAX = 60;

/**
 * Everything that a view in its state reads, as addresses. The same list in the same order for the session itself and for
 * what is behind a link, where the names are others: so the first says what to freeze, the second where it is looked up.
 */
export function readsOf(place: ViewPlace, sessionId: string, facts: ReadFacts): ViewRead[] {
  const at = (rest: string) => `/api/v1/sessions/${encodeURIComponent(sessionId)}${rest}`;
  const named = (name: string, rest: string): ViewRead => ({ name, path: at(rest) });
  const base = [named("session", ""), named("turns", `/turns?maxPoints=${POINTS}`)];
  const search = new URLSearchParams(place.search);
  const findings = named("findings", `/findings?limit=${FINDINGS}`);
  switch (place.view) {
    case "overview":
      return [...base, findings, ...windows(search, facts).map((turn) => unnamed(at(panel(turn))))];
    case "turn": {
      const { offset, beside } = loadTurnParams(search);
      const query = `offset=${Math.max(0, offset ?? 0)}&limit=${TURN_PAGE_ENTRIES}`;
      const before =
        beside === null || Number(place.of) === 0 ? [] : [unnamed(at(windowPath(Number(place.of) - 1)))];
      return [...base, named("window", `/turns/${place.of}/window?${query}`), ...before];
    }
    case "block":
      return [...base, named("block", `/blocks/${encodeURIComponent(place.of)}?limit=${BLOCK_CHARS}`)];
    case "evictions":
      return [
        ...base,
        findings,
        named("compactions", "/compactions"),
        ...lanes(sessionId, facts.blocks),
        ...picked(search, "sel", (block) => at(`/blocks/${encodeURIComponent(block)}?limit=1`)),
        ...picked(search, "c", (no) => at(`/compactions/${laneParams.c.parse(no) ?? 0}/summary`)),
      ];
    case "ledger":
      return [
        ...base,
        {
          name: "ledger",
          path: ledgerPath(sessionId, loadLedgerParams(search), { offset: 0, limit: PAGE_ROWS }),
        },
      ];
    case "plan":
      return [...base, findings, named("plan", `/plan?limit=${EDGES}`)];
    case "replay": {
      const { run, a, b } = loadReplayParams(search);
      const compared = [...new Set([facts.results[a], facts.results[b]])].filter((one) => one !== undefined);
      return [
        ...base,
        named("replay", `/replays/${encodeURIComponent(run ?? "")}`),
        ...compared.flatMap((session) => lanes(session, facts.blocks)),
      ];
    }
    case "why":
      return [...base, named("why", `/why?${search.toString()}`)];
    case "facts":
      return [...base, named("facts", `/facts?${search.toString()}`)];
  }
}

function unnamed(path: string): ViewRead {
  return { name: null, path };
}

function panel(turn: number): string {
  return `/turns/${turn}/window?order=tokens&limit=${PANEL_ENTRIES}`;
}

function windows(search: URLSearchParams, { turns, firstTurn, peakTurn }: ReadFacts): number[] {
  const cursor = loadOverviewParams(search).turn ?? peakTurn ?? firstTurn;
  if (firstTurn === null || cursor === null) return [];
  return turns > WINDOWS_MAX ? [cursor] : Array.from({ length: turns }, (_, i) => firstTurn + i);
}

function lanes(session: string, blocks: number): ViewRead[] {
  return lanePages(blocks).map((page) => unnamed(lanesPath(session, page)));
}

function picked(search: URLSearchParams, name: string, path: (value: string) => string): ViewRead[] {
  const value = search.get(name);
  return value === null ? [] : [unnamed(path(value))];
}
