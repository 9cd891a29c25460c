import type { TraceEvent } from "@/lib/core/trace/event";
import type { Call } from "./calls";
import { joinCalls } from "./calls";
import { factsOf } from "./dialects";
import { loggedCalls } from "./dialects/message-events";
import { groupBy, ofType } from "./grouping";
import { byTime } from "./lineages";
import { isSamePlace, Places } from "./places";
import type { OtelRecord } from "./record";
import { countAt } from "./record";
import { SessionSet } from "./session-set";
import { markCompactionCalls } from "./side-calls";
import { readOneWay } from "./usage";

/** What records say: the events of sessions, in sessions that follow one another. */
export interface Projection {
  readonly events: readonly TraceEvent[];
  /** The sessions, each with records that it was worked out from: one of each trace at least. */
  readonly sources: ReadonlyMap<string, readonly OtelRecord[]>;
  readonly calls: readonly Call[];
}

/** Before the ids of events that a projection wrote; it may take back those and no others. */
export const PROJECTED_ID_PREFIX = "otel:";

/**
 * Works out the sessions that a set of records tells of. Depends on what the records say and never on the order in which
 * they came; the same record twice is the same as once.
 */
export function projectRecords(given: readonly OtelRecord[]): Projection {
  const records = [...given].sort(compareRecords);
  const places = new Places(records);
  const facts = records.flatMap((record) => factsOf(record));
  const parts = [...ofType(facts, "call"), ...loggedCalls(ofType(facts, "message"))];
  const joined = [
    ...groupBy(
      joinCalls(parts, places),
      ({ place, parts: [part] }) => `${place.session}\0${part?.record.scope}`,
    ).values(),
  ]
    .flatMap(readOneWay)
    .sort(byTime);
  const calls = markCompactionCalls(joined, ofType(facts, "edit"), (edit, call) =>
    isSamePlace(places.of(edit.record), call.place),
  );
  const sessions = new SessionSet(facts, places);
  for (const [, thread] of groupBy(calls, (call) => `${call.place.session}\0${call.place.thread}`))
    sessions.writeThread(thread);
  sessions.writeOwn();
  const events = sessions.events.map((event) => ({ ...event, id: `${PROJECTED_ID_PREFIX}${event.id}` }));
  return { events, sources: sessions.sources, calls };
}

/** One order for records, whatever order they came in: by time, then by all else that tells two of them apart. */
function compareRecords(a: OtelRecord, b: OtelRecord): number {
  return (
    a.start - b.start ||
    compareTexts(a.spanId, b.spanId) ||
    compareTexts(a.signal, b.signal) ||
    (countAt(a.attributes, "event.sequence") ?? 0) - (countAt(b.attributes, "event.sequence") ?? 0) ||
    compareTexts(a.name, b.name) ||
    compareTexts(JSON.stringify([a.attributes, a.body]), JSON.stringify([b.attributes, b.body]))
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
