import { computeLastSliceLength } from "./python-text";

export interface MiddleSizes {
  readonly length: number;
  readonly keepFirst: number;
  readonly target: number;
}

/**
 * The events between the head and the tail of a view that keeps `target` events: from `from` (inclusive) to `to`
 * (exclusive).
 */
export function computeForgottenMiddle({ length, keepFirst, target }: MiddleSizes): {
  readonly from: number;
  readonly to: number;
} {
  const from = Math.min(keepFirst, length);
  return { from, to: Math.max(from, length - computeLastSliceLength(length, target - from)) };
}
