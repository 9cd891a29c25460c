import type { TraceEventOf } from "@/lib/core/trace/event";
import { dropUnsaidUsage, addCache } from "../shared/cached-input";
import { findCost, findTier, findWebSearches, readWrites } from "../shared/billed";
import type { Loose } from "../shared/values";
import { countOf, keepDefined, recordOf, recordsOf, stringOf } from "../shared/values";

type Turn = TraceEventOf<"turn.recorded">;

export interface ReadResponse {
  readonly fields: Partial<Pick<Turn, "model" | "stopReason" | "usage">>;
  readonly message: Loose | null;
}

export function readResponse(value: unknown): ReadResponse {
  const response = recordOf(value);
  const choice = recordsOf(response.choices)[0];
  const fields = keepDefined({
    model: stringOf(response.model),
    stopReason: stringOf(choice?.finish_reason),
    usage: readOpenaiUsage({
      ...keepDefined({ service_tier: response.service_tier }),
      ...recordOf(response.usage),
    }),
  });
  return { fields, message: choice === undefined ? null : readMessage(choice) };
}

/** The older API for a single prompt answers with a text. */
function readMessage({ message, text }: Loose): Loose {
  return typeof text === "string" && message === undefined
    ? { role: "assistant", content: text }
    : recordOf(message);
}

/**
 * `prompt_tokens` includes the cached part, except from proxies that leave it out. The total can tell, else
 * the other calls of the session do. Totals of 0 are left out, because they mean "not counted".
 */
export function readOpenaiUsage(reported: unknown): Turn["usage"] {
  const usage = recordOf(reported);
  const prompt = recordOf(usage.prompt_tokens_details);
  const input = countOf(usage.prompt_tokens) || undefined;
  const output = countOf(usage.completion_tokens) || undefined;
  if (input === undefined && output === undefined) return undefined;
  const figures = keepDefined({
    input,
    output,
    cacheRead: countOf(prompt.cached_tokens) ?? countOf(usage.cache_read_input_tokens),
    ...readWrites(usage, countOf(usage.cache_creation_input_tokens) ?? countOf(prompt.cache_write_tokens)),
    tier: findTier(usage),
    statedCost: findCost(usage.cost),
    webSearches: findWebSearches(usage),
    reasoning: countOf(recordOf(usage.completion_tokens_details).reasoning_tokens),
  });
  const cached = (figures.cacheRead ?? 0) + (figures.cacheWrite ?? 0);
  const isApart = cached > 0 && countOf(usage.total_tokens) === (input ?? 0) + (output ?? 0) + cached;
  return isApart ? addCache(figures) : dropUnsaidUsage(figures);
}
