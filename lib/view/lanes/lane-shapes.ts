import { formatCompact } from "../format/format";
import { pickGlyph } from "../chart/how-glyph";
import type { Shape } from "../chart/shapes";
import type { Lane, LaneEviction, LaneResidency } from "./decode";
import { describeCausedExit, describeExit } from "./exit-words";
import type { LaneView } from "./lane-view";
import { CHAR_PX, LABELS_FROM_PX, makeLaneScale, measureText } from "./lane-view";

const GLYPHS_FROM_PX = 7;
const GLYPH_PX = 12;
/** From the middle of a mark to where words may begin: the radius of its circle, its stroke, and a gap. */
const MARK_ROOM = 6.5;
const BAR_SHARE: Record<LaneResidency["mode"], number> = {
  full: 0.62,
  excerpt: 0.34,
  summary: 0.34,
  reference: 0.12,
};

/**
 * Returns how the lane says that its block left.
 * @param y the lane's top, in pixels
 * @param above what the lane above says: the same is not said again
 */
export function drawLane(
  view: LaneView,
  lane: Lane,
  { color, y, above }: { readonly color: string; readonly y: number; readonly above: string | null },
  out: Shape[],
): string | null {
  const { rowHeight, width, selected, labelWidth } = view;
  const middle = y + rowHeight / 2;
  if (lane.id === selected)
    out.push({ type: "rect", x: 0, y, width, height: rowHeight, fill: "var(--ink)", opacity: 0.08 });
  if (rowHeight >= LABELS_FROM_PX) labelShapes(lane, middle, labelWidth, out);
  if (lane.residencies.length === 0 && rowHeight >= LABELS_FROM_PX)
    out.push({
      type: "text",
      x: labelWidth,
      y: middle,
      text: "in no window",
      fill: "var(--ink-3)",
      size: 11,
    });
  const exitText = makeExitText(view, lane);
  const words = exitText?.text === above ? null : exitText;
  for (const [i, residency] of lane.residencies.entries())
    drawResidency(view, residency, lane.residencies[i + 1], words, color, middle, out);
  for (const eviction of lane.evictions) drawWanted(view, eviction, words, middle, out);
  if (words !== null)
    out.push({ type: "text", x: words.from, y: middle, text: words.text, fill: "var(--ink-3)", size: 11 });
  return exitText?.text ?? null;
}

/** In pixels. */
interface ExitText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Finds a free place beside the lane's last exit, and the longest wording that fits into it. */
function makeExitText(view: LaneView, lane: Lane): ExitText | null {
  const eviction = lane.residencies.findLast(({ mode }) => mode !== "reference")?.eviction ?? null;
  if (eviction === null || view.rowHeight < LABELS_FROM_PX) return null;
  const scale = makeLaneScale(view);
  const [left, right] = scale.range;
  const exit = scale.to(eviction.turn);
  if (exit < left) return null;
  const marks = lane.evictions.flatMap((one) => [
    ...placeRefetches(view, one),
    ...one.neededAt.map((turn) => scale.to(turn + 0.5)),
  ]);
  const starts = [exit, ...marks].map((mark) => mark + GLYPH_PX);
  for (const text of [describeCausedExit(eviction), describeExit(eviction), eviction.how]) {
    const width = text.length * CHAR_PX;
    const isFree = (start: number) =>
      start + width <= right &&
      marks.every((mark) => mark + MARK_ROOM <= start || mark - MARK_ROOM >= start + width);
    const from = starts.find(isFree);
    if (from !== undefined) return { text, from, to: from + width };
  }
  return null;
}

/** At its turn, and never on the mark of the exit. */
function placeRefetches(view: LaneView, { turn, refetched }: LaneEviction): number[] {
  if (refetched === null) return [];
  const scale = makeLaneScale(view);
  return [Math.max(scale.to(turn) + GLYPH_PX, scale.to(refetched + 0.5))];
}

const TOKENS_PX = 44;

