import { formatCompact, formatPercent } from "./format";

/** 942, 12.3k, 1.2M. */
export function labelAxis(value: number): string {
  return formatCompact(value);
}

/** A dash for unknown. */
export function formatChartValue(value: number | null, unit: "tokens" | "share"): string {
  return unit === "share" ? formatPercent(value) : formatCompact(value);
}
