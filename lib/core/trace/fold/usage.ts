import type { Tokens } from "../../units";
import type { TraceEventOf } from "../event";
import { makeTeller } from "../fact";
import type { Usage } from "../usage-facts";
import { computeUncached, USAGE_FACTS } from "../usage-facts";

export interface ReadUsage {
  readonly usage: Usage;
  readonly exclusive: boolean;
}

/**
 * Provider usage with every unknown as `null`. A total of 0 counts as unknown, because aborted calls, gateway replies
 * and back ends without metering report it. If a total is smaller than its own cached part, it excludes that part (as
 * Anthropic's raw `input_tokens` does), so the part is added.
 */
export function readUsage(statedUsage: TraceEventOf<"turn.recorded">["usage"]): ReadUsage | null {
  if (statedUsage === undefined) return null;
  const reported = readFacts(statedUsage);
  const { cacheRead, cacheWrite, output } = reported;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const total = keepPositive(reported.input) ?? (cached > 0 ? cached : null);
  const exclusive = total !== null && total < cached;
  const input = total !== null && exclusive ? total + cached : total;
  const { cacheWriteHour, statedCost, webSearches, inside } = reported;
  const knownFigures = {
    ...reported,
    input,
    ...(input === null && { cacheRead: null, cacheWrite: null, output: keepPositive(output) }),
    // A part cannot be larger than the whole.
    cacheWriteHour:
      cacheWrite === null || cacheWriteHour === null ? null : Math.min(cacheWrite, cacheWriteHour),
    statedCost: keepPositive(statedCost),
    webSearches: keepPositive(webSearches),
    inside: inside?.length === 0 ? null : inside,
  };
  return { usage: { uncached: computeUncached(knownFigures), ...knownFigures }, exclusive };
}

const readFacts = makeTeller(USAGE_FACTS);

function keepPositive(tokens: Tokens | null): Tokens | null {
  return tokens !== null && tokens > 0 ? tokens : null;
}
