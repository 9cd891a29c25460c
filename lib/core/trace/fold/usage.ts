import type { Tokens } from "../../units";
import type { TraceEventOf } from "../event";
import type { Usage } from "../session";

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
  const cacheRead = stated.cacheRead ?? null;
  const cacheWrite = stated.cacheWrite ?? null;
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0);
  const total = positive(stated.input ?? null) ?? (cached > 0 ? cached : null);
  const exclusive = total !== null && total < cached;
  const input = total !== null && exclusive ? total + cached : total;
  return {
    usage: {
      input,
      uncached: input === null || (cacheRead === null && cacheWrite === null) ? null : input - cached,
      cacheRead: input === null ? null : cacheRead,
      cacheWrite: input === null ? null : cacheWrite,
      output: input === null ? positive(stated.output ?? null) : (stated.output ?? null),
      reasoning: stated.reasoning ?? null,
      cacheWriteHour: hourOf(stated),
      tier: stated.tier ?? null,
      statedCost: positive(stated.statedCost ?? null),
      webSearches: positive(stated.webSearches ?? null),
      inside: stated.inside?.length ? stated.inside : null,
    },
    exclusive,
  };
}

/** A part cannot be more than the whole. */
function hourOf({ cacheWrite, cacheWriteHour }: NonNullable<TraceEventOf<"turn.recorded">["usage"]>) {
  return cacheWrite == null || cacheWriteHour == null ? null : Math.min(cacheWrite, cacheWriteHour);
}

function positive(tokens: Tokens | null): Tokens | null {
  return tokens !== null && tokens > 0 ? tokens : null;
}
