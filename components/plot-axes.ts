/** The axes of a plot by turn or by week, which all such plots draw alike. */
export const PLOT_TEXT = { fontSize: 11, fill: "var(--ink-3)" };

export const X_AXIS = {
  dataKey: "label",
  tick: PLOT_TEXT,
  tickLine: false,
  stroke: "var(--line-strong)",
  minTickGap: 24,
  interval: "equidistantPreserveStart",
} as const;

interface AxisTick {
  readonly value: number;
  readonly label: string;
}

/** From 0 to the last tick, with the words of each. */
export function yAxisOf(axis: readonly AxisTick[], width: number) {
  return {
    tick: PLOT_TEXT,
    tickLine: false,
    axisLine: false,
    width,
    ticks: axis.map(({ value }) => value),
    domain: [0, axis.at(-1)?.value ?? 1],
    tickFormatter: (value: number) => axis.find((tick) => tick.value === value)?.label ?? "",
  };
}
