import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { nameClient } from "@/lib/core/models/find-model";
import { groupBy } from "@/lib/core/group-by";
import type { Tokens } from "@/lib/core/units";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

/**
 * How an ambiguous input total was read. `apart`: it excludes the cached part. `either`: it cannot be told.
 */
export type CacheReading = "apart" | "either";

const readings = new WeakMap<Usage, CacheReading>();

function readCached({ cacheRead, cacheWrite }: Usage): Tokens {
  return (cacheRead ?? 0) + (cacheWrite ?? 0);
}

export function addCache(usage: Usage): Usage {
  return usage.input == null ? usage : { ...usage, input: usage.input + readCached(usage) };
}

/**
 * A total smaller than its cached part excluded it, so the part is added. {@link readOneWay} reads the
 * client's other totals in the same way.
 */
export function dropUnsaidUsage(usage: Usage): Usage {
  if (usage.input == null || readCached(usage) === 0) return usage;
  if (usage.input >= readCached(usage)) return markUsage({ ...usage }, "either");
  return splitCachedInput(usage);
}

/** The input excludes the cached part. */
export function splitCachedInput(usage: Usage): Usage {
  return markUsage(addCache(usage), "apart");
}

function markUsage(usage: Usage, reading: CacheReading): Usage {
  readings.set(usage, reading);
  return usage;
}

export function findCacheReading(usage: Usage | undefined): CacheReading | undefined {
  return usage === undefined ? undefined : readings.get(usage);
}

export interface MeasuredCall {
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
}

export function describeCacheReadings(calls: readonly MeasuredCall[]): string[] {
  const modelsOf = (reading: CacheReading) => {
    const read = calls.filter(({ usage }) => findCacheReading(usage) === reading);
    return [...new Set(read.map(({ model }) => model ?? "unnamed models"))];
  };
  const [apart, either] = [modelsOf("apart"), modelsOf("either")];
  const isMixed = apart.length > 0 && either.length > 0;
  const whose = (models: readonly string[]) =>
    isMixed ? `of ${models.slice(0, MODELS_NAMED_MAX).join(", ")}` : "of this client";
  return [
    ...(apart.length === 0
      ? []
      : [
          `Input totals ${whose(apart)} leave out what was read from or written to a cache: it was added to every total.`,
        ]),
    ...(either.length === 0
      ? []
      : [
          `Input totals ${whose(either)} include what was read from or written to a cache: they are shown as they are.`,
        ]),
  ];
}

const MODELS_NAMED_MAX = 5;

/**
 * The input totals of each client are read in one way: if one of them cannot include its cached part, none
 * does. With a small cache, a total can look as if it did. The session says how they were read. A client is
 * known by whose models it calls.
 */
export function readOneWay(events: readonly TraceEvent[]): TraceEvent[] {
  const turns = events.filter((event) => event.type === "turn.recorded");
  if (turns.every(({ usage }) => findCacheReading(usage) === undefined)) return [...events];
  const apart = new Set(turns.filter(({ usage }) => findCacheReading(usage) === "apart").map(readClient));
  const read = events.map((event) => {
    if (event.type !== "turn.recorded" || event.usage === undefined) return event;
    if (findCacheReading(event.usage) !== "either" || !apart.has(readClient(event))) return event;
    return { ...event, usage: splitCachedInput(event.usage) };
  });
  const notes = groupBy(
    read.filter((event) => event.type === "turn.recorded"),
    ({ session }) => session,
  );
  return read.map((event) => {
    const warnings =
      event.type === "session.started" ? describeCacheReadings(notes.get(event.session) ?? []) : [];
    return event.type === "session.started" && warnings.length > 0
      ? { ...event, notes: [...(event.notes ?? []), ...warnings] }
      : event;
  });
}

function readClient({ session, model }: TraceEventOf<"turn.recorded">): string {
  return `${session}\0${nameClient(model)}`;
}
