import { isRecord } from "@/lib/core/is-record";
import type { Tokens } from "@/lib/core/units";
import { nameIn, findTokens } from "./bounds";
import type { Loose } from "./values";
import { keepDefined, recordOf } from "./values";

const FOR_AN_HOUR = /1h/i;
const FOR_MINUTES = /5m/i;
const DEPTH_MAX = 3;

interface Writes {
  readonly cacheWrite?: Tokens;
  readonly cacheWriteHour?: Tokens;
}

/**
 * What was written to a cache. Every API that splits it names the parts by how long they are kept, somewhere in the usage:
 * `cache_creation.ephemeral_1h_input_tokens`. Where it is split the parts count, else the total: never both.
 */
export function readWrites(usage: Loose, total: Tokens | undefined): Writes {
  const split = splitIn(usage, DEPTH_MAX);
  const [hour, minutes] = [split?.hour ?? 0, split?.minutes ?? 0];
  if (hour + minutes === 0) return keepDefined({ cacheWrite: total });
  return { cacheWrite: findTokens(hour + minutes) ?? hour, cacheWriteHour: hour };
}

function splitIn(usage: Loose, depth: number): { hour: Tokens; minutes: Tokens } | null {
  const kept = (pattern: RegExp) =>
    Object.entries(usage).flatMap(([key, value]) => (pattern.test(key) ? (findTokens(value) ?? []) : []));
  const [hour, minutes] = [kept(FOR_AN_HOUR), kept(FOR_MINUTES)];
  if (hour.length + minutes.length > 0)
    return { hour: Math.max(0, ...hour), minutes: Math.max(0, ...minutes) };
  if (depth === 0) return null;
  for (const inner of Object.values(usage)) {
    const split = isRecord(inner) ? splitIn(inner, depth - 1) : null;
    if (split !== null) return split;
  }
  return null;
}

/** Names of the tier that everybody is on. */
const STANDARD = /^(standard|standard_only|default|auto|on_demand)?$/i;

/** The service tier that was billed; `undefined` for the standard one. */
export function findTier({ service_tier: tier, speed }: Loose): string | undefined {
  const named = [tier, speed].map((value) => nameIn(value)?.toLowerCase() ?? "");
  return named.find((name) => !STANDARD.test(name));
}

/** A cost that the source states, in US dollars: a number, or a sum with its parts. 0 is what clients write for "unknown". */
export function findCost(...stated: readonly unknown[]): number | undefined {
  for (const value of stated) {
    const cost = isRecord(value) ? (value.total ?? value.total_cost) : value;
    const number = typeof cost === "string" && /^\d+(\.\d+)?(e-\d+)?$/i.test(cost) ? Number(cost) : cost;
    if (typeof number === "number" && number > 0 && number < COST_MAX) return number;
  }
  return undefined;
}

const COST_MAX = 1_000_000;

export function findWebSearches(usage: Loose): number | undefined {
  return findTokens(recordOf(usage.server_tool_use).web_search_requests) || undefined;
}
