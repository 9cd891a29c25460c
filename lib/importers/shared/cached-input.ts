import type { TraceEvent, TraceEventOf } from "@/lib/core/trace/event";
import { clientOfModel } from "@/lib/core/models/find-model";
import { groupBy } from "@/lib/core/group-by";
import type { Tokens } from "@/lib/core/units";

type Usage = NonNullable<TraceEventOf<"turn.recorded">["usage"]>;

/** How an input total was read that does not say itself whether it includes what a cache had: `apart` where it cannot. */
export type CacheReading = "apart" | "either";

const readings = new WeakMap<Usage, CacheReading>();

/** What of an input total a cache had. */
function cachedIn({ cacheRead, cacheWrite }: Usage): Tokens {
  return (cacheRead ?? 0) + (cacheWrite ?? 0);
}

export function withCacheAdded(usage: Usage): Usage {
  return usage.input == null ? usage : { ...usage, input: usage.input + cachedIn(usage) };
}

/**
 * Usage that does not say itself whether its input includes what a cache had. A total smaller than its cached part left it
 * out: the part is added. The other totals of that client are read alike by {@link readOneWay}.
 */
export function unsaidUsage(usage: Usage): Usage {
  if (usage.input == null || cachedIn(usage) === 0) return usage;
  if (usage.input >= cachedIn(usage)) return marked({ ...usage }, "either");
  return readApart(usage);
}

/** The same usage read as one that leaves out what a cache had. */
export function readApart(usage: Usage): Usage {
  return marked(withCacheAdded(usage), "apart");
}

function marked(usage: Usage, reading: CacheReading): Usage {
  readings.set(usage, reading);
  return usage;
}

/** How the total of a usage was read; `undefined` where it says that itself or no cache had a part in it. */
export function cacheReadingOf(usage: Usage | undefined): CacheReading | undefined {
  return usage === undefined ? undefined : readings.get(usage);
}

/** A call of some client, as far as the reading of its input total goes. */
export interface MeasuredCall {
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
}

/** How input totals of a session were read, in words; nothing where they all say that themselves. */
export function cacheNotes(calls: readonly MeasuredCall[]): string[] {
  const modelsOf = (reading: CacheReading) => {
    const read = calls.filter(({ usage }) => cacheReadingOf(usage) === reading);
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
 * The events of whole sessions, the input totals of each client read one way: where one of them cannot include its cached
 * part, none does. A cache that has only begun to fill makes a total look as if it could. The session says how they were
 * read. A client is known by whose models it calls.
 */
export function readOneWay(events: readonly TraceEvent[]): TraceEvent[] {
  const turns = events.filter((event) => event.type === "turn.recorded");
  if (turns.every(({ usage }) => cacheReadingOf(usage) === undefined)) return [...events];
  const apart = new Set(turns.filter(({ usage }) => cacheReadingOf(usage) === "apart").map(clientOf));
  const read = events.map((event) => {
    if (event.type !== "turn.recorded" || event.usage === undefined) return event;
    if (cacheReadingOf(event.usage) !== "either" || !apart.has(clientOf(event))) return event;
    return { ...event, usage: readApart(event.usage) };
  });
  const notes = groupBy(
    read.filter((event) => event.type === "turn.recorded"),
    ({ session }) => session,
  );
  return read.map((event) => {
    const warnings = event.type === "session.started" ? cacheNotes(notes.get(event.session) ?? []) : [];
    return event.type === "session.started" && warnings.length > 0
      ? { ...event, notes: [...(event.notes ?? []), ...warnings] }
      : event;
  });
}

function clientOf({ session, model }: TraceEventOf<"turn.recorded">): string {
  return `${session}\0${clientOfModel(model)}`;
}
