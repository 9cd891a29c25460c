import type { History } from "../contract/history";
import { contentChars } from "./content";

/**
 * Where the kept part begins: the first prompt before which at least `fraction` of the characters stand. Where there is
 * none, everything goes if the last message is a reply without calls; else the newest prompt is where it is split.
 */
export function findSplit(history: History, start: number, fraction: number): number {
  const chars = history.measure(contentChars);
  const target = chars.sum(start, history.length) * fraction;
  let newest = start;
  for (let index = start; index < history.length; index++) {
    if (history.at(index).role !== "user") continue;
    if (chars.sum(start, index) >= target) return index;
    newest = index;
  }
  const last = history.length > start ? history.at(history.length - 1) : undefined;
  const isPlainReply = last?.role === "assistant" && (last.toolCalls?.length ?? 0) === 0;
  return isPlainReply ? history.length : newest;
}
