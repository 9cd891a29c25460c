import { formatCompact, formatPercent } from "../format/format";
import type { Scale } from "../chart/scale";
import { makeLinearScale, turnTicks } from "../chart/scale";
import type { BandInfo, LossBar, OccupancyModel, OccupancyStep } from "./model";
import type { Rule } from "./rules";

/** CSS pixels from the top left of the drawing. */
export interface PlotBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PlottedArea extends Pick<BandInfo, "band" | "color" | "hatched"> {
  readonly path: string;
}

export interface PlottedRule extends Pick<Rule, "kind" | "label"> {
  readonly y: number;
  readonly left: number;
  readonly right: number;
  readonly path: string;
}

export interface OccupancyPlot {
  readonly box: PlotBox;
  readonly x: Scale;
  readonly areas: readonly PlottedArea[];
  readonly total: string;
  /** Over the turns that are copies; `null` for none. */
  readonly copied: { readonly width: number; readonly label: string | null } | null;
  readonly rules: readonly PlottedRule[];
  readonly losses: readonly (Pick<LossBar, "label" | "isExplained"> & { readonly path: string })[];
  readonly turns: readonly { readonly x: number; readonly label: string }[];
  readonly values: readonly { readonly y: number; readonly label: string }[];
}

const TURN_LABEL_PX = 96;

type Plotted = Pick<
  OccupancyModel,
  "steps" | "bands" | "rules" | "ticks" | "domain" | "unit" | "copiedTo" | "losses"
>;

/** Nothing here depends on the cursor. */
export function makeOccupancyPlot(model: Plotted, box: PlotBox): OccupancyPlot {
  const x = makeLinearScale(model.domain, [box.left, box.right]);
  const top = model.ticks.at(-1) ?? 1;
  const y = makeLinearScale([0, top], [box.bottom, box.top]);
  const label = model.unit === "share" ? formatPercent : formatCompact;
  const ticks = turnTicks(
    { from: model.domain[0], to: model.domain[1] - 1 },
    Math.floor((box.right - box.left) / TURN_LABEL_PX),
  );
  return {
    box,
    x,
    areas: listAreas(model, x, y),
    total: drawTotalPath(model, x, y),
    copied: makeCopiedPart(model, x),
    rules: model.rules.map((rule) => plotRule(rule, x, y, top)),
    losses: model.losses.map((loss) => plotLoss(loss, x, y, top)),
    turns: ticks.map((turn) => ({ x: x.to(turn), label: String(turn) })),
    values: model.ticks.map((value) => ({ y: y.to(value), label: label(value) })),
  };
}

const COPIED_LABEL_PX = 48;

function makeCopiedPart({ copiedTo, domain }: Plotted, x: Scale): OccupancyPlot["copied"] {
  if (copiedTo === null) return null;
  const width = x.to(copiedTo) - x.to(domain[0]);
  return { width, label: width < COPIED_LABEL_PX ? null : "copied" };
}

/** A stroke from what was still read to what had been kept, with an end at the place where the reading ended. */
function plotLoss({ x: turn, read, kept, ...said }: LossBar, x: Scale, y: Scale, top: number) {
  const middle = x.to(turn + 0.5);
  const [low, high] = [y.to(Math.min(read, top)), y.to(Math.min(kept, top))];
  return {
    ...said,
    path: `M${formatPixels(middle - LOSS_END)} ${formatPixels(low)}h${2 * LOSS_END}M${formatPixels(middle)} ${formatPixels(low)}V${formatPixels(high)}`,
  };
}

const LOSS_END = 4;

/** A limit far above the data is drawn at the upper edge, and says so. */
function plotRule({ kind, label, value, spans }: Rule, x: Scale, y: Scale, top: number): PlottedRule {
  const at = y.to(Math.min(value, top));
  const path = spans
    .map(({ from, to }) => `M${formatPixels(x.to(from))} ${formatPixels(at)}H${formatPixels(x.to(to))}`)
    .join("");
  return {
    kind,
    label: value > top ? `↑ ${label}, above this scale` : label,
    y: at,
    left: x.to(spans[0]?.from ?? 0),
    right: x.to(spans.at(-1)?.to ?? 0),
    path,
  };
}

type Piece = { readonly from: number; readonly to: number; readonly low: number; readonly high: number }[];

function listAreas({ steps, bands, domain }: Plotted, x: Scale, y: Scale): PlottedArea[] {
  const shown = bands.filter(({ hidden }) => !hidden);
  const below = new Map<OccupancyStep, number>();
  return shown.flatMap(({ band, color, hatched }) => {
    const pieces = listPieces(steps, domain[1], (step) => {
      const value = step.total === null ? 0 : (step.bands[band] ?? 0);
      const low = below.get(step) ?? 0;
      below.set(step, low + value);
      return value > 0 ? { low, high: low + value } : null;
    });
    const path = pieces.map((piece) => drawAreaPath(piece, x, y)).join("");
    return path === "" ? [] : [{ band, color, hatched, path }];
  });
}

function drawTotalPath({ steps, domain }: Plotted, x: Scale, y: Scale): string {
  const pieces = listPieces(steps, domain[1], ({ total }) =>
    total === null ? null : { low: total, high: total },
  );
  return pieces.map((piece) => drawTopEdge(piece, x, y)).join("");
}

/** Cuts a series where `edges` says that nothing is drawn. Each step reaches to the next one. */
function listPieces(
  steps: readonly OccupancyStep[],
  end: number,
  edges: (step: OccupancyStep) => { low: number; high: number } | null,
): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece | null = null;
  for (const [i, step] of steps.entries()) {
    const at = edges(step);
    if (at === null) {
      open = null;
      continue;
    }
    if (open === null) pieces.push((open = []));
    open.push({ from: step.x, to: steps[i + 1]?.x ?? end, ...at });
  }
  return pieces;
}

function drawAreaPath(piece: Piece, x: Scale, y: Scale): string {
  const back = piece
    .toReversed()
    .map(({ from, low }) => `V${formatPixels(y.to(low))}H${formatPixels(x.to(from))}`);
  return `${drawTopEdge(piece, x, y)}${back.join("")}Z`;
}

function drawTopEdge(piece: Piece, x: Scale, y: Scale): string {
  const start = piece[0];
  if (start === undefined) return "";
  const steps = piece.map(({ to, high }) => `V${formatPixels(y.to(high))}H${formatPixels(x.to(to))}`);
  return `M${formatPixels(x.to(start.from))} ${formatPixels(y.to(start.high))}${steps.join("")}`;
}

function formatPixels(value: number): string {
  return String(Math.round(value * 10) / 10);
}
