import type { History } from "../contract/history";
import { contentChars } from "./content";

/**
 * Where the kept part begins: at the first prompt that has at least `fraction` of the characters before it. Without
 * such a prompt, everything is compressed if the last message is a reply without calls; else the split is at the newest
 * prompt.
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
