import { compact } from "../format/format";
import { howGlyph } from "../chart/how-glyph";
import type { TurnRange } from "../chart/scale";
import { linearScale, turnTicks } from "../chart/scale";
import type { Shape } from "../chart/shapes";
import type { Lane, LaneEviction, LaneResidency } from "./decode";
import { causedExitWords, exitWords } from "./exit-words";
import type { LaneRow } from "./rows";

/**
 * The visible lanes as a drawing.
 *
 *   read_file  4.2k │   ▐████████× · · · · · ·○           cleared, placeholder left, fetched again
 *   search     1.1k │        ▐███████»          !         compacted, needed later
 *   user goal       │▐███████████████████████████▌        still there
 */
export interface LaneView {
  readonly rows: readonly LaneRow[];
  /** The visible turns. While zooming, the ends may lie between turns. */
  readonly range: TurnRange;
  readonly lastTurn: number;
  readonly width: number;
  readonly height: number;
  readonly scrollTop: number;
  readonly rowHeight: number;
  readonly labelWidth: number;
  readonly cursor: number | null;
  readonly selected: string | null;
}

export const AXIS_HEIGHT = 20;
const RIGHT = 10;
/** Pixels per character of a label. Most texts fit at the sizes used here. */
const CHAR_PX = 5.9;
const LABELS_FROM_PX = 14;
const GLYPHS_FROM_PX = 7;
const GLYPH_PX = 12;
const BAR_SHARE: Record<LaneResidency["mode"], number> = {
  full: 0.62,
  excerpt: 0.34,
  summary: 0.34,
  reference: 0.12,
};

type GroupRow = Extract<LaneRow, { type: "group" }>;

export function laneScale({ range, width, labelWidth }: Pick<LaneView, "range" | "width" | "labelWidth">) {
  return linearScale([range.from, range.to + 1], [labelWidth, Math.max(labelWidth + 1, width - RIGHT)]);
}

/** The row at a height of the drawing; `undefined` outside all rows. */
export function rowAt(view: LaneView, y: number): LaneRow | undefined {
  const { rows, scrollTop, rowHeight } = view;
  if (y < AXIS_HEIGHT) return undefined;
  const stuck = stuckGroup(view);
  if (stuck !== null && y >= stuck.y && y < stuck.y + rowHeight) return stuck.row;
  return rows[Math.floor((y - AXIS_HEIGHT + scrollTop) / rowHeight)];
}

/** The heading of the current group. It stays below the axis until the next heading replaces it. */
function stuckGroup({ rows, scrollTop, rowHeight }: LaneView): { row: GroupRow; y: number } | null {
  const top = Math.floor(scrollTop / rowHeight);
  if (rowHeight < LABELS_FROM_PX || rows[top] === undefined) return null;
  const at = rows.slice(0, top + 1).findLastIndex(({ type }) => type === "group");
  const row = rows[at];
  if (row?.type !== "group" || at * rowHeight >= scrollTop) return null;
  const isPushed = rows[top + 1]?.type === "group";
  return { row, y: AXIS_HEIGHT - (isPushed ? scrollTop - top * rowHeight : 0) };
}

export function laneScene(view: LaneView): Shape[] {
  const { rows, rowHeight, scrollTop, height } = view;
  const first = Math.max(0, Math.floor(scrollTop / rowHeight));
  const last = Math.min(rows.length, Math.ceil((scrollTop + height - AXIS_HEIGHT) / rowHeight));
  const shapes: Shape[] = [];
  cursorShapes(view, shapes);
  for (let i = first; i < last; i++) {
    const row = rows[i];
    const y = AXIS_HEIGHT + i * rowHeight - scrollTop;
    if (row?.type === "lane") laneShapes(view, row.lane, row.color, y, shapes);
    else if (row?.type === "group") groupShapes(view, row, y, shapes);
  }
  const stuck = stuckGroup(view);
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
  axisShapes(view, shapes);
  return shapes;
}

