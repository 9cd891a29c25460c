import { addToGroup } from "@/lib/core/group-by";
import type { LaneGroup, LaneSort } from "../format/address-words";
import { countEvictions } from "@/lib/core/figures/evictions";
import { SOURCE_KINDS } from "@/lib/core/vocabulary";
import { formatCompact, count, plural } from "../format/format";
import { pickKindColor, labelKind } from "../chart/palette";
import type { Lane } from "./decode";

/** An empty list and `null` filter nothing. */
export interface LaneOptions {
  readonly by: LaneGroup;
  readonly sort: LaneSort;
  readonly how: readonly string[];
  readonly kind: readonly string[];
  readonly tool: readonly string[];
  readonly restorable: "yes" | "no" | null;
  readonly who: "reported" | "derived" | null;
  readonly left: boolean;
  readonly q: string;
  readonly closed: ReadonlySet<string>;
  /** They stay on top, even when a filter would hide them. */
  readonly pins: readonly string[];
}

export const NO_LANE_FILTERS: LaneOptions = {
  by: "kind",
  sort: "needed",
  how: [],
  kind: [],
  tool: [],
  restorable: null,
  who: null,
  left: false,
  q: "",
  closed: new Set(),
  pins: [],
};

const PINNED = "pinned";

export type LaneRow =
  | { readonly type: "lane"; readonly lane: Lane; readonly color: string }
  | {
      readonly type: "group";
      readonly key: string;
      readonly label: string;
      readonly detail: string;
      readonly color: string;
      readonly closed: boolean;
    };