function labelShapes(lane: Lane, y: number, labelWidth: number, out: Shape[]): void {
  const wide = labelWidth >= 140;
  const chars = Math.max(4, Math.floor((labelWidth - 14 - (wide ? TOKENS_PX : 0)) / CHAR_PX));
  if (!wide) {
    const text = isSaying(lane.hint) ? shortenFront(lane.hint, chars) : shortenEnd(joinHint(lane), chars);
    out.push({ type: "text", x: 8, y, text, fill: "var(--ink)", size: 11.5 });
    return;
  }
  const name = shortenEnd(lane.name, chars);
  out.push({ type: "text", x: 8, y, text: name, fill: "var(--ink)", size: 11.5 });
  const x = 8 + measureText(name, 11.5) + 5;
  const charsLeft = Math.floor((labelWidth - TOKENS_PX - x) / CHAR_PX);
  if (lane.hint !== "" && charsLeft >= 4) {
    out.push({
      type: "text",
      x,
      y,
      text: shortenFront(lane.hint, charsLeft),
      fill: "var(--ink-3)",
      size: 11,
    });
  }
  const tokens = formatCompact(lane.tokens);
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

/** A hint of digits and punctuation alone does not tell what a lane is. */
const isSaying = (hint: string) => /[^\d\s.,:-]/.test(hint);

const joinHint = ({ name, hint }: Lane) => (hint === "" ? name : `${name} ${hint}`);

function shortenEnd(text: string, chars: number): string {
  return text.length > chars ? `${text.slice(0, chars - 1)}…` : text;
}

function shortenFront(text: string, chars: number): string {
  if (text.length <= chars) return text;
  return text.includes("/") && !text.includes(" ") ? `…${text.slice(1 - chars)}` : shortenEnd(text, chars);
}

function drawResidency(
  view: LaneView,
  residency: LaneResidency,
  next: LaneResidency | undefined,
  words: ExitText | null,
  color: string,
  middle: number,
  out: Shape[],
): void {
  const scale = makeLaneScale(view);
  const [left, right] = scale.range;
  const clip = (x: number) => Math.max(left, Math.min(right, x));
  const start = clip(scale.to(residency.from));
  const end = clip(scale.to((residency.to ?? view.lastTurn) + 1));
  if (end > start) {
    const height = Math.max(1, view.rowHeight * BAR_SHARE[residency.mode]);
    const faded = residency.mode !== "full";
    const gap = end - start > 3 ? 1 : 0;
    if (residency.mode === "reference") drawTail(words, start, end, middle, out);
    else {
      const bar = { x: start, y: middle - height / 2, width: Math.max(1, end - start - gap), height };
      out.push({ type: "rect", ...bar, fill: color, ...(faded && { opacity: 0.6 }) });
    }
  }
  const { eviction } = residency;
  if (eviction === null || eviction.toMode !== null || eviction.reference === null) return;
  const until = next?.from ?? eviction.refetched ?? view.lastTurn + 1;
  drawTail(words, clip(scale.to(eviction.turn)), clip(scale.to(until)), middle, out);
}

/** The dotted line of a reference that was left. */
function drawTail(words: ExitText | null, from: number, to: number, y: number, out: Shape[]): void {
  for (const [x1, x2] of placeAround(words, from, to))
    out.push({ type: "line", x1, y1: y, x2, y2: y, stroke: "var(--ink-3)", width: 1.5, dash: [1.5, 3] });
}

function drawWanted(
  view: LaneView,
  eviction: LaneEviction,
  words: ExitText | null,
  middle: number,
  out: Shape[],
): void {
  const scale = makeLaneScale(view);
  const [left, right] = scale.range;
  const inSight = (x: number) => x >= left && x <= right;
  const exit = scale.to(eviction.turn);
  const small = view.rowHeight < GLYPHS_FROM_PX;
  if (inSight(exit)) out.push(makeExitMark(eviction, exit, middle, small));
  if (small) return;
  for (const x of placeRefetches(view, eviction)) {
    if (eviction.reference === null)
      for (const [x1, x2] of placeAround(words, Math.max(left, exit + 8), Math.min(x - 4, right)))
        out.push({ type: "line", x1, y1: middle, x2, y2: middle, stroke: "var(--line-strong)" });
    if (inSight(x)) out.push(makeRefetchMark(x, middle));
  }
  for (const turn of eviction.neededAt) {
    const x = scale.to(turn + 0.5);
    if (inSight(x)) out.push(makeNeedMark(x, middle));
  }
}

function makeExitMark({ how }: LaneEviction, x: number, y: number, small: boolean): Shape {
  return small
    ? { type: "rect", x: x - 1, y: y - 1, width: 2, height: 2, fill: "var(--state-evicted)" }
    : { type: "path", x: x - 4, y: y - 6, d: pickGlyph(how).d, stroke: "var(--state-evicted)", width: 1.5 };
}

function makeRefetchMark(x: number, y: number): Shape {
  const d = "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0";
  return { type: "path", x, y, d, fill: "var(--surface)", stroke: "var(--state-dangling)", width: 1.5 };
}

function makeNeedMark(x: number, y: number): Shape {
  return { type: "path", x, y: y - 5, d: "M0 0v5M0 8v1.5", stroke: "var(--state-dangling)", width: 2 };
}

/** Leaves out the part behind the words, so that the line does not strike them through. */
function placeAround(words: ExitText | null, from: number, to: number): [from: number, to: number][] {
  const parts: [number, number][] =
    words === null
      ? [[from, to]]
      : [
          [from, Math.min(to, words.from - 3)],
          [Math.max(from, words.to + 3), to],
        ];
  return parts.filter(([start, end]) => end - start >= 2);
}