function cursorShapes({ cursor, ...view }: LaneView, out: Shape[]): void {
  if (cursor === null || cursor < view.range.from || cursor > view.range.to) return;
  const scale = laneScale(view);
  const x = scale.to(cursor);
  const width = Math.max(1.5, scale.to(cursor + 1) - x);
  out.push({ type: "rect", x, y: AXIS_HEIGHT, width, height: view.height, fill: "var(--ink)", opacity: 0.1 });
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
  const after = 34 + row.label.length * CHAR_PX + 12;
  out.push({ type: "text", x: after, y: middle, text: row.detail, fill: "var(--ink-3)", size: 11 });
}

function laneShapes(view: LaneView, lane: Lane, color: string, y: number, out: Shape[]): void {
  const { rowHeight, width, selected, labelWidth } = view;
  const middle = y + rowHeight / 2;
  if (lane.id === selected)
    out.push({ type: "rect", x: 0, y, width, height: rowHeight, fill: "var(--ink)", opacity: 0.08 });
  if (rowHeight >= LABELS_FROM_PX) labelShapes(lane, middle, labelWidth, out);
  if (lane.stays.length === 0 && rowHeight >= LABELS_FROM_PX)
    out.push({
      type: "text",
      x: labelWidth,
      y: middle,
      text: "in no window",
      fill: "var(--ink-3)",
      size: 11,
    });
  for (const [i, stay] of lane.stays.entries()) stayShapes(view, stay, lane.stays[i + 1], color, middle, out);
  for (const eviction of lane.evictions) wantedShapes(view, eviction, middle, out);
  if (rowHeight >= LABELS_FROM_PX) exitShapes(view, lane, middle, out);
}

function exitShapes(view: LaneView, { stays, evictions }: Lane, y: number, out: Shape[]): void {
  const eviction = stays.at(-1)?.eviction ?? null;
  if (eviction === null) return;
  const scale = laneScale(view);
  const [left, right] = scale.range;
  const exit = scale.to(eviction.turn);
  if (exit < left) return;
  const marks = evictions.flatMap((one) => [
    ...one.neededAt.map((turn) => scale.to(turn + 0.5)),
    ...(againAt(scale, one) ?? []),
  ]);
  const starts = [exit, ...marks].map((mark) => mark + GLYPH_PX);
  for (const text of [causedExitWords(eviction), exitWords(eviction), eviction.how]) {
    const chars = text.length * CHAR_PX;
    const x = starts.find(
      (start) =>
        start + chars <= right &&
        marks.every((mark) => mark + MARK_ROOM <= start || mark - MARK_ROOM >= start + chars),
    );
    if (x === undefined) continue;
    out.push({ type: "text", x, y, text, fill: "var(--ink-3)", size: 11 });
    return;
  }
}

/** From the middle of a mark to where words may begin: the radius of its circle, its stroke, and a gap. */
const MARK_ROOM = 6.5;

/** Where the circle of what was fetched again is: beside the mark of the exit, however narrow a turn is. */
function againAt(scale: ReturnType<typeof laneScale>, { turn, refetched }: LaneEviction): number[] | null {
  return refetched === null ? null : [Math.max(scale.to(turn) + GLYPH_PX, scale.to(refetched + 0.5))];
}

function labelShapes(lane: Lane, y: number, labelWidth: number, out: Shape[]): void {
  const wide = labelWidth >= 140;
  const chars = Math.max(4, Math.floor((labelWidth - 14 - (wide ? 44 : 0)) / CHAR_PX));
  if (!wide) {
    const text = lane.hint === "" ? shortened(lane.name, chars) : shortenedFront(lane.hint, chars);
    out.push({ type: "text", x: 8, y, text, fill: "var(--ink)", size: 11.5 });
    return;
  }
  const name = shortened(lane.name, chars);
  out.push({ type: "text", x: 8, y, text: name, fill: "var(--ink)", size: 11.5 });
  const left = chars - name.length - 1;
  if (lane.hint !== "" && left >= 4) {
    const x = 8 + (name.length + 1) * CHAR_PX;
    out.push({ type: "text", x, y, text: shortenedFront(lane.hint, left), fill: "var(--ink-3)", size: 11 });
  }
  const tokens = compact(lane.tokens);
  out.push({
    type: "text",
    x: labelWidth - 8,
    y,
    text: tokens,
    fill: "var(--ink-3)",
    size: 11,
    align: "right",
  });
}

