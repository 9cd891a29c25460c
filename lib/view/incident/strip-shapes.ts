import { groupBy } from "@/lib/core/group-by";
import { formatCompact } from "../format/format";
import { groupColor, RESIDUAL_COLOR } from "../chart/palette";
import { makeLinearScale, placeTicks } from "../chart/scale";
import type { Shape } from "../chart/shapes";
import { SEVERITY_LOOKS, pickSeverityLook } from "../severity";
import type { StripMark, StripModel } from "./strip";

export interface StripDrawing {
  readonly shapes: readonly Shape[];
  readonly height: number;
  readonly columns: readonly { readonly turn: number; readonly x: number; readonly width: number }[];
}

const GUTTER = 64;
const GUTTER_NARROW = 48;
const NARROW = 560;
const PLOT_TOP = 8;
const PLOT_HEIGHT = 116;
const ROW = 18;
const AXIS = 20;
const LABEL_ROOM = 58;
const FONT = 11;
const INK = "var(--ink-3)";

const ROWS: readonly { readonly label: string; readonly has: (mark: StripMark) => boolean }[] = [
  { label: "left", has: ({ kind }) => kind === "eviction" || kind === "compaction" },
  { label: "again", has: ({ kind }) => kind === "repeat" },
  { label: "findings", has: ({ kind }) => kind === "finding" },
  { label: "notes", has: ({ kind }) => kind === "annotation" },
];

/** Below the occupancy are rows for evictions, repeats, findings, notes and the plan. */
export function stripShapes(strip: StripModel, width: number, cursor: number | null): StripDrawing {
  const gutter = width < NARROW ? GUTTER_NARROW : GUTTER;
  const plot = makeLinearScale([0, 1], [gutter, Math.max(gutter + 1, width - 1)]);
  const columns = strip.columns.map(({ turn, x, width: share }) => ({
    turn,
    x: plot.to(x),
    width: Math.max(1, plot.to(x + share) - plot.to(x)),
  }));
  const rows = ROWS.map(({ label, has }) => ({
    label,
    marks: pickWorstPerTurn(strip.marks.filter(has)),
  })).filter(({ marks }) => marks.length > 0);
  const laneTop = (lane: number) => PLOT_TOP + PLOT_HEIGHT + 6 + lane * ROW;
  const rowTop = (row: number) => laneTop(strip.lanes.length) + row * ROW;
  const planTop = rowTop(rows.length);
  const axisTop = planTop + (strip.plan.length > 0 ? ROW : 0);
  const shapes: Shape[] = [
    ...listScaleShapes(strip, gutter, width),
    ...listBarShapes(strip, plot.to),
    ...strip.lanes.flatMap((lane, n) => [
      ...(n === 0 ? [labelRow("lost", gutter, laneTop(0))] : []),
      ...listLaneShapes(lane, plot.to, laneTop(n)),
    ]),
    ...rows.flatMap(({ label, marks }, row) => [
      labelRow(label, gutter, rowTop(row)),
      ...marks.flatMap((mark) => markShapes(mark, plot.to(mark.x) + 5, rowTop(row) + ROW / 2)),
    ]),
    ...(strip.plan.length === 0 ? [] : [labelRow("plan", gutter, planTop)]),
    ...strip.plan.flatMap((run) => planShapes(run, plot.to, planTop + 4)),
    ...listGapShapes(strip, plot.to, axisTop),
    ...listAxisShapes(strip, columns, axisTop, width),
    ...listCursorShapes(columns, cursor, axisTop),
  ];
  return { shapes, height: axisTop + AXIS, columns };
}

/** Marks in one row and turn would cover each other, so only the most severe is drawn. */
function pickWorstPerTurn(marks: readonly StripMark[]): StripMark[] {
  const rank = ({ severity }: StripMark) => SEVERITY_LOOKS.findIndex((look) => look.severity === severity);
  return [...groupBy(marks, ({ turn }) => turn).values()].flatMap((here) =>
    here.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1),
  );
}

type To = (share: number) => number;

function listScaleShapes({ top }: StripModel, gutter: number, width: number): Shape[] {
  return placeTicks(top, 4)
    .filter((tick) => tick <= top)
    .flatMap((tick): Shape[] => {
      const y = PLOT_TOP + PLOT_HEIGHT * (1 - tick / top);
      const stroke = tick === 0 ? "var(--line-strong)" : "var(--line)";
      return [
        { type: "line", x1: gutter, x2: width, y1: y, y2: y, stroke },
        { type: "text", x: gutter - 6, y, text: formatCompact(tick), fill: INK, size: FONT, align: "right" },
      ];
    });
}

function listBarShapes({ bars, columns }: StripModel, to: To): Shape[] {
  const drawn = bars.map(({ group, x, y, width, height }): Shape => {
    const wide = to(x + width) - to(x);
    return {
      type: "rect",
      x: to(x),
      y: PLOT_TOP + y * PLOT_HEIGHT,
      width: Math.max(0.5, wide - (wide > 4 ? 1 : 0)),
      height: height * PLOT_HEIGHT,
      fill: group === "residual" ? RESIDUAL_COLOR : groupColor(group),
    };
  });
  const unknown = columns
    .filter(({ known }) => !known)
    .map(({ x, width }): Shape => {
      const y = PLOT_TOP + PLOT_HEIGHT - 4;
      return { type: "line", x1: to(x), x2: to(x + width), y1: y, y2: y, stroke: INK, dash: [2, 3] };
    });
  return [...drawn, ...unknown];
}

