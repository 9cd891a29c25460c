import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { compact, percent } from "@/lib/view/format/format";
import type { OccupancyModel } from "@/lib/view/occupancy-model";
import { chartRows } from "@/lib/view/occupancy-model";
import type { TurnRange } from "@/lib/view/chart/scale";
import { turnTicks } from "@/lib/view/chart/scale";
import { ChartBrush } from "../charts/chart-brush";
import { PLOT_LEFT, PLOT_RIGHT } from "../charts/plot";
import { RuleLabel } from "../charts/rule-label";
import { OccupancyTooltip } from "./occupancy-tooltip";

interface Props {
  model: OccupancyModel;
  width: number;
  height: number;
  cursor: number | null;
  onPick: (turn: number) => void;
  onRange: (range: TurnRange) => void;
}

const RESIDUAL_PATTERN = "not-itemised";
const TICK_PX = 96;

export function OccupancyChart({ model, width, height, cursor, onPick, onRange }: Props) {
  const shown = model.bands.filter((band) => !band.hidden);
  const rows = chartRows(model);
  const label = model.unit === "share" ? percent : compact;
  const press = (x: number) => {
    const turn = turnAt(model, x);
    if (turn !== null) onPick(turn);
  };
  const tick = (value: number) => label(value);
  return (
    <ChartBrush domain={model.domain} width={width} onPress={press} onRange={onRange}>
      <ComposedChart
        width={width}
        height={height}
        data={rows}
        margin={{ top: 4, right: PLOT_RIGHT, bottom: 0, left: 0 }}
      >
        <defs>
          <pattern
            id={RESIDUAL_PATTERN}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill="var(--sunken)" />
            <rect width="3" height="6" fill="var(--kind-residual)" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="x"
          type="number"
          domain={[...model.domain]}
          ticks={turnTicks({ from: model.domain[0], to: model.domain[1] - 1 }, Math.floor(width / TICK_PX))}
          interval={0}
          tickLine={false}
          axisLine={{ stroke: "var(--line-strong)" }}
          tick={{ fontSize: 11, fill: "var(--ink-3)" }}
          height={18}
        />
        <YAxis
          width={PLOT_LEFT}
          domain={[0, model.ticks.at(-1) ?? 1]}
          ticks={[...model.ticks]}
          tickFormatter={tick}
          tickLine={false}
          axisLine={false}
          tick={{ fontSize: 11, fill: "var(--ink-3)" }}
          allowDataOverflow
        />
        {shown.map((band) => (
          <Area
            key={band.band}
            dataKey={band.band}
            name={band.label}
            type="stepAfter"
            stackId="window"
            stroke="var(--surface)"
            strokeWidth={0.75}
            fill={band.hatched ? `url(#${RESIDUAL_PATTERN})` : band.color}
            fillOpacity={1}
            isAnimationActive={false}
            activeDot={false}
          />
        ))}
        <Line
          dataKey="total"
          type="stepAfter"
          stroke="var(--ink)"
          strokeWidth={1}
          dot={false}
          activeDot={false}
          isAnimationActive={false}
          legendType="none"
        />
        {model.rules.map((rule) => (
          <ReferenceLine
            key={rule.kind}
            y={rule.value}
            stroke="var(--ink-2)"
            strokeDasharray={rule.kind === "budget" ? "2 3" : "6 3"}
            ifOverflow="hidden"
            label={(place: { viewBox?: unknown }) => <RuleLabel text={rule.label} viewBox={place.viewBox} />}
          />
        ))}
        {cursor !== null && (
          <ReferenceArea
            x1={cursor}
            x2={cursor + model.turnsPerStep}
            fill="var(--ink)"
            fillOpacity={0.12}
            stroke="var(--ink)"
            strokeWidth={1}
            ifOverflow="hidden"
          />
        )}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--ink-3)" }}
          content={(state) => <OccupancyTooltip model={model} x={state.active ? state.label : undefined} />}
        />
      </ComposedChart>
    </ChartBrush>
  );
}

/**
 * The turn at a place of the turn axis. The chart's own active index is the last hover, which a touch does not have.
 */
function turnAt({ domain, steps }: OccupancyModel, x: number): number | null {
  if (x < domain[0] || x >= domain[1]) return null;
  return steps.findLast((step) => step.x <= x)?.turn ?? null;
}
