import type { Tokens } from "@/lib/core/units";
import type { History } from "../contract/history";
import type { Message } from "../contract/message";
import type { Projection } from "../contract/projection";
import { jsonOf } from "../shared/estimate";
import { estimatePart } from "./prune";

const TAIL_MIN: Tokens = 2_000;
const TAIL_MAX: Tokens = 15_000;
const TAIL_SHARE = 0.25;

/** The size of the tail: as configured, else a quarter of the usable tokens, within bounds. */
export function tailBudget(configured: Tokens | null, usable: Tokens): Tokens {
  return configured ?? Math.min(TAIL_MAX, Math.max(TAIL_MIN, Math.floor(usable * TAIL_SHARE)));
}

/**
 * Where the tail that stays begins. A reply stays with its results. If everything fits, or if not even the newest
 * message fits, there is no tail: the result is the end of the history.
 */
export function findTail(history: History, shown: Projection, start: number, budget: Tokens): number {
  let tail = history.length;
  let left = budget;
  let index = history.length - 1;
  while (index >= start) {
    let from = index;
    let tokens = sizeOf(shown.at(from));
    while (from > start && history.at(from).role === "tool") tokens += sizeOf(shown.at(--from));
    if (tokens > left) return tail;
    left -= tokens;
    tail = from;
    index = from - 1;
  }
  return history.length;
}

function sizeOf(message: Message | null): Tokens {
  if (message === null) return 0;
  const calls = (message.toolCalls ?? []).reduce((sum, call) => sum + jsonOf(call).length, 0);
  return estimatePart(message) + Math.round(calls / 4);
}
