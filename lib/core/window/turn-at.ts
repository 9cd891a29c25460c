import type { Turn } from "../trace/session";
import type { TurnIndex } from "../units";

/** The turn with a number, found by binary search. Turn numbers ascend and may have gaps. */
export function turnAt(turns: readonly Turn[], index: TurnIndex): Turn | undefined {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.index ?? Infinity) < index) low = middle + 1;
    else high = middle;
  }
  return turns[low]?.index === index ? turns[low] : undefined;
}
