import type { SeriesPoint } from "../answers";
import { countUntil } from "@/lib/core/count-until";
import type { LossMark } from "../losses/loss-marks";
import { carryResiduals } from "@/lib/core/window/carried";
import { findFullest } from "@/lib/core/trace/peak";
import type { BySource } from "@/lib/core/trace/session";
import {
  formatCompact,
  limitWords,
  formatPercent,
  plural,
  formatSigned,
  formatTokens,
} from "../format/format";
import { groupColor, groupLabel, findPaletteGroup, SOURCE_GROUPS, RESIDUAL_COLOR } from "../chart/palette";
import { placeTicks } from "../chart/scale";
import type { Marker } from "../chart/marker";
import { listLossMarkers } from "../losses/loss-marks";
import type { Rule } from "./rules";
import { listRules, findWindowLimit } from "./rules";
import { describeAbove } from "./above";
import type { Band, OccupancyOptions, TurnCost, Unit } from "./input";

/** One step of the chart. `total` is `null` for an unknown window: a gap, not a zero. An absent band is 0. */
export interface OccupancyStep {
  readonly x: number;
  readonly turn: number;
  readonly total: number | null;
  /** The turn has no usage, so its residual is taken from the last turn that has one. */
  readonly carried: boolean;
  readonly cost: TurnCost | null;
  readonly tookMs: number | null;
  readonly bands: Readonly<Partial<Record<Band, number>>>;
}

export interface BandInfo {
  readonly band: Band;
  readonly label: string;
  readonly color: string;
  readonly hatched: boolean;
  readonly hidden: boolean;
  readonly peak: number;
}

export interface DeltaBar {
  readonly x: number;
  readonly seenAt: number;
  readonly value: number;
  readonly isSpike: boolean;
  readonly label: string;
}

/** From what was still read up to what had been in the cache, in the chart's unit. */
export interface LossBar extends Pick<LossMark, "label" | "isExplained"> {
  readonly x: number;
  readonly read: number;
  readonly kept: number;
}

export interface OccupancyModel {
  readonly steps: readonly OccupancyStep[];
  readonly bands: readonly BandInfo[];
  readonly rules: readonly Rule[];
  readonly markers: readonly Marker[];
  readonly losses: readonly LossBar[];
  readonly deltas: readonly DeltaBar[];
  readonly domain: readonly [number, number];
  /** Where the turns end that are copies of another session's; `null` where none is in sight. */
  readonly copiedTo: number | null;
  readonly ticks: readonly number[];
  /** The largest growth. Growth and loss have separate scales in the delta strip. */
  readonly deltaTop: number;
  readonly deltaBottom: number;
  readonly turnsPerStep: number;
  readonly unit: Unit;
  readonly summary: string;
}

export function buildOccupancyModel(
  points: readonly SeriesPoint[],
  options: OccupancyOptions,
): OccupancyModel {
  const steps = addResiduals(points).map((point) => buildStep(point, options));
  const losses = filterLosses(points, options.losses ?? []);
  const bands = listBands(steps, options.hidden);
  const highest = Math.max(0, ...steps.map((step) => computeHeight(step, options.hidden)));
  const isInSight = ({ value }: Rule) => value <= highest * RULE_IN_SIGHT;
  const rules = listRules(points, options).filter(
    (rule) => rule.kind !== "default budget" || isInSight(rule),
  );
  const nearRules = rules.filter(isInSight).map(({ value }) => value);
  const deltas = listDeltas(points);
  return {
    steps,
    bands,
    rules,
    markers: [...listMarkers(points), ...listLossMarkers(losses)].sort((a, b) => a.x - b.x),
    losses: listLossBars(points, losses, options),
    deltas,
    domain: [points[0]?.bucket.from ?? 0, (points.at(-1)?.bucket.to ?? 0) + 1],
    copiedTo: findCopiedEnd(points, options.ownFrom ?? 0),
    ticks: placeTicks(Math.max(highest, ...nearRules), TICKS, options.unit === "tokens"),
    deltaTop: Math.max(1, ...deltas.map((bar) => bar.value)),
    deltaBottom: Math.max(1, ...deltas.map((bar) => -bar.value)),
    turnsPerStep: Math.max(1, ...points.map((point) => point.bucket.turns)),
    unit: options.unit,
    summary: writeSummary(points, options),
  };
}

