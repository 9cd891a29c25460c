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
/** Browsers draw no taller canvas. */
const CANVAS_MAX_PX = 32_000;

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
  usePainting(canvas, box, view, drag, resolvedTheme);
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
        aria-label={`Lanes of ${rows.length === 1 ? "1 row" : `${rows.length} rows`}. Up and down select a lane, left and right move the cursor, Enter opens the block, t shows a table.`}
      >
        <p className="sr-only" aria-live="polite">
          {props.spoken}
        </p>
        <canvas
          ref={canvas}
          aria-hidden
          data-block={hover?.lane.id}
          className="sticky top-0 block cursor-crosshair print:static print:h-auto! print:max-w-full"
          style={{ width, height }}
          {...handlers}
          onPointerMove={(event) => {
            handlers.onPointerMove(event);
            hoverAt(event);
          }}
          onPointerLeave={() => setHover(null)}
          onWheel={() => setHover(null)}
        />
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

function usePainting(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  box: React.RefObject<HTMLDivElement | null>,
  view: Omit<LaneView, "scrollTop">,
  drag: Drag | null,
  theme: string | undefined,
): void {
  const paint = useRef<() => void>(() => undefined);
  useEffect(() => {
    paint.current = () => {
      const context = canvas.current?.getContext("2d");
      if (context == null || canvas.current === null) return;
      const ratio = window.devicePixelRatio || 1;
      // Paper does not scroll: it gets every row, as far as a canvas can be.
      const isPaper = window.matchMedia("print").matches;
      const whole = Math.min(view.rows.length * view.rowHeight + AXIS_HEIGHT, CANVAS_MAX_PX / ratio);
      const { width } = view;
      const height = isPaper ? Math.max(view.height, Math.floor(whole)) : view.height;
      if (canvas.current.width !== width * ratio) canvas.current.width = width * ratio;
      if (canvas.current.height !== height * ratio) canvas.current.height = height * ratio;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      const colors = themeColors();
      const scrollTop = isPaper ? 0 : (box.current?.scrollTop ?? 0);
      paintShapes(context, makeLaneScene({ ...view, height, scrollTop }), colors);
      if (drag !== null) {
        context.fillStyle = colors("var(--accent)");
        context.globalAlpha = 0.15;
        context.fillRect(Math.min(drag.start, drag.end), 0, Math.abs(drag.end - drag.start), height);
        context.globalAlpha = 1;
      }
    };
    const frame = requestAnimationFrame(() => paint.current());
    return () => cancelAnimationFrame(frame);
  }, [canvas, box, view, drag, theme]);
  useEffect(() => {
    const scroller = box.current;
    if (scroller === null) return;
    let frame = 0;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => paint.current());
    };
    // Paper has colours and a width of its own, and takes what is on the canvas the moment that it is asked.
    const paper = window.matchMedia("print");
    const onPaper = () => paint.current();
    paper.addEventListener("change", onPaper);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      paper.removeEventListener("change", onPaper);
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [box]);
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
