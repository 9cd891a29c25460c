import { percent } from "@/lib/view/format/format";
import { labelPlaces } from "@/lib/view/replay/label-places";
import type { Pareto } from "@/lib/view/replay/pareto";
import { costText } from "@/lib/view/replay/pareto";
import { linearScale, niceTicks } from "@/lib/view/chart/scale";
import { PLOT_LEFT } from "../charts/plot";

const HEIGHT = 280;
const AXIS_PX = 36;
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** X is the cost, y is the evidence kept. Filled points are on the front; the ringed one is recommended. */
export function ParetoPlot({ pareto: { points, unit, currency }, width }: { pareto: Pareto; width: number }) {
  const highest = points.reduce((high, { cost }) => Math.max(high, cost), 0);
  const ticks = niceTicks(highest, 5);
  const x = linearScale([0, ticks.at(-1) ?? 1], [PLOT_LEFT, width - 24]);
  const y = linearScale([0, 1], [HEIGHT - AXIS_PX, 24]);
  const front = points.filter(({ onFront }) => onFront).toSorted((a, b) => a.cost - b.cost);
  const places = labelPlaces(
    points.map(({ cost, kept, letter }) => ({ x: x.to(cost), y: y.to(kept), text: letter })),
    { top: 8, bottom: HEIGHT - AXIS_PX - 4 },
  );
  const small = { fontSize: 11, fill: "var(--ink-3)" };
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={`Evidence kept against ${unit}, a point for each policy`}
    >
      {QUARTERS.map((share) => (
        <g key={share}>
          <line x1={PLOT_LEFT} x2={width - 24} y1={y.to(share)} y2={y.to(share)} stroke="var(--line)" />
          <text x={PLOT_LEFT - 6} y={y.to(share) + 4} textAnchor="end" {...small}>
            {percent(share)}
          </text>
        </g>
      ))}
      {ticks.map((tick) => (
        <text key={tick} x={x.to(tick)} y={HEIGHT - AXIS_PX + 14} textAnchor="middle" {...small}>
          {costText(tick, { unit, currency })}
        </text>
      ))}
      <text x={width - 24} y={HEIGHT - 6} textAnchor="end" {...small}>
        {unit}
      </text>
      <polyline
        points={front.map(({ cost, kept }) => `${x.to(cost)},${y.to(kept)}`).join(" ")}
        fill="none"
        stroke="var(--ink-3)"
        strokeDasharray="3 3"
      />
      {points.map(({ no, letter, name, cost, kept, onFront, recommended }, i) => (
        <g key={no}>
          <title>{`${letter} ${name}: ${percent(kept)} for ${costText(cost, { unit, currency })}`}</title>
          {recommended && (
            <circle
              cx={x.to(cost)}
              cy={y.to(kept)}
              r={9}
              fill="none"
              stroke="var(--state-restorable)"
              strokeWidth={2}
            />
          )}
          <circle
            cx={x.to(cost)}
            cy={y.to(kept)}
            r={4.5}
            fill={onFront ? "var(--ink)" : "var(--surface)"}
            stroke="var(--ink)"
          />
          {places[i]?.isFar === true && (
            <line
              x1={x.to(cost)}
              x2={x.to(cost)}
              y1={y.to(kept)}
              y2={places[i]?.y}
              stroke="var(--line-strong)"
            />
          )}
          <text
            x={x.to(cost)}
            y={(places[i]?.y ?? y.to(kept)) + 4}
            textAnchor="middle"
            fontSize={11}
            fill="var(--ink)"
            stroke="var(--surface)"
            strokeWidth={3}
            paintOrder="stroke"
          >
            {letter}
          </text>
        </g>
      ))}
    </svg>
  );
}
