import type { ReactNode } from "react";
import type { TurnRange } from "@/lib/view/chart/scale";
import { computeBrushedRange, makeLinearScale } from "@/lib/view/chart/scale";
import { PLOT_LEFT, PLOT_RIGHT } from "./plot";
import { useDrag } from "./use-drag";

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
  const scale = makeLinearScale(domain, [PLOT_LEFT, width - PLOT_RIGHT]);
  const { drag, handlers } = useDrag({
    fromPx: DRAG_MIN_PX,
    onDrag: ({ start, end }) => onRange(computeBrushedRange(scale.from(start), scale.from(end), domain)),
    onPress: ({ x }) => onPress(scale.from(x)),
  });
  return (
    <div className="relative touch-pan-y select-none" {...handlers}>
      {children}
      {drag !== null && (
        <div
          aria-hidden
          className="pointer-events-none absolute inset-y-0 bg-accent/15"
          style={{ left: Math.min(drag.start, drag.end), width: Math.abs(drag.end - drag.start) }}
        />
      )}
    </div>
  );
}
