import { TOKENS_MAX } from "@/lib/core/trace/limits";
import { findCacheReading, splitCachedInput, dropUnsaidUsage } from "../../shared/cached-input";
import { findCost, findTier, readWrites } from "../../shared/billed";
import type { Attributes } from "./record";
import { countAt, readTextAt } from "./record";
import { keepDefined } from "../../shared/values";
import type { CallUsage } from "./facts";

export interface OtelUsage {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly cacheWriteHour?: number | undefined;
  readonly tier?: string | undefined;
  readonly statedCost?: number | undefined;
  readonly webSearches?: number | undefined;
}

/**
 * The input includes cache reads and writes, as the convention says. A total that is smaller than its cached
 * parts excluded them.
 * @returns undefined when nothing is known; zero means "not counted"
 */
export function makeInclusiveUsage(reported: OtelUsage): CallUsage | undefined {
  const usage = makeUsage(reported, reported.input);
  return usage === undefined ? undefined : dropUnsaidUsage(usage);
}

/**
 * The totals of one client in one session are read in one way: if one of them cannot include its cached part,
 * none does. With a small cache, a total can look as if it did.
 */
export function readCallsOneWay<C extends { readonly usage?: CallUsage | undefined }>(
  calls: readonly C[],
  areApart = calls.some(({ usage }) => findCacheReading(usage) === "apart"),
): C[] {
  if (!areApart) return [...calls];
  return calls.map((call) =>
    call.usage !== undefined && findCacheReading(call.usage) === "either"
      ? { ...call, usage: splitCachedInput(call.usage) }
      : call,
  );
}

/** The reported input excludes the cached part. */
export function makeExclusiveUsage(reported: OtelUsage): CallUsage | undefined {
  const { input, cacheRead = 0, cacheWrite = 0 } = reported;
  return makeUsage(reported, input === undefined ? undefined : input + cacheRead + cacheWrite);
}

function makeUsage(reported: OtelUsage, input: number | undefined): CallUsage | undefined {
  const output = capTokens(reported.output) || undefined;
  const total = capTokens(input) || undefined;
  if (total === undefined && output === undefined) return undefined;
  const { cacheRead, cacheWrite, reasoning, cacheWriteHour, tier, statedCost, webSearches } = reported;
  return {
    ...(total !== undefined && { input: total }),
    ...(capTokens(cacheRead) !== undefined && { cacheRead: cacheRead ?? 0 }),
    ...(capTokens(cacheWrite) !== undefined && { cacheWrite: cacheWrite ?? 0 }),
    ...(output !== undefined && { output }),
    ...(capTokens(reasoning) !== undefined && { reasoning: reasoning ?? 0 }),
    ...keepDefined({ cacheWriteHour: capTokens(cacheWriteHour), tier, statedCost, webSearches }),
  };
}

/**
 * What the attributes of a span below one prefix say beside the counts that every client states: how long writes are kept, the
 * service tier, the cost.
 */
export function readBilledAttributes(
  attributes: Attributes,
  prefix: string,
  total: number | undefined,
): Partial<OtelUsage> {
  const keys = Object.entries(attributes).flatMap(([key]) => {
    const count = key.startsWith(prefix) ? countAt(attributes, key) : undefined;
    return count === undefined ? [] : [[key.slice(prefix.length), count]];
  });
  return keepDefined({
    ...readWrites(Object.fromEntries(keys) as Record<string, number>, total),
    tier: findTier({
      service_tier: readTextAt(
        attributes,
        "gen_ai.response.service_tier",
        "gen_ai.openai.response.service_tier",
        "openai.response.service_tier",
      ),
    }),
    statedCost: findCost(
      attributes[`${prefix}cost`],
      attributes["gen_ai.usage.total_cost"],
      attributes["llm.cost.total"],
    ),
  });
}

function capTokens(tokens: number | undefined): number | undefined {
  return tokens !== undefined && tokens <= TOKENS_MAX ? tokens : undefined;
}

export function chooseFullerUsage(a: CallUsage | undefined, b: CallUsage | undefined): CallUsage | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const countKnown = (usage: CallUsage) => Object.values(usage).filter((value) => value !== null).length;
  const split = (usage: CallUsage) => (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
  const difference = countKnown(b) - countKnown(a) || split(b) - split(a) || (b.input ?? 0) - (a.input ?? 0);
  return difference > 0 ? b : a;
}
