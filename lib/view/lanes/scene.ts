import type { Shape } from "../chart/shapes";
import { turnTicks } from "../chart/scale";
import { drawLane } from "./lane-shapes";
import type { LaneView } from "./lane-view";
import { AXIS_HEIGHT, CHAR_PX, LABELS_FROM_PX, makeLaneScale, measureText } from "./lane-view";
import type { LaneRow } from "./rows";

type GroupRow = Extract<LaneRow, { type: "group" }>;

export function findRowAt(view: LaneView, y: number): LaneRow | undefined {
  const { rows, scrollTop, rowHeight } = view;
  if (y < AXIS_HEIGHT) return undefined;
  const stuck = findStuckGroup(view);
  if (stuck !== null && y >= stuck.y && y < stuck.y + rowHeight) return stuck.row;
  return rows[Math.floor((y - AXIS_HEIGHT + scrollTop) / rowHeight)];
}

/** The heading of the current group. It stays below the axis until the next heading replaces it. */
function findStuckGroup({ rows, scrollTop, rowHeight }: LaneView): { row: GroupRow; y: number } | null {
  const top = Math.floor(scrollTop / rowHeight);
  if (rowHeight < LABELS_FROM_PX || rows[top] === undefined) return null;
  const at = rows.slice(0, top + 1).findLastIndex(({ type }) => type === "group");
  const row = rows[at];
  if (row?.type !== "group" || at * rowHeight >= scrollTop) return null;
  const isPushed = rows[top + 1]?.type === "group";
  return { row, y: AXIS_HEIGHT - (isPushed ? scrollTop - top * rowHeight : 0) };
}

/**
 * The visible lanes as a drawing.
 *
 *   read_file  4.2k │   ▐████████× · · · · · ·○           cleared, placeholder left, fetched again
 *   search     1.1k │        ▐███████»          !         compacted, needed later
 *   user goal       │▐███████████████████████████▌        still there
 */
export function makeLaneScene(view: LaneView): Shape[] {
  const { rows, rowHeight, scrollTop, height } = view;
  const first = Math.max(0, Math.floor(scrollTop / rowHeight));
  const last = Math.min(rows.length, Math.ceil((scrollTop + height - AXIS_HEIGHT) / rowHeight));
  const shapes: Shape[] = [];
  drawCursor(view, shapes);
  drawLosses(view, shapes);
  let above: string | null = null;
  for (let i = first; i < last; i++) {
    const row = rows[i];
    const y = AXIS_HEIGHT + i * rowHeight - scrollTop;
    if (row?.type === "lane") above = drawLane(view, row.lane, { color: row.color, y, above }, shapes);
    else if (row?.type === "group") {
      above = null;
      groupShapes(view, row, y, shapes);
    }
  }
  const stuck = findStuckGroup(view);
  if (stuck !== null) {
    shapes.push({
      type: "rect",
      x: 0,
      y: stuck.y,
      width: view.width,
      height: rowHeight,
      fill: "var(--surface)",
    });
    groupShapes(view, stuck.row, stuck.y, shapes);
  }
  drawAxis(view, shapes);
  return shapes;
}

function drawCursor({ cursor, ...view }: LaneView, out: Shape[]): void {
  if (cursor === null || cursor < view.range.from || cursor > view.range.to) return;
  const scale = makeLaneScale(view);
  const x = scale.to(cursor);
  const width = Math.max(1.5, scale.to(cursor + 1) - x);
  out.push({ type: "rect", x, y: AXIS_HEIGHT, width, height: view.height, fill: "var(--ink)", opacity: 0.1 });
}

const LOSS_COLOR = "var(--kind-memory)";

/** A line at each turn that lost the cache, and a mark in the lane of the block at which the reading ended. */
function drawLosses(view: LaneView, out: Shape[]): void {
  const { losses, range, rows, rowHeight, scrollTop, height } = view;
  const scale = makeLaneScale(view);
  const inSight = losses.filter(({ turn }) => turn >= range.from && turn <= range.to);
  if (inSight.length === 0) return;
  const lanes = new Map(rows.map((row, i) => [row.type === "lane" ? row.lane.id : "", i]));
  for (const { turn, block, isExplained } of inSight) {
    const x = scale.to(turn);
    const dash = isExplained ? {} : { dash: [3, 2] as const };
    out.push({ type: "line", x1: x, y1: AXIS_HEIGHT, x2: x, y2: height, stroke: LOSS_COLOR, ...dash });
    const lane = block === null ? undefined : lanes.get(block);
    const y = AXIS_HEIGHT + (lane ?? -1) * rowHeight - scrollTop;
    if (lane !== undefined && y >= AXIS_HEIGHT && y < height)
      out.push({ type: "rect", x: x - 2, y, width: 4, height: rowHeight, fill: LOSS_COLOR });
  }
}

function groupShapes(view: LaneView, row: GroupRow, y: number, out: Shape[]): void {
  const { rowHeight, width } = view;
  const middle = y + rowHeight / 2;
  out.push({ type: "rect", x: 0, y, width, height: rowHeight, fill: "var(--sunken)" });
  if (rowHeight < LABELS_FROM_PX) return;
  out.push({
    type: "path",
    x: 6,
    y: middle - 4,
    d: row.closed ? "M2 0l4 4l-4 4" : "M0 2l4 4l4-4",
    stroke: "var(--ink-2)",
    width: 1.5,
  });
  out.push({ type: "rect", x: 20, y: middle - 4, width: 8, height: 8, fill: row.color });
  out.push({ type: "text", x: 34, y: middle, text: row.label, fill: "var(--ink)", size: 12, weight: 500 });
  const after = 34 + measureText(row.label, 12) + 8;
  out.push({ type: "text", x: after, y: middle, text: row.detail, fill: "var(--ink-3)", size: 11 });
}

function drawAxis(view: LaneView, out: Shape[]): void {
  const { range, width, labelWidth } = view;
  const scale = makeLaneScale(view);
  out.push({ type: "rect", x: 0, y: 0, width, height: AXIS_HEIGHT, fill: "var(--surface)" });
  out.push({ type: "text", x: 8, y: 10, text: "turn", fill: "var(--ink-3)", size: 11 });
  for (const turn of turnTicks(range, Math.floor((width - labelWidth) / 64))) {
    const x = scale.to(turn);
    out.push({
      type: "line",
      x1: x,
      y1: AXIS_HEIGHT - 4,
      x2: x,
      y2: AXIS_HEIGHT,
      stroke: "var(--line-strong)",
    });
    if (x + String(turn).length * CHAR_PX + 6 < width)
      out.push({ type: "text", x: x + 3, y: 10, text: String(turn), fill: "var(--ink-3)", size: 11 });
  }
  const y = AXIS_HEIGHT - 0.5;
  out.push({ type: "line", x1: 0, y1: y, x2: width, y2: y, stroke: "var(--line-strong)" });
}
