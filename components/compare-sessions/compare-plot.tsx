import { PLOT_TEXT } from "@/components/plot-axes";
import { labelAxis } from "@/lib/view/format/axis-label";
import type { CompareLines } from "@/lib/view/compare-sessions/model";
import { makeLinearScale, placeTicks } from "@/lib/view/chart/scale";
import { PLOT_LEFT, PLOT_RIGHT } from "../charts/plot";

/** It is kept free until the width is known, so that nothing below moves. */
export const COMPARE_PLOT_HEIGHT = 220;
const HEIGHT = COMPARE_PLOT_HEIGHT;
const TOP = 8;
const BOTTOM = 20;

interface Props {
  lines: CompareLines;
  width: number;
  cursor: number | null;
  onStep: (step: number) => void;
}

export function ComparePlot({ lines: { points, stepsPerPoint, steps, top }, width, cursor, onStep }: Props) {
  const x = makeLinearScale([0, Math.max(1, steps)], [PLOT_LEFT, width - PLOT_RIGHT]);
  const drawn = { to: (point: number) => x.to(Math.min(steps, point * stepsPerPoint)) };
  const ticks = placeTicks(top, 4);
  const y = makeLinearScale([0, ticks.at(-1) ?? top], [HEIGHT - BOTTOM, TOP]);
  return (
    <svg
      className="block"
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`Tokens in the windows of both over ${steps === 1 ? "1 step" : `${steps} steps`}`}
      onClick={(event) =>
        onStep(Math.floor(x.from(event.clientX - event.currentTarget.getBoundingClientRect().left)))
      }
      style={{ cursor: "crosshair" }}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={PLOT_LEFT} x2={width - PLOT_RIGHT} y1={y.to(tick)} y2={y.to(tick)} stroke="var(--line)" />
          <text x={PLOT_LEFT - 6} y={y.to(tick) + 4} textAnchor="end" {...PLOT_TEXT}>
            {labelAxis(tick)}
          </text>
        </g>
      ))}
      {cursor !== null && (
        <rect
          x={x.to(cursor)}
          width={Math.max(1.5, x.to(cursor + 1) - x.to(cursor))}
          y={TOP}
          height={HEIGHT - TOP - BOTTOM}
          fill="var(--ink)"
          fillOpacity={0.12}
        />
      )}
      <path
        d={stepped(
          points.map((point) => point.a),
          drawn,
          y,
        )}
        fill="none"
        stroke="var(--compare-a)"
        strokeWidth={2}
      />
      <path
        d={stepped(
          points.map((point) => point.b),
          drawn,
          y,
        )}
        fill="none"
        stroke="var(--compare-b)"
        strokeWidth={2}
        strokeDasharray="6 3"
      />
      <text x={PLOT_LEFT} y={HEIGHT - 5} {...PLOT_TEXT}>
        step 1
      </text>
      <text x={width - PLOT_RIGHT} y={HEIGHT - 5} textAnchor="end" {...PLOT_TEXT}>
        step {steps}
      </text>
    </svg>
  );
}

function stepped(
  values: readonly (number | null)[],
  x: { to: (value: number) => number },
  y: { to: (value: number) => number },
): string {
  let isOpen = false;
  return values
    .map((value, i) => {
      if (value === null) {
        isOpen = false;
        return "";
      }
      const from = `${isOpen ? "L" : "M"}${x.to(i).toFixed(1)} ${y.to(value).toFixed(1)}`;
      isOpen = true;
      return `${from}H${x.to(i + 1).toFixed(1)}`;
    })
    .join("");
}
