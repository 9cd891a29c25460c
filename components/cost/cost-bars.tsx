import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { X_AXIS, yAxisOf } from "@/components/plot-axes";
import type { CostModel } from "@/lib/view/cost/cost-model";
import { COST_PARTS, STACKED_PARTS } from "@/lib/view/chart/part-looks";

export interface CostBarsProps {
  readonly bars: CostModel["bars"];
  readonly turnAxis: CostModel["turnAxis"];
  readonly axis: CostModel["axis"];
}

export default function CostBars({ bars, turnAxis, axis }: CostBarsProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <AreaChart
        data={[...bars]}
        margin={{ top: 4, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          {...X_AXIS}
          ticks={turnAxis.map(({ bar }) => bar)}
          tickFormatter={(bar: string) => turnAxis.find((row) => row.bar === bar)?.label ?? bar}
        />
        <YAxis {...yAxisOf(axis, 64)} />
        <Tooltip content={<Box bars={bars} />} isAnimationActive={false} />
        {STACKED_PARTS.map((part) => (
          <Area
            key={part}
            name={COST_PARTS[part].label}
            dataKey={part}
            stackId="cost"
            type="step"
            stroke="none"
            fill={COST_PARTS[part].color}
            fillOpacity={1}
            isAnimationActive={false}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}

interface BoxProps extends Pick<CostBarsProps, "bars"> {
  readonly active?: boolean;
  readonly label?: string | number;
}

function Box({ bars, active = false, label }: BoxProps) {
  const bar = bars.find((row) => row.label === label);
  if (!active || bar === undefined) return null;
  return (
    <div className="rounded-md bg-raised px-2.5 py-1.5 text-xs shadow-(--shadow)">
      <p className="text-ink-3">Turn {bar.label}</p>
      {bar.lines.map((line) => (
        <p key={line.label} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2 rounded-xs" style={{ background: line.color }} />
          {line.label} <span className="num ml-auto pl-3">{line.words}</span>
        </p>
      ))}
      <p className="num mt-1 text-right">{bar.words}</p>
    </div>
  );
}
