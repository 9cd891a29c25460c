import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import { lastAtOrBefore } from "../shared/conversation";
import { estimatePiTokens } from "./estimate";

/** Where the kept tail begins. `turnStart` is set where the cut splits a turn: the prompt of that turn. */
export interface Cut {
  readonly firstKept: number;
  readonly turnStart: number | null;
}

/**
 * Walks back from the newest message until `keepRecentTokens` are filled and cuts at the next valid point from there on.
 * A result is never one. Where none follows, or everything fits, the first valid point stands: nothing is cut.
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
