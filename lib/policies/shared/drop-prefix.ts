import type { History } from "../contract/history";
import type { Change } from "../contract/projection";

/** Extends a range past every result of its last message, so that no result stays without its call. */
export function endOfPairs(history: History, boundary: number): number {
  let end = boundary;
  while (end < history.length && history.at(end).role === "tool") end++;
  return end;
}

export function removeRange(
  from: number,
  to: number,
  isProtected: (index: number) => boolean,
  status: "removed" | "summarized" = "removed",
): Change[] {
  const changes: Change[] = [];
  let start = from;
  for (let index = from; index <= to; index++) {
    if (index < to && !isProtected(index)) continue;
    if (start < index) changes.push({ status, from: start, to: index });
    start = index + 1;
  }
  return changes;
}
