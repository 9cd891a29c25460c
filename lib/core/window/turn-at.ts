import type { Turn } from "../trace/session";
import type { TurnIndex } from "../units";

export function turnAt(turns: readonly Turn[], index: TurnIndex): Turn | undefined {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.index ?? Infinity) < index) low = middle + 1;
    else high = middle;
  }
  return turns[low]?.index === index ? turns[low] : undefined;
}
