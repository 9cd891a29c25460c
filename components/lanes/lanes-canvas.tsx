import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";
import type { LossMark } from "@/lib/view/losses/loss-marks";
import type { Lane } from "@/lib/view/lanes/decode";
import { makeLaneCard } from "@/lib/view/lanes/lane-card";
import type { LaneRow } from "@/lib/view/lanes/rows";
import type { LaneView } from "@/lib/view/lanes/lane-view";
import { AXIS_HEIGHT, makeLaneScale } from "@/lib/view/lanes/lane-view";
import { makeLaneScene, findRowAt } from "@/lib/view/lanes/scene";
import { cutIntoSheets } from "@/lib/view/lanes/sheets";
import type { TurnRange } from "@/lib/view/chart/scale";
import { paintShapes } from "../charts/paint-shapes";
import { themeColors } from "../charts/theme-color";
import { LaneCardBox } from "./lane-card";
import type { Drag } from "../charts/use-drag";
import { placeIn, useDrag } from "../charts/use-drag";
import { useLaneGestures } from "./use-lane-gestures";

const ROW_PX = 20;
const HEIGHT_MIN = 160;
const HEIGHT_MAX = 560;
const DRAG_MIN_PX = 6;

interface Props {
  rows: readonly LaneRow[];
  whole: TurnRange;
  range: TurnRange;
  width: number;
  labelWidth: number;
  fit: boolean;
  cursor: number | null;
  selected: string | null;
  losses: readonly LossMark[];
  spoken: string;
  onPick: (row: LaneRow, turn: number) => void;
  onRange: (range: TurnRange) => void;
}

/** As high as the lanes are, within bounds. */
export function lanesHeight(rows: number): number {
  return Math.max(HEIGHT_MIN, Math.min(rows * ROW_PX + AXIS_HEIGHT, HEIGHT_MAX));
}

/** Paints only the visible rows, so scrolling and zooming cost the same for any number of blocks. */
export function LanesCanvas(props: Props) {
  const { rows, width, labelWidth, fit, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const { resolvedTheme } = useTheme();
  const height = lanesHeight(rows.length);
  const rowHeight = fit ? Math.min(ROW_PX, (height - AXIS_HEIGHT) / Math.max(1, rows.length)) : ROW_PX;
  const range = useLaneGestures({ element: box, ...props, onCommit: props.onRange });
  const [hover, setHover] = useState<{ lane: Lane; x: number; y: number } | null>(null);
  const view: Omit<LaneView, "scrollTop"> = {
    rows,
    range,
    lastTurn: props.whole.to,
    width,
    height,
    rowHeight,
    labelWidth,
    cursor: props.cursor,
    selected,
    losses: props.losses,
  };
  const rowUnder = (y: number) => findRowAt({ ...view, scrollTop: box.current?.scrollTop ?? 0 }, y);
  const scale = makeLaneScale({ range, width, labelWidth });
  const turnAt = (px: number) =>
    Math.max(range.from, Math.min(Math.ceil(range.to), Math.floor(scale.from(px))));
  const { drag, handlers } = useDrag({
    fromPx: DRAG_MIN_PX,
    startsAt: (x) => x >= labelWidth,
    onDrag: ({ start, end }) =>
      props.onRange({ from: turnAt(Math.min(start, end)), to: turnAt(Math.max(start, end)) }),
    onPress: ({ x, y }) => {
      const row = rowUnder(y);
      if (row !== undefined) props.onPick(row, turnAt(x));
    },
  });
  usePainting({ canvas, box, paper }, view, drag, resolvedTheme);
  useEffect(() => scrollToSelected(box.current, rows, selected, rowHeight), [rows, selected, rowHeight]);

  const hoverAt = (event: PointerEvent) => {
    const { x, y } = placeIn(event);
    const row = rowUnder(y);
    setHover(event.pointerType === "mouse" && row?.type === "lane" ? { lane: row.lane, x, y } : null);
  };
  return (
    <div className="relative">
      <div
        ref={box}
        className="relative overflow-x-hidden overflow-y-auto outline-offset-2 print:h-auto! print:overflow-visible!"
        style={{ height }}
        tabIndex={0}
        role="group"
        data-selected-block={selected ?? undefined}
        aria-label={`Lanes of ${rows.length === 1 ? "1 row" : `${rows.length} rows`}. Up and down select a lane, left and right move the cursor, Enter opens the block, t shows a table.`}
      >
        <p className="sr-only" aria-live="polite">
          {props.spoken}
        </p>
        <canvas
          ref={canvas}
          aria-hidden
          data-block={hover?.lane.id}
          className="sticky top-0 block cursor-crosshair print:hidden"
          style={{ width, height }}
          {...handlers}
          onPointerMove={(event) => {
            handlers.onPointerMove(event);
            hoverAt(event);
          }}
          onPointerLeave={() => setHover(null)}
          onWheel={() => setHover(null)}
        />
        <div ref={paper} aria-hidden className="hidden print:block" />
        <div
          aria-hidden
          className="print:hidden"
          style={{ height: Math.max(0, rows.length * rowHeight + AXIS_HEIGHT - height) }}
        />
      </div>
      {hover !== null && drag === null && (
        <LaneCardBox card={makeLaneCard(hover.lane, props.whole.to)} at={hover} box={{ width, height }} />
      )}
    </div>
  );
}

type Painted = Omit<LaneView, "scrollTop">;

function usePainting(
  {
    canvas,
    box,
    paper,
  }: Record<"canvas", React.RefObject<HTMLCanvasElement | null>> &
    Record<"box" | "paper", React.RefObject<HTMLDivElement | null>>,
  view: Painted,
  drag: Drag | null,
  theme: string | undefined,
): void {
  const paint = useRef<() => void>(() => undefined);
  const print = useRef<(isPaper: boolean) => unknown>(() => undefined);
  useEffect(() => {
    paint.current = () => {
      const context =
        canvas.current && paintLanes(canvas.current, { ...view, scrollTop: box.current?.scrollTop ?? 0 });
      if (context == null || drag === null) return;
      context.fillStyle = themeColors()("var(--accent)");
      context.globalAlpha = 0.15;
      context.fillRect(Math.min(drag.start, drag.end), 0, Math.abs(drag.end - drag.start), view.height);
      context.globalAlpha = 1;
    };
    print.current = (isPaper) => paper.current && paintSheets(paper.current, isPaper ? view : null);
    const frame = requestAnimationFrame(() => paint.current());
    return () => cancelAnimationFrame(frame);
  }, [canvas, box, paper, view, drag, theme]);
  useEffect(() => {
    const scroller = box.current;
    if (scroller === null) return;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => paint.current());
    };
    // The sheets are counted before the colours of paper hold: what is on them is painted again with these.
    const media = window.matchMedia("print");
    const onPaper = () => print.current(media.matches);
    const onPrint = () => print.current(true);
    media.addEventListener("change", onPaper);
    window.addEventListener("beforeprint", onPrint);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      media.removeEventListener("change", onPaper);
      window.removeEventListener("beforeprint", onPrint);
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [box]);
}

