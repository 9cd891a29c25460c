import { PLOT_TEXT } from "@/components/plot-axes";
import { CartesianGrid, Scatter, ScatterChart, useXAxisScale, useYAxisScale, XAxis, YAxis } from "recharts";
import { placeTicks, placeTicksUpTo1 } from "@/lib/view/chart/scale";
import { labelPlaces } from "@/lib/view/replay/label-places";
import type { Pareto } from "@/lib/view/replay/pareto";
import { writeCostText, writeKeptText, describePointTitle } from "@/lib/view/replay/pareto";
import { PLOT_LEFT } from "../charts/plot";

const HEIGHT = 280;
const AXIS_PX = 36;
const TOP = 24;
const RIGHT = 24;

/** X is the cost, y is the evidence kept. Filled points are on the front; the ringed one is recommended. */
export default function ParetoPlot({ pareto, width }: { pareto: Pareto; width: number }) {
  const { points, unit } = pareto;
  const ticks = placeTicks(
    points.reduce((high, { cost }) => Math.max(high, cost), 0),
    5,
  );
  const keptTicks = placeTicksUpTo1(points.reduce((low, { kept }) => Math.min(low, kept), 1));
  const front = points.filter(({ onFront }) => onFront).toSorted((a, b) => a.cost - b.cost);
  return (
    <ScatterChart
      width={width}
      height={HEIGHT}
      margin={{ top: TOP, right: RIGHT, bottom: 0, left: 0 }}
      accessibilityLayer={false}
      role="img"
      aria-label={`Evidence kept against ${unit}, a point for each policy`}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="cost"
        domain={[0, ticks.at(-1) ?? 1]}
        ticks={ticks}
        tickFormatter={(cost: number) => writeCostText(cost, pareto)}
        height={AXIS_PX}
        axisLine={false}
        tickLine={false}
        tick={PLOT_TEXT}
        label={{ value: unit, position: "insideBottomRight", ...PLOT_TEXT }}
      />
      <YAxis
        type="number"
        dataKey="kept"
        domain={[keptTicks[0] ?? 0, 1]}
        ticks={keptTicks}
        tickFormatter={writeKeptText}
        width={PLOT_LEFT}
        axisLine={false}
        tickLine={false}
        tick={PLOT_TEXT}
        label={{ value: "evidence kept", position: "top", offset: 10, ...PLOT_TEXT }}
      />
      <Scatter
        data={front}
        line={{ stroke: "var(--ink-3)", strokeDasharray: "3 3" }}
        shape={() => <g />}
        isAnimationActive={false}
      />
      <Points pareto={pareto} />
    </ScatterChart>
  );
}

function Points({ pareto }: { pareto: Pareto }) {
  const [x, y] = [useXAxisScale(), useYAxisScale()];
  const placed = pareto.points.map((point) => ({ ...point, cx: x?.(point.cost), cy: y?.(point.kept) }));
  const shown = placed.flatMap(({ cx, cy, ...point }) =>
    cx === undefined || cy === undefined ? [] : [{ ...point, cx, cy }],
  );
  const places = labelPlaces(
    shown.map(({ cx, cy, letter }) => ({ x: cx, y: cy, text: letter })),
    { top: 8, bottom: HEIGHT - AXIS_PX - 4 },
  );
  return shown.map(({ no, letter, name, cost, kept, onFront, recommended, cx, cy }, i) => (
    <g key={no}>
      <title>{describePointTitle({ letter, name, cost, kept }, pareto)}</title>
      {recommended && (
        <circle cx={cx} cy={cy} r={9} fill="none" stroke="var(--state-restorable)" strokeWidth={2} />
      )}
      <circle cx={cx} cy={cy} r={4.5} fill={onFront ? "var(--ink)" : "var(--surface)"} stroke="var(--ink)" />
      {places[i]?.isFar === true && (
        <line x1={cx} x2={cx} y1={cy} y2={places[i].y} stroke="var(--line-strong)" />
      )}
      <text
        x={cx}
        y={(places[i]?.y ?? cy) + 4}
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
  ));
}
