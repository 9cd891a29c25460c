import type { PointerEvent, ReactNode } from "react";
import { useState } from "react";
import type { TurnRange } from "@/lib/view/chart/scale";
import { brushed, linearScale } from "@/lib/view/chart/scale";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot";

const DRAG_MIN_PX = 6;

interface Props {
  domain: readonly [number, number];
  width: number;
  /** A press without a drag; `x` is a place on the turn axis. */
  onPress: (x: number) => void;
  onRange: (range: TurnRange) => void;
  children: ReactNode;
}

export function ChartBrush({ domain, width, onPress, onRange, children }: Props) {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null);
  const scale = linearScale(domain, [PLOT_LEFT, width - PLOT_RIGHT]);
  const pixel = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const moved = drag !== null && Math.abs(drag.end - drag.start) >= DRAG_MIN_PX;
  const release = () => {
    if (drag === null) return;
    if (moved) onRange(brushed(scale.from(drag.start), scale.from(drag.end), domain));
    else onPress(scale.from(drag.start));
    setDrag(null);
  };
  return (
    <div
      className="relative touch-pan-y select-none"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ start: pixel(event), end: pixel(event) });
      }}
      onPointerMove={(event) => {
        if (drag !== null) setDrag({ ...drag, end: pixel(event) });
      }}
      onPointerUp={release}
      onPointerCancel={() => setDrag(null)}
    >
      {children}
      {moved && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-y-0 bg-accent/15"
          style={{ left: Math.min(drag.start, drag.end), width: Math.abs(drag.end - drag.start) }}
        />
      )}
    </div>
  );
}
