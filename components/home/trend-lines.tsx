import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { X_AXIS, yAxisOf } from "@/components/plot-axes";
import type { TrendDetail, TrendPlotRow } from "@/lib/view/home/trend-detail";

export interface TrendLinesProps {
  readonly lines: TrendDetail["lines"];
  readonly rows: readonly TrendPlotRow[];
  readonly axis: TrendDetail["axis"];
}

export default function TrendLines({ lines, rows, axis }: TrendLinesProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart
        data={[...rows]}
        margin={{ top: 4, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis {...X_AXIS} />
        <YAxis {...yAxisOf(axis, 52)} />
        <Tooltip content={<Box lines={lines} rows={rows} />} isAnimationActive={false} />
        {lines.map(({ key, label, color, dash }) => (
          <Line
            key={key}
            name={label}
            dataKey={(row: TrendPlotRow) => row.values[key] ?? null}
            stroke={color}
            strokeWidth={key === "all" ? 2 : 1.5}
            strokeDasharray={dash}
            dot={{ r: 2.5, fill: color, strokeWidth: 0 }}
            type="linear"
            connectNulls={false}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

interface BoxProps extends Pick<TrendLinesProps, "lines" | "rows"> {
  readonly active?: boolean;
  readonly label?: string | number;
}

function Box({ lines, rows, active = false, label }: BoxProps) {
  const row = rows.find((one) => one.label === label);
  if (!active || row === undefined) return null;
  return (
    <div className="rounded-md bg-raised px-2.5 py-1.5 text-xs shadow-(--shadow)">
      <p className="text-ink-3">{row.label}</p>
      {lines.map((line) => (
        <p key={line.key} className="flex items-center gap-1.5" dir="auto">
          <span aria-hidden className="size-2 rounded-xs" style={{ background: line.color }} />
          {line.label} <span className="num ml-auto pl-3">{row.words[line.key]}</span>
        </p>
      ))}
    </div>
  );
}
