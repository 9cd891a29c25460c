import type { Tokens } from "../../units";
import type { TraceEventOf } from "../event";
import { teller } from "../fact";
import type { Usage } from "../usage-facts";
import { uncachedOf, USAGE_FACTS } from "../usage-facts";

export interface ReadUsage {
  readonly usage: Usage;
  readonly exclusive: boolean;
}

/**
 * Provider usage with every unknown as `null`. A total of 0 counts as unknown, because aborted calls, gateway replies
 * and back ends without metering report it. If a total is smaller than its own cached part, it excludes that part (as
 * Anthropic's raw `input_tokens` does), so the part is added.
 */
export function readUsage(stated: TraceEventOf<"turn.recorded">["usage"]): ReadUsage | null {
  if (stated === undefined) return null;
  const reported = readFacts(stated);
  const { cacheRead, cacheWrite, output } = reported;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const total = positive(reported.input) ?? (cached > 0 ? cached : null);
  const exclusive = total !== null && total < cached;
  const input = total !== null && exclusive ? total + cached : total;
  const { cacheWriteHour, statedCost, webSearches, inside } = reported;
  const known = {
    ...reported,
    input,
    ...(input === null && { cacheRead: null, cacheWrite: null, output: positive(output) }),
    // A part cannot be more than the whole.
    cacheWriteHour:
      cacheWrite === null || cacheWriteHour === null ? null : Math.min(cacheWrite, cacheWriteHour),
    statedCost: positive(statedCost),
    webSearches: positive(webSearches),
    inside: inside?.length === 0 ? null : inside,
  };
  return { usage: { ...known, uncached: uncachedOf(known) }, exclusive };
}

const readFacts = teller(USAGE_FACTS);

function positive(tokens: Tokens | null): Tokens | null {
  return tokens !== null && tokens > 0 ? tokens : null;
}
