import {
  factsParams,
  laneParams,
  ledgerParams,
  overviewParams,
  planParams,
  replayParams,
  turnParams,
  whyParams,
} from "../url-state";

/** The views of a session that can be shared at the state that they are in. */
export const SHARED_VIEWS = [
  "overview",
  "turn",
  "block",
  "evictions",
  "ledger",
  "plan",
  "replay",
  "why",
  "facts",
] as const;
export type SharedView = (typeof SHARED_VIEWS)[number];

/** Where somebody looks: a view, whose turn or block where it has one, and its state as the URL writes it. */
export interface ViewPlace {
  readonly view: SharedView;
  /** The turn of a turn's page, the block of a block's; empty elsewhere. */
  readonly of: string;
  readonly search: string;
}

export const VIEW_NAMES: Readonly<Record<SharedView, string>> = {
  overview: "Overview",
  turn: "Turn",
  block: "Block",
  evictions: "Evictions",
  ledger: "Ledger",
  plan: "Plan",
  replay: "Replay",
  why: "Why?",
  facts: "Facts",
};

/** What each view keeps in the URL. The draft of a replay is left out: it is a form, and nothing that is shown. */
const STATE: Readonly<Record<SharedView, readonly string[]>> = {
  overview: Object.keys(overviewParams),
  turn: Object.keys(turnParams),
  block: [],
  evictions: Object.keys(laneParams),
  ledger: Object.keys(ledgerParams),
  plan: Object.keys(planParams),
  replay: Object.keys(replayParams).filter((name) => name !== "p"),
  why: Object.keys(whyParams),
  facts: Object.keys(factsParams),
};

/** State that is text of a trace or of a person; all other state is numbers and words of the program's own. */
const TEXTS: ReadonlySet<string> = new Set(["q", "sel", "tool", "block", "closed"]);

/**
 * What a page below `/sessions/{id}` shows; `null` for a page that has no view to share.
 * @param path what follows the session in the address, such as `/turns/12`
 * @param search the query of the address; what the view does not know of it is dropped
 */
export function placeOf(path: string, search: string): ViewPlace | null {
  const match = /^(?:\/([a-z]+)(?:\/([^/]+))?)?\/?$/.exec(path);
  if (match === null) return null;
  const [, name = "", of = ""] = match;
  const view = VIEWS_BY_PATH[`${name}${of === "" ? "" : "/"}`];
  if (view === undefined) return null;
  const asked = new URLSearchParams(search);
  const kept = new URLSearchParams([...asked].filter(([key]) => STATE[view].includes(key)));
  if (view === "replay" && !kept.has("run")) return null;
  if (view === "why" && !kept.has("block") && !kept.has("q")) return null;
  if (view === "facts" && !kept.has("q")) return null;
  if (view === "turn" && !/^\d{1,8}$/.test(of)) return null;
  return { view, of: decoded(of), search: kept.toString() };
}

const VIEWS_BY_PATH: Readonly<Record<string, SharedView>> = {
  "": "overview",
  "turns/": "turn",
  "blocks/": "block",
  ...Object.fromEntries(
    (["evictions", "ledger", "plan", "replay", "why", "facts"] as const).map((view) => [view, view]),
  ),
};

/** The same place with every text in it changed. Lists are changed item by item, as their items name things. */
export function mapPlaceTexts(
  place: ViewPlace,
  change: (text: string, place: string) => string,
  rename: (id: string) => string,
): ViewPlace {
  const asked = [...new URLSearchParams(place.search)].map(([name, value]): [string, string] => {
    const at = `the ${name} of the view's address`;
    if (name === "run") return [name, rename(value)];
    if (name === "tool" || name === "closed")
      return [
        name,
        value
          .split(",")
          .map((item) => change(item, at))
          .join(","),
      ];
    return [name, TEXTS.has(name) ? change(value, at) : value];
  });
  const of = place.view === "block" ? change(place.of, "the block of the view") : place.of;
  return { ...place, of, search: new URLSearchParams(asked).toString() };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
