import type { TraceEventOf } from "@/lib/core/trace/event";
import type { Tokens } from "@/lib/core/units";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

/** What of an input total a cache had. */
export function cachedIn({ cacheRead, cacheWrite }: Usage): Tokens {
  return (cacheRead ?? 0) + (cacheWrite ?? 0);
}

/** Whether an input total cannot include what a cache had of it. */
export function leavesOutCache(usage: Usage): boolean {
  return usage.input != null && usage.input < cachedIn(usage);
}

/** The usage with what a cache had added to its input. */
export function withCacheAdded(usage: Usage): Usage {
  return usage.input == null ? usage : { ...usage, input: usage.input + cachedIn(usage) };
}

/** Said of a session whose input totals are read so. */
export const CACHE_ADDED =
  "Input totals of this client leave out what was read from or written to a cache: it was added to every total.";

/**
 * The clients, each known by the model it called, whose input totals leave out what a cache had: where one total cannot
 * include its cached part, none of that client's does. A cache that has only begun to fill makes a total look as if it could.
 */
export function clientsLeavingOut(
  calls: readonly { readonly client: string; readonly usage: Usage | undefined }[],
): ReadonlySet<string> {
  return new Set(
    calls.flatMap(({ client, usage }) => (usage !== undefined && leavesOutCache(usage) ? [client] : [])),
  );
}