/** Paints the rows that are in sight. @returns the context, for what is drawn above them */
function paintLanes(canvas: HTMLCanvasElement, view: LaneView): CanvasRenderingContext2D | null {
  const context = canvas.getContext("2d");
  if (context === null) return null;
  const ratio = window.devicePixelRatio || 1;
  const { width, height } = view;
  if (canvas.width !== width * ratio) canvas.width = width * ratio;
  if (canvas.height !== height * ratio) canvas.height = height * ratio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  paintShapes(context, makeLaneScene(view), themeColors());
  return context;
}

/** A canvas is never broken between two sheets of paper. Four of this height fit on one, and two below a header. */
const PAPER_WIDTH = 642;
const PAPER_HEIGHT = 246;
const SHEETS_MAX = 100;

/**
 * Paper does not scroll: it gets every row, each sheet with the turns on top.
 * @param view `null` takes the sheets away
 */
function paintSheets(paper: HTMLElement, view: Painted | null): void {
  if (view === null) return paper.replaceChildren();
  const { width, rowHeight } = view;
  const height = (PAPER_HEIGHT * Math.max(width, PAPER_WIDTH)) / PAPER_WIDTH - AXIS_HEIGHT;
  const sheets = cutIntoSheets(view.rows, Math.floor(height / rowHeight)).slice(0, SHEETS_MAX);
  if (paper.children.length !== sheets.length) paper.replaceChildren(...sheets.map(makeSheet));
  for (const [at, rows] of sheets.entries()) {
    const canvas = paper.children[at];
    if (canvas instanceof HTMLCanvasElement)
      paintLanes(canvas, {
        ...view,
        rows,
        height: Math.ceil(rows.length * rowHeight) + AXIS_HEIGHT,
        scrollTop: 0,
      });
  }
}

function makeSheet(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.className = "block h-auto max-w-full break-inside-avoid";
  return canvas;
}

function scrollToSelected(
  box: HTMLDivElement | null,
  rows: readonly LaneRow[],
  selected: string | null,
  rowHeight: number,
): void {
  if (box === null || selected === null) return;
  const at = rows.findIndex((row) => row.type === "lane" && row.lane.id === selected);
  if (at < 0) return;
  const top = at * rowHeight;
  const sight = box.clientHeight - AXIS_HEIGHT;
  if (top < box.scrollTop) box.scrollTop = Math.max(0, top - rowHeight);
  else if (top + rowHeight > box.scrollTop + sight) box.scrollTop = top + 2 * rowHeight - sight;
}
