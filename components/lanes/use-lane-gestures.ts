import { useEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { makeLaneScale } from "@/lib/view/lanes/lane-view";
import type { TurnRange } from "@/lib/view/chart/scale";

const COMMIT_MS = 350;
const TURNS_MIN = 4;
const ZOOM_PER_PIXEL = 0.004;

interface Options {
  readonly element: RefObject<HTMLElement | null>;
  readonly whole: TurnRange;
  readonly range: TurnRange;
  readonly width: number;
  readonly labelWidth: number;
  readonly onCommit: (range: TurnRange) => void;
}

/**
 * Zooms (pinch, or Ctrl and the wheel) and pans sideways (Shift and the wheel, or a sideways wheel). The drawn range
 * follows at once. The address changes when the gesture ends, so the history gets one entry per gesture.
 * @returns the range to draw
 */
export function useLaneGestures(options: Options): TurnRange {
  const [preview, setPreview] = useState<TurnRange | null>(null);
  const latest = useRef({ ...options, shown: preview ?? options.range });
  useEffect(() => {
    latest.current = { ...options, shown: preview ?? options.range };
  });
  const { element } = options;
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onWheel = (event: WheelEvent) => {
      const next = afterWheel(event, target, latest.current);
      if (next === null) return;
      event.preventDefault();
      latest.current.shown = next;
      setPreview(next);
      clearTimeout(timer);
      timer = setTimeout(() => {
        latest.current.onCommit({ from: Math.round(next.from), to: Math.round(next.to) });
        setPreview(null);
      }, COMMIT_MS);
    };
    target.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      clearTimeout(timer);
      target.removeEventListener("wheel", onWheel);
    };
  }, [element]);
  return preview ?? options.range;
}

function afterWheel(
  event: WheelEvent,
  target: HTMLElement,
  { whole, shown, width, labelWidth }: Omit<Options, "element" | "range" | "onCommit"> & { shown: TurnRange },
): TurnRange | null {
  const scale = makeLaneScale({ range: shown, width, labelWidth });
  if (event.ctrlKey || event.metaKey) {
    const at = scale.from(event.clientX - target.getBoundingClientRect().left);
    const factor = Math.exp(event.deltaY * ZOOM_PER_PIXEL);
    const length = Math.max(TURNS_MIN, (shown.to + 1 - shown.from) * factor);
    const from = at - ((at - shown.from) / (shown.to + 1 - shown.from)) * length;
    return within({ from, to: from + length - 1 }, whole);
  }
  const sideways = event.shiftKey
    ? event.deltaY
    : Math.abs(event.deltaX) > Math.abs(event.deltaY)
      ? event.deltaX
      : 0;
  if (sideways === 0) return null;
  const by = scale.from(scale.range[0] + sideways) - shown.from;
  return within({ from: shown.from + by, to: shown.to + by }, whole);
}

function within(range: TurnRange, whole: TurnRange): TurnRange {
  const length = Math.min(range.to - range.from, whole.to - whole.from);
  const from = Math.max(whole.from, Math.min(range.from, whole.to - length));
  return { from, to: from + length };
}
