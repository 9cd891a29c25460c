import type { TraceEvent } from "@/lib/core/trace/event";
import { wellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { scheduleDerivation } from "../derive/schedule";
import { appendEvents } from "@/lib/db/log/append";
import { retractEvents } from "@/lib/db/log/retract";
import { projectingAlone } from "@/lib/db/raw/projecting-alone";
import {
  noteProjection,
  projectedSessions,
  readRecords,
  relatedStreams,
  streamsBehind,
  streamStates,
} from "@/lib/db/raw/read";
import { streamKey } from "@/lib/db/raw/store";
import { sessionKey } from "@/lib/db/session-id";
import type { Call } from "@/lib/importers/otel/calls";
import { PROJECTED_ID_PREFIX, projectRecords } from "@/lib/importers/otel/project";
import type { OtelRecord } from "@/lib/importers/otel/record";
import { streamOf } from "./stream-of";

const EVENTS_PER_WRITE = 500;

/**
 * Works out the sessions of some streams, and of all that belong together with them, from everything that was received,
 * and brings the event log to say that: what is new is added, what says something else now is replaced, what is no more
 * is taken back. One run at a time for a project, across processes.
 * @returns the calls that these sessions consist of
 */
export async function projectStreams(
  db: Database,
  project: string,
  streams: readonly string[],
): Promise<Call[]> {
  return projectingAlone(db, project, async (tx) => {
    const todo = new Set([...streams, ...(await streamsBehind(tx, project))]);
    const calls: Call[] = [];
    for (const stream of todo) {
      const related = await relatedStreams(tx, project, [stream]);
      for (const other of related) todo.delete(other);
      calls.push(...(await projectTogether(db, project, related)));
    }
    return calls;
  });
}

async function projectTogether(
  db: Database,
  project: string,
  streams: readonly string[],
): Promise<readonly Call[]> {
  const states = await streamStates(db, streams);
  const before = await projectedSessions(db, streams);
  const records = (await readRecords(db, streams)).map(({ record }) => record as OtelRecord);
  const { events, sources, calls } = projectRecords(records);
  const bySession = new Map<string, TraceEvent[]>();
  for (const event of events) push(bySession, event);
  const changed = new Set<string>();
  for (let i = 0; i < events.length; i += EVENTS_PER_WRITE) {
    const chunk = events.slice(i, i + EVENTS_PER_WRITE).map((event) => wellFormed(event).value);
    for (const key of (await appendEvents(db, project, chunk, "replace")).changed) changed.add(key);
  }
  for (const session of new Set([...before, ...bySession.keys()])) {
    const keep = (bySession.get(session) ?? []).map((event) => event.id);
    if (await retractEvents(db, project, session, PROJECTED_ID_PREFIX, keep))
      changed.add(sessionKey(project, session));
  }
  const contributions = [...sources].flatMap(([session, from]) =>
    [...new Set(from.map(streamOf))].map((name) => ({ stream: streamKey(project, name), session })),
  );
  await noteProjection(db, states, contributions);
  scheduleDerivation(db, [...changed]);
  return calls;
}

function push(bySession: Map<string, TraceEvent[]>, event: TraceEvent): void {
  const events = bySession.get(event.session);
  if (events === undefined) bySession.set(event.session, [event]);
  else events.push(event);
}
