import { compact, percent } from "./format";

/** 942, 12.3k, 1.2M. */
export function axisLabel(value: number): string {
  return compact(value);
}

/** A dash for unknown. */
export function chartValue(value: number | null, unit: "tokens" | "share"): string {
  return unit === "share" ? percent(value) : compact(value);
}