function findCopiedEnd(points: readonly SeriesPoint[], ownFrom: number): number | null {
  const copied = points.findLast(({ bucket }) => bucket.to < ownFrom);
  return copied === undefined ? null : copied.bucket.to + 1;
}

/** A limit far above the data would flatten the chart. It is then drawn at the upper edge; a default is left out. */
const RULE_IN_SIGHT = 2;
const TICKS = 5;

interface PlacedPoint {
  readonly point: SeriesPoint;
  readonly residual: number;
  readonly carried: boolean;
}

function addResiduals(points: readonly SeriesPoint[]): PlacedPoint[] {
  const carried = carryResiduals(points);
  return points.map((point, i) => {
    const addedTokens = carried[i] ?? 0;
    const knownResidual = point.windowKnown ? point.residual : point.windowTokens;
    return { point, residual: knownResidual ?? addedTokens, carried: addedTokens !== 0 };
  });
}

/** `null` where the size of the window is unknown. */
export function listDrawnTokens(points: readonly SeriesPoint[]): (number | null)[] {
  const carried = carryResiduals(points);
  return points.map(({ windowTokens }, i) =>
    windowTokens === null ? null : windowTokens + (carried[i] ?? 0),
  );
}

function buildStep({ point, residual, carried }: PlacedPoint, options: OccupancyOptions): OccupancyStep {
  const scale = findScale(point, options);
  const at = {
    x: point.bucket.from,
    turn: point.turn,
    cost: point.cost ?? null,
    tookMs: point.tookMs ?? null,
  };
  if (scale === null || point.windowTokens === null) return { ...at, total: null, carried: false, bands: {} };
  const bands: Partial<Record<Band, number>> = {};
  if (point.windowKnown) {
    const sizes = Object.entries(point.bySource) as [keyof BySource, number][];
    const listedTokens = sizes.reduce((sum, [, value]) => sum + value, 0);
    // Where the estimates come to more than was measured, the stack is no higher than that.
    const fit = listedTokens > 0 ? Math.min(1, point.windowTokens / listedTokens) : 1;
    for (const [kind, value] of sizes) {
      const group = findPaletteGroup(kind);
      bands[group] = (bands[group] ?? 0) + value * scale * fit;
    }
  }
  if (residual > 0) bands.residual = residual * scale;
  const total = point.windowTokens + (carried ? residual : 0);
  return { ...at, total: total * scale, carried, bands };
}

/** What one token is in the chart's unit; `null` where the window's limit is not known. */
function findScale(point: SeriesPoint, options: OccupancyOptions): number | null {
  if (options.unit === "tokens") return 1;
  const limit = findWindowLimit(point, options)?.size ?? options.budget;
  return limit === null || limit === 0 ? null : 1 / limit;
}

function filterLosses(points: readonly SeriesPoint[], losses: readonly LossMark[]): readonly LossMark[] {
  const [from, to] = [points[0]?.bucket.from ?? 0, points.at(-1)?.bucket.to ?? -1];
  return losses.filter(({ turn }) => turn >= from && turn <= to);
}

function listLossBars(
  points: readonly SeriesPoint[],
  losses: readonly LossMark[],
  options: OccupancyOptions,
): LossBar[] {
  return losses.flatMap(({ turn, read, kept, label, isExplained }) => {
    const point = points[countUntil(points, ({ bucket }) => bucket.to < turn)];
    const scale = point === undefined ? null : findScale(point, options);
    return scale === null ? [] : [{ x: turn, read: read * scale, kept: kept * scale, label, isExplained }];
  });
}

function computeHeight(step: OccupancyStep, hidden: ReadonlySet<Band>): number {
  const stack = Object.entries(step.bands).reduce(
    (sum, [band, value]) => (hidden.has(band as Band) ? sum : sum + value),
    0,
  );
  return hidden.size === 0 ? Math.max(stack, step.total ?? 0) : stack;
}

function listBands(steps: readonly OccupancyStep[], hidden: ReadonlySet<Band>): BandInfo[] {
  const order: Band[] = ["residual", ...SOURCE_GROUPS];
  return order.flatMap((band): BandInfo[] => {
    const values = steps.flatMap((step) => step.bands[band] ?? []);
    if (values.length === 0) return [];
    const isResidual = band === "residual";
    return [
      {
        band,
        label: isResidual ? "Not recorded" : groupLabel(band),
        color: isResidual ? RESIDUAL_COLOR : groupColor(band),
        hatched: isResidual,
        hidden: hidden.has(band),
        peak: Math.max(...values),
      },
    ];
  });
}

