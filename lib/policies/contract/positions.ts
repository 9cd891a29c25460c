import { at } from "@/lib/core/assert";

/** Where in an ascending list the first value that is not below `least` stands; the list's length where there is none. */
export function lowerBound(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(sorted, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The values of an ascending list from `from` up to, not including, `to`. */
export function* between(sorted: readonly number[], from: number, to: number): Generator<number> {
  for (let i = lowerBound(sorted, from); i < sorted.length && at(sorted, i) < to; i++) yield at(sorted, i);
}
