import {
  createLoader,
  parseAsArrayOf,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import type { inferParserType } from "nuqs/server";
import { LEDGER_CHANGES } from "@/lib/core/ledger/compare";
import { LEDGER_DECISIONS, REASON_CLASSES } from "@/lib/core/ledger/ledger-rows";
import { LEDGER_GROUPS, LEDGER_SORTS } from "@/lib/core/ledger/select";
import { MODES, OUTCOMES, SOURCE_KINDS, TRUST_LEVELS } from "@/lib/core/vocabulary";
import { ALIGNMENTS, LANE_GROUPS, LANE_SORTS, WINDOW_ORDERS } from "./format/address-words";

/**
 * The URL parameters of the pages, declared once for server and client. Defaults are not written, so a short link means
 * the default view. People can type every name by hand.
 */

export const auditParams = {
  agent: parseAsString,
  model: parseAsString,
  policy: parseAsString,
  outcome: parseAsStringLiteral(OUTCOMES),
  from: parseAsString,
  to: parseAsString,
  /** An audit that a worker does, by its job. */
  run: parseAsString,
};
export const loadAuditParams = createLoader(auditParams);

/** Written `12-48`. */
export const parseAsTurnRange = {
  parse(text: string): { from: number; to: number } | null {
    const match = /^(\d{1,8})-(\d{1,8})$/.exec(text);
    const [from, to] = [Number(match?.[1]), Number(match?.[2])];
    return match === null || from > to ? null : { from, to };
  },
  serialize: ({ from, to }: { from: number; to: number }) => `${from}-${to}`,
};

export const laneParams = {
  turn: parseAsInteger,
  r: parseAsString,
  sel: parseAsString,
  by: parseAsStringLiteral(LANE_GROUPS).withDefault("kind"),
  sort: parseAsStringLiteral(LANE_SORTS).withDefault("needed"),
  how: parseAsArrayOf(parseAsString).withDefault([]),
  kind: parseAsArrayOf(parseAsString).withDefault([]),
  tool: parseAsArrayOf(parseAsString).withDefault([]),
  restorable: parseAsStringLiteral(["yes", "no"] as const),
  who: parseAsStringLiteral(["reported", "derived"] as const),
  left: parseAsStringLiteral(["1"] as const),
  q: parseAsString.withDefault(""),
  closed: parseAsArrayOf(parseAsString).withDefault([]),
  pins: parseAsArrayOf(parseAsString).withDefault([]),
  fit: parseAsStringLiteral(["1"] as const),
  table: parseAsStringLiteral(["1"] as const),
  c: parseAsInteger,
  value: parseAsString,
};

export const loadLaneParams = createLoader(laneParams);

export const overviewParams = {
  turn: parseAsInteger,
  r: parseAsString,
  y: parseAsStringLiteral(["tokens", "share"] as const).withDefault("tokens"),
  hide: parseAsArrayOf(parseAsString).withDefault([]),
  table: parseAsStringLiteral(["1"] as const),
};
export const loadOverviewParams = createLoader(overviewParams);

export const turnParams = {
  offset: parseAsInteger,
  by: parseAsStringLiteral(WINDOW_ORDERS).withDefault("window"),
  q: parseAsString.withDefault(""),
  beside: parseAsStringLiteral(["1"] as const),
  sel: parseAsString,
  value: parseAsString,
};
export const loadTurnParams = createLoader(turnParams);

export const checkpointsParams = { turn: parseAsInteger, value: parseAsString };
export const loadCheckpointsParams = createLoader(checkpointsParams);

/** The page that holds a turn. */
export const readParams = { turn: parseAsInteger };
export const loadReadParams = createLoader(readParams);

/** `turn` marks what belongs to a turn. */
export const costParams = {
  turn: parseAsInteger,
  table: parseAsStringLiteral(["1"] as const),
  /** What it was paid for, as a table. */
  list: parseAsStringLiteral(["1"] as const),
  /** A row of a table or a block of the picture: the place and its key. */
  sel: parseAsString,
};

export const blockParams = { value: parseAsString };
export const loadBlockParams = createLoader(blockParams);

export const planParams = {
  turn: parseAsInteger,
  sel: parseAsString,
  view: parseAsStringLiteral(["graph", "list"] as const).withDefault("graph"),
  show: parseAsStringLiteral(["problems", "all"] as const),
  value: parseAsString,
};
export const loadPlanParams = createLoader(planParams);

export const ledgerParams = {
  turn: parseAsInteger,
  sel: parseAsString,
  against: parseAsInteger,
  q: parseAsString.withDefault(""),
  decision: parseAsStringLiteral(LEDGER_DECISIONS),
  kind: parseAsStringLiteral(SOURCE_KINDS),
  mode: parseAsStringLiteral(MODES),
  trust: parseAsStringLiteral(TRUST_LEVELS),
  reason: parseAsStringLiteral(REASON_CLASSES),
  change: parseAsStringLiteral(LEDGER_CHANGES),
  sort: parseAsStringLiteral(LEDGER_SORTS).withDefault("window"),
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("asc"),
  by: parseAsStringLiteral(LEDGER_GROUPS).withDefault("decision"),
};
export type LedgerState = inferParserType<typeof ledgerParams>;
export const loadLedgerParams = createLoader(ledgerParams);

export const whyParams = {
  turn: parseAsInteger,
  block: parseAsString,
  q: parseAsString,
  value: parseAsString,
};
export const loadWhyParams = createLoader(whyParams);

export const factsParams = { q: parseAsString.withDefault("") };
export const loadFactsParams = createLoader(factsParams);

export const REPLAY_VIEWS = ["results", "compare", "pareto"] as const;

export const replayParams = {
  run: parseAsString,
  /** The choices that have not run yet, as compact JSON. */
  p: parseAsString,
  /** Runs what is proposed as soon as the page is open. */
  start: parseAsStringLiteral(["1"] as const),
  view: parseAsStringLiteral(REPLAY_VIEWS).withDefault("results"),
  turn: parseAsInteger,
  plot: parseAsStringLiteral(["together", "apart"] as const).withDefault("together"),
  sort: parseAsString,
  order: parseAsStringLiteral(["asc", "desc"] as const).withDefault("asc"),
  table: parseAsStringLiteral(["1"] as const),
  /** The compared pair, as indexes in the results. */
  a: parseAsInteger.withDefault(0),
  b: parseAsInteger.withDefault(1),
  sel: parseAsString,
  all: parseAsStringLiteral(["1"] as const),
};
export const loadReplayParams = createLoader(replayParams);

export const compareParams = {
  a: parseAsString.withDefault(""),
  b: parseAsString.withDefault(""),
  by: parseAsStringLiteral(ALIGNMENTS).withDefault("turn"),
  ta: parseAsInteger,
  tb: parseAsInteger,
  all: parseAsStringLiteral(["1"] as const),
  table: parseAsStringLiteral(["1"] as const),
};
export const loadCompareParams = createLoader(compareParams);

export const batchParams = { p: parseAsString };
export const timelineParams = {
  turn: parseAsInteger,
  axis: parseAsStringLiteral(["time", "turns"] as const).withDefault("time"),
  idle: parseAsStringLiteral(["cut"] as const),
  table: parseAsStringLiteral(["1"] as const),
};