function listMarkers(points: readonly SeriesPoint[]): Marker[] {
  const mostEvicted = Math.max(1, ...points.map((point) => point.markers.evictedTokens));
  return points.flatMap((point): Marker[] => {
    const { evictions, evictedTokens, compactions, spike } = point.markers;
    const at = { x: point.bucket.from, turn: point.turn };
    const where =
      point.bucket.turns === 1 ? `turn ${point.turn}` : `turns ${point.bucket.from} to ${point.bucket.to}`;
    const marks: Marker[] = [];
    if (compactions > 0)
      marks.push({
        ...at,
        kind: "compaction",
        size: 1,
        label: `${where}: ${plural(compactions, "compaction")}, ${plural(evictions, "eviction")}`,
      });
    else if (evictions > 0) {
      const label = `${where}: ${plural(evictions, "eviction")}, ${formatCompact(evictedTokens)} tokens`;
      marks.push({
        ...at,
        kind: "eviction",
        size: Math.max(0.15, Math.sqrt(evictedTokens / mostEvicted)),
        label,
      });
    }
    if (spike)
      marks.push({
        ...at,
        kind: "spike",
        size: 1,
        label: `${where}: ${formatSigned(point.delta)} tokens, caused by turn ${point.causedByTurn}`,
        ...(point.causedByTurn !== null && { cause: point.causedByTurn }),
      });
    return marks;
  });
}

function listDeltas(points: readonly SeriesPoint[]): DeltaBar[] {
  return points.flatMap((point): DeltaBar[] => {
    if (point.delta === null || point.causedByTurn === null) return [];
    const about = point.deltaProvenance === "measured" ? "" : ` (${point.deltaProvenance})`;
    const switched = point.modelChanged ? "; the model changed, and with it the tokenizer" : "";
    return [
      {
        x: point.bucket.turns === 1 ? point.causedByTurn : point.bucket.from,
        seenAt: point.turn,
        value: point.delta,
        isSpike: point.markers.spike,
        label: `turn ${point.causedByTurn} caused ${formatSigned(point.delta)} tokens${about}, seen at turn ${point.turn}${switched}`,
      },
    ];
  });
}

function writeSummary(points: readonly SeriesPoint[], options: OccupancyOptions): string {
  if (points.length === 0) return "This session has no turns yet.";
  const peak = findFullest(points, ({ windowTokens: value, provenance }) => ({ value, provenance }));
  if (peak === null) return `${plural(points.length, "turn")}; the source shows neither windows nor usage.`;
  const window = findWindowLimit(peak, options);
  const limit = window?.size ?? options.budget;
  const share =
    limit === null
      ? ""
      : `, ${formatPercent((peak.windowTokens ?? 0) / limit)} of ${limitWords(limit, window?.from)}`;
  const growth = points.reduce<SeriesPoint | null>(
    (best, point) => (point.causedByTurn !== null && (point.delta ?? 0) > (best?.delta ?? 0) ? point : best),
    null,
  );
  return [
    `Peak ${formatTokens(peak.windowTokens, peak.provenance)} tokens at turn ${peak.turn}${share}.`,
    describeAbove(points, options),
    growth === null
      ? ""
      : ` Largest growth ${formatSigned(growth.delta)}, caused by turn ${growth.causedByTurn}.`,
    ` ${describeLeft(points, options)}`,
    (options.ownFrom ?? 0) === 0 ? "" : ` Turns before ${options.ownFrom} are copies and count elsewhere.`,
  ].join("");
}

function describeLeft(points: readonly SeriesPoint[], { compactionsAfter }: OccupancyOptions): string {
  const sum = (of: (point: SeriesPoint) => number) => points.reduce((total, point) => total + of(point), 0);
  const evictions = sum(({ markers }) => markers.evictions);
  const compactions = sum(({ markers }) => markers.compactions) + compactionsAfter;
  if (evictions + compactions === 0 && !points.some(({ windowKnown }) => windowKnown))
    return "What stood in the windows, and what left them, is not known.";
  const after =
    compactionsAfter === 0
      ? ""
      : compactionsAfter === compactions
        ? " after the last call"
        : `, ${compactionsAfter} of them after the last call`;
  return `${plural(evictions, "eviction")}, ${plural(compactions, "compaction")}${after}.`;
}