function shortened(text: string, chars: number): string {
  return text.length > chars ? `${text.slice(0, chars - 1)}…` : text;
}

/** Cuts a text at its front: the end of a path says more. */
function shortenedFront(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return text.includes("/") && !text.includes(" ") ? `…${text.slice(1 - chars)}` : shortened(text, chars);
}

function stayShapes(
  view: LaneView,
  stay: LaneResidency,
  next: LaneResidency | undefined,
  color: string,
  middle: number,
  out: Shape[],
): void {
  const scale = laneScale(view);
  const [left, right] = scale.range;
  const clip = (x: number) => Math.max(left, Math.min(right, x));
  const start = clip(scale.to(stay.from));
  const end = clip(scale.to((stay.to ?? view.lastTurn) + 1));
  if (end > start) {
    const height = Math.max(1, view.rowHeight * BAR_SHARE[stay.mode]);
    const faded = stay.mode !== "full";
    const gap = end - start > 3 ? 1 : 0;
    if (stay.mode === "reference") tail(start, end, middle, out);
    else {
      const bar = { x: start, y: middle - height / 2, width: Math.max(1, end - start - gap), height };
      out.push({ type: "rect", ...bar, fill: color, ...(faded && { opacity: 0.6 }) });
    }
  }
  const { eviction } = stay;
  if (eviction === null || eviction.toMode !== null || eviction.reference === null) return;
  const until = next?.from ?? eviction.refetched ?? view.lastTurn + 1;
  tail(clip(scale.to(eviction.turn)), clip(scale.to(until)), middle, out);
}

function tail(from: number, to: number, y: number, out: Shape[]): void {
  if (to - from < 2) return;
  out.push({
    type: "line",
    x1: from,
    y1: y,
    x2: to,
    y2: y,
    stroke: "var(--ink-3)",
    width: 1.5,
    dash: [1.5, 3],
  });
}

function wantedShapes(view: LaneView, eviction: LaneEviction, middle: number, out: Shape[]): void {
  const scale = laneScale(view);
  const [left, right] = scale.range;
  const inSight = (x: number) => x >= left && x <= right;
  const exit = scale.to(eviction.turn);
  const small = view.rowHeight < GLYPHS_FROM_PX;
  if (inSight(exit)) {
    if (small)
      out.push({
        type: "rect",
        x: exit - 1,
        y: middle - 1,
        width: 2,
        height: 2,
        fill: "var(--state-evicted)",
      });
    else
      out.push({
        type: "path",
        x: exit - 4,
        y: middle - 6,
        d: howGlyph(eviction.how).d,
        stroke: "var(--state-evicted)",
        width: 1.5,
      });
  }
  if (small) return;
  for (const x of againAt(scale, eviction) ?? []) {
    const from = Math.max(left, exit + 8);
    if (from < Math.min(x, right) - 4 && eviction.reference === null)
      out.push({
        type: "line",
        x1: from,
        y1: middle,
        x2: Math.min(x - 4, right),
        y2: middle,
        stroke: "var(--line-strong)",
      });
    if (inSight(x))
      out.push({
        type: "path",
        x,
        y: middle,
        d: "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
        fill: "var(--surface)",
        stroke: "var(--state-dangling)",
        width: 1.5,
      });
  }
  for (const turn of eviction.neededAt) {
    const x = scale.to(turn + 0.5);
    if (inSight(x))
      out.push({
        type: "path",
        x,
        y: middle - 5,
        d: "M0 0v5M0 8v1.5",
        stroke: "var(--state-dangling)",
        width: 2,
      });
  }
}

function axisShapes(view: LaneView, out: Shape[]): void {
  const { range, width, labelWidth } = view;
  const scale = laneScale(view);
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
