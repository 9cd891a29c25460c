import type { Tokens } from "@/lib/core/units";
import { roundHalfEven } from "../shared/python-text";

export interface CutList {
  readonly length: number;
  readonly isReply: (index: number) => boolean;
  readonly tokensFrom: (index: number) => Tokens;
}

/**
 * The first message that stays. The removed share starts a tenth above the setting and grows by tenths until the rest
 * is small enough. Each cut moves back to a reply. `null` if no share below 1 is enough.
 */
export function lettaCutoff(list: CutList, window: Tokens, percentage: number): number | null {
  const goal = (1 - percentage) * window;
  let share = percentage;
  let tokens = window;
  let cutoff: number | null = null;
  while (tokens >= goal && share < 1) {
    share += 0.1;
    cutoff = replyAtOrBefore(list, roundHalfEven(share * list.length));
    if (cutoff !== null) tokens = list.tokensFrom(cutoff);
  }
  return cutoff === null || share >= 1 || cutoff >= list.length - 1 ? null : cutoff;
}

function replyAtOrBefore(list: CutList, index: number): number | null {
  for (let i = Math.min(index, list.length - 1); i >= 1; i--) if (list.isReply(i)) return i;
  return null;
}
