import { lengthOfLastSlice } from "./python-text";

/** How many events a view has and which of them are kept: the first ones and the newest ones. */
export interface MiddleSizes {
  readonly length: number;
  readonly keepFirst: number;
  readonly target: number;
}

/** The events between the head and the tail that a view of `target` events keeps, as `from` up to `to`. */
export function forgottenMiddle({ length, keepFirst, target }: MiddleSizes): {
  readonly from: number;
  readonly to: number;
} {
  const from = Math.min(keepFirst, length);
  return { from, to: Math.max(from, length - lengthOfLastSlice(length, target - from)) };
}
