import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import { lastAtOrBefore } from "../shared/conversation";
import { estimatePiTokens } from "./estimate";

/** Where the kept tail begins. If the cut splits a turn, `turnStart` is the prompt of that turn. */
export interface Cut {
  readonly firstKept: number;
  readonly turnStart: number | null;
}

/**
 * Walks back from the newest message until `keepRecentTokens` are filled, then cuts at the next valid point after that.
 * A result is never a valid point. If no valid point follows, or everything fits, the cut is at the first valid point:
 * nothing is removed.
 */
export function findCut(history: History, start: number, keepRecentTokens: Tokens): Cut {
  const measure = history.measure(estimatePiTokens);
  let firstKept = nextCutPoint(history, start) ?? start;
  let sum = 0;
  for (let index = history.length - 1; index >= start; index--) {
    sum += measure.at(index);
    if (sum < keepRecentTokens) continue;
    firstKept = nextCutPoint(history, index) ?? firstKept;
    break;
  }
  if (firstKept >= history.length || history.at(firstKept).role === "user")
    return { firstKept, turnStart: null };
  const prompt = lastAtOrBefore(history.positions("user"), firstKept);
  return { firstKept, turnStart: prompt !== null && prompt >= start ? prompt : null };
}

function nextCutPoint(history: History, from: number): number | null {
  for (let index = from; index < history.length; index++) {
    const { role } = history.at(index);
    if (role === "user" || role === "assistant") return index;
  }
  return null;
}
