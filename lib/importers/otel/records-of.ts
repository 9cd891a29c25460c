import { readSpanFacts } from "./dialects";
import { JoinedPlaces } from "./joined-places";
import { projectRecords } from "./project";
import { selectFactsOfType } from "./spans/grouping";
import type { OtelRecord } from "./spans/record";
import { makeThreadId } from "./projected-thread";

/**
 * The calls of the sessions, and everything else in the same place, such as tool runs.
 * @param sessions external ids
 */
export function selectOtelRecords(
  records: readonly OtelRecord[],
  sessions: ReadonlySet<string>,
): Set<OtelRecord> {
  const { sources } = projectRecords(records);
  const places = new JoinedPlaces();
  places.add(records);
  places.join(records.flatMap((record) => selectFactsOfType(readSpanFacts(record), "call")));
  const found = new Set<OtelRecord>();
  for (const record of records) {
    const { session, thread } = places.of(record);
    if (sessions.has(makeThreadId(session, thread))) found.add(record);
  }
  for (const [session, from] of sources) {
    if (sessions.has(session)) for (const record of from) found.add(record);
  }
  for (const [session, from] of sources) {
    if (!sessions.has(session)) for (const record of from) found.delete(record);
  }
  return found;
}
