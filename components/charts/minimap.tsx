import { useState } from "react";
import type { MinimapBar } from "@/lib/view/chart/minimap";
import type { Scale, TurnRange } from "@/lib/view/chart/scale";
import { limitRange } from "@/lib/view/chart/scale";
import { StripCaption } from "./strip-caption";
import type { Drag } from "./use-drag";
import { placeIn, useDrag } from "./use-drag";

const HEIGHT = 36;
const DRAG_MIN_PX = 4;

interface Props {
  bars: readonly MinimapBar[];
  whole: TurnRange;
  range: TurnRange | null;
  scale: Scale;
  width: number;
  onRange: (range: TurnRange | null) => void;
  shows: string;
  valueWords: (value: number) => string;
}

/** Always shows the whole session. A drag selects a range; a double-click selects everything. */
export function Minimap({ bars, whole, range, scale, width, onRange, shows, valueWords }: Props) {
  const [hovered, setHovered] = useState<MinimapBar | null>(null);
  const { drag, handlers } = useDrag({
    fromPx: DRAG_MIN_PX,
    onDrag: (done) => onRange(rangeOf(done, scale, whole)),
  });
  const top = Math.max(1, ...bars.map((bar) => bar.value));
  const preview = drag === null ? range : rangeOf(drag, scale, whole);
  return (
    <>
      <StripCaption
        title="Whole session"
        left={scale.range[0]}
        text={
          hovered === null
            ? `${shows}; ${range === null ? "drag to zoom in" : "double-click for all of it"}`
            : barWords(hovered, valueWords)
        }
      />
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="block cursor-crosshair touch-none"
        role="img"
        aria-label={
          range === null ? "The whole session" : `Turns ${range.from} to ${range.to} of ${whole.to + 1}`
        }
        {...handlers}
        onPointerMove={(event) => {
          handlers.onPointerMove(event);
          const turn = Math.floor(scale.from(placeIn(event).x));
          setHovered(bars.find(({ from, to }) => from <= turn && turn <= to) ?? null);
        }}
        onPointerLeave={() => setHovered(null)}
        onDoubleClick={() => onRange(null)}
      >
        <path d={outline(bars, scale, top)} fill="var(--ink-3)" fillOpacity={0.35} />
        {bars.flatMap((bar) =>
          bar.marked
            ? [
                <path
                  key={bar.from}
                  d={`M${scale.to(bar.from)} 0v${HEIGHT}`}
                  stroke="var(--state-evicted)"
                  strokeDasharray="2 2"
                />,
              ]
            : [],
        )}
        <path d={`M${scale.range[0]} ${HEIGHT - 0.5}H${scale.range[1]}`} stroke="var(--line-strong)" />
        {preview !== null && (
          <>
            <rect
              x={scale.range[0]}
              y={0}
              width={Math.max(0, scale.to(preview.from) - scale.range[0])}
              height={HEIGHT}
              fill="var(--surface)"
              fillOpacity={0.75}
            />
            <rect
              x={scale.to(preview.to + 1)}
              y={0}
              width={Math.max(0, scale.range[1] - scale.to(preview.to + 1))}
              height={HEIGHT}
              fill="var(--surface)"
              fillOpacity={0.75}
            />
            <rect
              x={scale.to(preview.from)}
              y={0.5}
              width={Math.max(2, scale.to(preview.to + 1) - scale.to(preview.from))}
              height={HEIGHT - 1}
              fill="none"
              stroke="var(--ink)"
            />
          </>
        )}
      </svg>
    </>
  );
}

function barWords({ from, to, value, marked }: MinimapBar, valueWords: (value: number) => string): string {
  const where = from === to ? `turn ${from}` : `turns ${from} to ${to}`;
  return `${where}: ${valueWords(value)}${marked ? ", a compaction" : ""}`;
}

function rangeOf({ start, end }: Drag, scale: Scale, whole: TurnRange): TurnRange {
  const [from, to] = [Math.min(start, end), Math.max(start, end)].map((x) => Math.floor(scale.from(x)));
  return limitRange({ from: from ?? whole.from, to: to ?? whole.to }, whole);
}

function outline(bars: readonly MinimapBar[], scale: Scale, top: number): string {
  const y = (value: number) => HEIGHT - (value / top) * (HEIGHT - 3);
  const first = bars[0];
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return "";
  const steps = bars.map((bar) => `H${scale.to(bar.from).toFixed(1)}V${y(bar.value).toFixed(1)}`);
  return `M${scale.to(first.from).toFixed(1)} ${HEIGHT}${steps.join("")}H${scale.to(last.to + 1).toFixed(1)}V${HEIGHT}Z`;
}
