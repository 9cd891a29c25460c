import { at } from "@/lib/core/assert";

export function findLowerBound(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (at(sorted, middle) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function* listBetween(sorted: readonly number[], from: number, to: number): Generator<number> {
  for (let i = findLowerBound(sorted, from); i < sorted.length && at(sorted, i) < to; i++)
    yield at(sorted, i);
}