export interface LaneFacet {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export interface LaneRows {
  readonly rows: readonly LaneRow[];
  readonly shown: number;
  readonly total: number;
  readonly facets: {
    readonly how: readonly LaneFacet[];
    readonly kind: readonly LaneFacet[];
    readonly tool: readonly LaneFacet[];
  };
  readonly summary: string;
}

export function listLaneRows(lanes: readonly Lane[], options: LaneOptions): LaneRows {
  const shownLanes = lanes.filter((lane) => isPassing(lane, options)).sort(ORDERS[options.sort]);
  const loose = shownLanes.filter(({ id }) => !options.pins.includes(id));
  return {
    rows: [
      ...listPinned(lanes, options),
      ...(options.by === "none" ? loose.map(makeLaneRow) : groupLanes(loose, options)),
    ],
    shown: shownLanes.length,
    total: lanes.length,
    facets: {
      how: buildFacet(lanes.flatMap(({ evictions }) => [...new Set(evictions.map(({ how }) => how))])),
      kind: buildFacet(
        lanes.map(({ kind }) => kind),
        (kind) => labelKind(SOURCE_KINDS.find((sourceKind) => sourceKind === kind) ?? "other"),
      ),
      tool: buildFacet(lanes.flatMap(({ tool }) => tool ?? [])),
    },
    summary: writeSummary(lanes),
  };
}

function isPassing(lane: Lane, { how, kind, tool, restorable, who, left, q }: LaneOptions): boolean {
  if (kind.length > 0 && !kind.includes(lane.kind)) return false;
  if (tool.length > 0 && !tool.includes(lane.tool ?? "")) return false;
  if (left && lane.evictions.length === 0) return false;
  if (
    q !== "" &&
    !`${lane.name} ${lane.hint} ${lane.id} ${lane.tool ?? ""}`.toLowerCase().includes(q.toLowerCase())
  )
    return false;
  if (how.length === 0 && restorable === null && who === null) return true;
  return lane.evictions.some(
    (eviction) =>
      (how.length === 0 || how.includes(eviction.how)) &&
      (restorable === null || eviction.restorable === (restorable === "yes")) &&
      (who === null || (eviction.provenance === "reported") === (who === "reported")),
  );
}

const findEntry = (lane: Lane) => lane.residencies[0]?.from ?? Number.POSITIVE_INFINITY;
const findExit = (lane: Lane) => lane.evictions[0]?.turn ?? Number.POSITIVE_INFINITY;
const compareByTokens = (a: Lane, b: Lane) =>
  (b.tokens ?? 0) - (a.tokens ?? 0) || findEntry(a) - findEntry(b);
const ORDERS: Record<LaneSort, (a: Lane, b: Lane) => number> = {
  needed: (a, b) =>
    countDangling(b) - countDangling(a) ||
    b.missed - a.missed ||
    Math.sign(b.evictions.length) - Math.sign(a.evictions.length) ||
    compareByTokens(a, b),
  tokens: compareByTokens,
  entry: (a, b) => compare(findEntry(a), findEntry(b)) || compareByTokens(a, b),
  exit: (a, b) => compare(findExit(a), findExit(b)) || compareByTokens(a, b),
};

/** Subtracting two infinities gives NaN, so this compares. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function countDangling({ evictions }: Lane): number {
  return evictions.reduce((sum, { neededAt }) => sum + neededAt.length, 0);
}

function makeLaneRow(lane: Lane): LaneRow {
  return { type: "lane", lane, color: pickKindColor(lane.kind) };
}

function groupLanes(lanes: readonly Lane[], { by, closed }: LaneOptions): LaneRow[] {
  const groups = new Map<string, Lane[]>();
  for (const lane of lanes) {
    const key = by === "tool" ? (lane.tool ?? "") : lane.kind;
    addToGroup(groups, key, lane);
  }
  return [...groups].flatMap(([key, members]): LaneRow[] => {
    const first = members[0];
    if (first === undefined) return [];
    const header: LaneRow = {
      type: "group",
      key,
      label: by === "tool" ? (first.tool ?? "no tool") : labelKind(first.kind),
      detail: groupDetail(members),
      color: by === "tool" ? "var(--ink-3)" : pickKindColor(first.kind),
      closed: closed.has(key),
    };
    return closed.has(key) ? [header] : [header, ...members.map(makeLaneRow)];
  });
}

function listPinned(lanes: readonly Lane[], { pins, closed }: LaneOptions): LaneRow[] {
  const members = pins.flatMap((id) => lanes.find((lane) => lane.id === id) ?? []);
  if (members.length === 0) return [];
  const header: LaneRow = {
    type: "group",
    key: PINNED,
    label: "pinned here",
    detail: groupDetail(members),
    color: "var(--ink-2)",
    closed: closed.has(PINNED),
  };
  return closed.has(PINNED) ? [header] : [header, ...members.map(makeLaneRow)];
}

function groupDetail(lanes: readonly Lane[]): string {
  const leftCount = lanes.filter(({ evictions }) => evictions.length > 0).length;
  const missedCount = lanes.filter((lane) => lane.missed > 0).length;
  const leftText = leftCount === 0 ? "" : `, ${count(leftCount)} left`;
  return `${count(lanes.length)}${leftText}${missedCount === 0 ? "" : `, ${count(missedCount)} wanted again`}`;
}

function buildFacet(
  values: readonly string[],
  label: (value: string) => string = (value) => value,
): LaneFacet[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, times]) => ({ value, label: label(value), count: times }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function writeSummary(lanes: readonly Lane[]): string {
  const evictions = lanes.flatMap((lane) => lane.evictions);
  if (evictions.length === 0) return `${plural(lanes.length, "block")}; none of them left the window.`;
  const { tokensFreed, fetchedAgain, cameBack, restorable } = countEvictions(
    lanes.flatMap(({ id, evictions: laneEvictions }) =>
      laneEvictions.map((eviction) => ({
        block: id,
        tokensFreed: eviction.freed,
        restorable: eviction.restorable,
        refetchedTurn: eviction.refetched,
        reenteredTurn: eviction.reentered,
      })),
    ),
  );
  const neededBlocks = lanes.filter((lane) =>
    lane.evictions.some(({ neededAt }) => neededAt.length > 0),
  ).length;
  return [
    `${plural(evictions.length, "eviction")} of ${plural(lanes.length, "block")}, ${formatCompact(tokensFreed)} tokens.`,
    neededBlocks === 0 ? "" : ` ${plural(neededBlocks, "block was", "blocks were")} needed later.`,
    fetchedAgain === 0 ? "" : ` ${plural(fetchedAgain, "block was", "blocks were")} fetched again.`,
    cameBack === 0 ? "" : ` ${plural(cameBack, "block")} came back.`,
    describeReference(restorable, evictions, fetchedAgain),
  ].join("");
}

/** What was left behind to get it back by. Without that, the agent fetched again what it knew of in another way. */
function describeReference(restorable: number, evictions: Lane["evictions"], fetchedAgain: number): string {
  if (restorable > 0)
    return ` ${count(restorable)} restorable from the reference that ${restorable === 1 ? "it" : "they"} left.`;
  const referencesLeft = evictions.filter(({ reference }) => reference !== null).length;
  if (referencesLeft > 0)
    return ` ${count(referencesLeft)} left a reference, which is not enough to get it back.`;
  return fetchedAgain === 0
    ? " None left a reference to it."
    : " None left a reference to it: what was fetched again, the agent found by itself.";
}