function labelRow(text: string, gutter: number, y: number): Shape {
  return { type: "text", x: gutter - 6, y: y + ROW / 2, text, fill: INK, size: FONT, align: "right" };
}

/** Each kind of mark has its own shape, so colour alone never tells them apart. */
function markShapes({ kind, severity }: StripMark, x: number, y: number): Shape[] {
  const path = (d: string, color: string): Shape => ({ type: "path", x, y, d, fill: color });
  switch (kind) {
    case "eviction":
      return [path("M-5 -4H5L0 5Z", "var(--state-evicted)")];
    case "compaction":
      return [path("M-5 -5H5L0 0ZM-5 5H5L0 0Z", "var(--state-evicted)")];
    case "repeat":
      return [
        {
          type: "path",
          x,
          y,
          d: "M4 -2.5A4.5 4.5 0 1 0 4.5 1.5M4.5 -5V-2H1.5",
          stroke: "var(--ink)",
          width: 1.5,
        },
      ];
    case "annotation":
      return [path("M-4 -5H6V3H0L-4 6Z", "var(--accent)")];
    default: {
      const look = pickSeverityLook(severity ?? "note");
      const form = look.severity === "serious" ? "M-4 -4H4V4H-4Z" : "M0 -5L5 4H-5Z";
      return [path(form, look.color)];
    }
  }
}

/** A bar while it stood there, a cross where it left, a dotted tail to the uses that found it gone. */
function listLaneShapes(
  { group, runs, left, uses }: StripModel["lanes"][number],
  to: To,
  y: number,
): Shape[] {
  const middle = y + ROW / 2;
  const bars = runs.map(({ x, width }): Shape => ({
    type: "rect",
    x: to(x),
    y: y + 3,
    width: Math.max(2, to(x + width) - to(x)),
    height: ROW - 6,
    fill: groupColor(group),
  }));
  const last = uses.at(-1);
  const tail: Shape[] =
    left === null || last === undefined
      ? []
      : [
          {
            type: "line",
            x1: to(left),
            x2: to(last) + 5,
            y1: middle,
            y2: middle,
            stroke: "var(--state-dangling)",
            dash: [2, 3],
          },
        ];
  const cross: Shape[] =
    left === null
      ? []
      : [
          {
            type: "path",
            x: to(left),
            y: middle,
            d: "M-4 -4L4 4M4 -4L-4 4",
            stroke: "var(--state-evicted)",
            width: 2,
          },
        ];
  const marks = uses.map((x): Shape => ({
    type: "path",
    x: to(x) + 5,
    y: middle,
    d: "M0 -7V7",
    stroke: "var(--state-dangling)",
    width: 2.5,
  }));
  return [...bars, ...tail, ...cross, ...marks];
}

function planShapes({ x, width, present }: StripModel["plan"][number], to: To, y: number): Shape[] {
  const stroke = "var(--kind-plan)";
  if (present) return [{ type: "rect", x: to(x), y, width: to(x + width) - to(x), height: 9, fill: stroke }];
  return [y + 0.5, y + 8.5].map((at) => ({
    type: "line",
    x1: to(x),
    x2: to(x + width),
    y1: at,
    y2: at,
    stroke,
    dash: [3, 3],
  }));
}

function listGapShapes({ gaps }: StripModel, to: To, bottom: number): Shape[] {
  return gaps.map(({ x }): Shape => ({
    type: "path",
    x: to(x),
    y: PLOT_TOP,
    d: drawZigzag(bottom - PLOT_TOP),
    stroke: "var(--ink-2)",
    width: 1.25,
  }));
}

function drawZigzag(height: number): string {
  const steps = Math.ceil(height / 8);
  return `M-3 0${Array.from({ length: steps }, (_, i) => `L${i % 2 === 0 ? 3 : -3} ${Math.min(height, (i + 1) * 8)}`).join("")}`;
}

function listAxisShapes(
  strip: StripModel,
  columns: StripDrawing["columns"],
  top: number,
  width: number,
): Shape[] {
  let free = 0;
  return columns.flatMap(({ x }, i): Shape[] => {
    if (x < free || x + LABEL_ROOM * 0.75 > width) return [];
    free = x + LABEL_ROOM;
    const text = strip.columns[i]?.label ?? "";
    return [
      { type: "line", x1: x, x2: x, y1: top, y2: top + 4, stroke: "var(--line-strong)" },
      { type: "text", x, y: top + 12, text, fill: INK, size: FONT },
    ];
  });
}

function listCursorShapes(columns: StripDrawing["columns"], cursor: number | null, bottom: number): Shape[] {
  const column = columns.find(({ turn }) => turn === cursor);
  if (column === undefined) return [];
  const [x, right] = [column.x, column.x + Math.max(2, column.width)];
  const line = { type: "line", y1: 2, y2: bottom, stroke: "var(--ink)" } as const;
  return [
    { ...line, x1: x, x2: x },
    { ...line, x1: right, x2: right },
    { ...line, x1: x, x2: right, y2: 2 },
  ];
}
