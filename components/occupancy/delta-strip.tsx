import type { MouseEvent } from "react";
import { memo, useState } from "react";
import { labelAxis } from "@/lib/view/format/axis-label";
import type { DeltaBar } from "@/lib/view/occupancy/model";
import type { Scale } from "@/lib/view/chart/scale";
import { PLOT_LEFT, PLOT_RIGHT } from "../charts/plot";
import { StripCaption } from "../charts/strip-caption";
import { useOverviewCursor } from "./overview-cursor";

const HEIGHT = 56;
const MIDDLE = 34;

interface Props {
  bars: readonly DeltaBar[];
  top: number;
  bottom: number;
  scale: Scale;
  width: number;
  turnsPerStep: number;
  onPick: (turn: number) => void;
}

/** A result that turn 5 asked for makes the window of turn 6 grow. It is drawn at turn 5. */
export function DeltaStrip({ bars, top, bottom, scale, width, turnsPerStep, onPick }: Props) {
  const column = Math.max(1, scale.to(turnsPerStep) - scale.to(0) - 1);
  const [hovered, setHovered] = useState<DeltaBar | null>(null);
  const barAt = (event: MouseEvent<SVGSVGElement>) => {
    const x = scale.from(event.clientX - event.currentTarget.getBoundingClientRect().left);
    return bars.find((bar) => bar.x <= x && x < bar.x + turnsPerStep) ?? null;
  };
  return (
    <>
      <StripCaption
        title="Change"
        text={
          hovered?.label ??
          "up: tokens gained, dark where unusual; down: tokens lost; each at the turn that caused it"
        }
      />
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="block cursor-pointer"
        role="img"
        aria-label="Tokens gained and lost, by the turn that caused it"
        onMouseMove={(event) => setHovered(barAt(event))}
        onMouseLeave={() => setHovered(null)}
        onClick={(event) => {
          const bar = barAt(event);
          if (bar !== null) onPick(bar.x);
        }}
      >
        {hovered !== null && (
          <rect
            x={scale.to(hovered.x)}
            y={0}
            width={column + 1}
            height={HEIGHT}
            fill="var(--ink)"
            fillOpacity={0.08}
          />
        )}
        <Bars bars={bars} top={top} bottom={bottom} scale={scale} column={column} width={width} />
        <CurrentBars bars={bars} top={top} bottom={bottom} scale={scale} column={column} />
      </svg>
    </>
  );
}

interface BarsProps {
  bars: readonly DeltaBar[];
  top: number;
  bottom: number;
  scale: Scale;
  column: number;
  width: number;
}

const Bars = memo(function Bars({ bars, width, ...place }: BarsProps) {
  const { top, bottom } = place;
  return (
    <>
      {bars.some(({ value }) => value > 0) && (
        <text x={PLOT_LEFT - 6} y={10} textAnchor="end" fontSize={11} fill="var(--ink-3)">
          +{labelAxis(top)}
        </text>
      )}
      {bars.some(({ value }) => value < 0) && (
        <text x={PLOT_LEFT - 6} y={HEIGHT - 2} textAnchor="end" fontSize={11} fill="var(--ink-3)">
          −{labelAxis(bottom)}
        </text>
      )}
      <path d={`M${PLOT_LEFT} ${MIDDLE}H${width - PLOT_RIGHT}`} stroke="var(--line-strong)" />
      {bars.map((bar) => (
        <Bar key={`${bar.x}-${bar.seenAt}`} bar={bar} {...place} strong={bar.isSpike || bar.value < 0} />
      ))}
    </>
  );
});

function CurrentBars({ bars, ...place }: Omit<BarsProps, "width">) {
  const cursor = useOverviewCursor();
  return bars
    .filter(({ x }) => x === cursor)
    .map((bar) => <Bar key={bar.seenAt} bar={bar} {...place} strong />);
}

type BarProps = Omit<BarsProps, "bars" | "width"> & { bar: DeltaBar; strong: boolean };

function Bar({ bar, top, bottom, scale, column, strong }: BarProps) {
  const size =
    bar.value > 0 ? (bar.value / top) * (MIDDLE - 4) : (-bar.value / bottom) * (HEIGHT - MIDDLE - 2);
  const height = Math.min(Math.max(bar.value === 0 ? 0 : 1, size), bar.value > 0 ? MIDDLE : HEIGHT - MIDDLE);
  return (
    <rect
      x={scale.to(bar.x) + 0.5}
      y={bar.value > 0 ? MIDDLE - height : MIDDLE}
      width={column}
      height={height}
      fill={bar.value < 0 ? "var(--state-evicted)" : bar.isSpike ? "var(--ink)" : "var(--ink-3)"}
      fillOpacity={strong ? 1 : 0.55}
    />
  );
}
