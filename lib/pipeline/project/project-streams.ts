import type { TraceEvent } from "@/lib/core/trace/event";
import { wellFormed } from "@/lib/core/trace/well-formed";
import type { Database } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { appendEvents } from "@/lib/db/log/append";
import { retractEvents } from "@/lib/db/log/retract";
import { projectingAlone } from "@/lib/db/raw/projecting-alone";
import {
  noteGivenUp,
  noteProjection,
  projectedSessions,
  readRecords,
  relatedStreams,
  streamsBehind,
  streamStates,
} from "@/lib/db/raw/read";
import { streamKey } from "@/lib/db/raw/store";
import { sessionKey } from "@/lib/db/session-id";
import { isDatabaseAway } from "@/lib/http/respond";
import { PROJECTED_ID_PREFIX } from "@/lib/importers/otel/project";
import type { OtelRecord } from "@/lib/importers/otel/record";
import { WarningSet } from "../receive/telemetry/warnings";
import { noteMissingContent } from "./missing-content";
import { projectSound } from "./sound-records";
import { streamOf } from "./stream-of";

const EVENTS_PER_WRITE = 500;

/** The keys of the sessions whose log has changed. */
export interface Projected {
  readonly changed: readonly string[];
}

/**
 * Works out the sessions of some streams, and of all that belong together with them, from everything that was received,
 * and brings the event log to say that: what is new is added, what says something else now is replaced, what is no more
 * is taken back. What cannot be worked out becomes a warning and holds up nothing else. One run at a time for a project,
 * across processes.
 * @param onChanged is told the sessions as their log changes
 */
export async function projectStreams(
  db: Database,
  project: string,
  streams: readonly string[],
  onChanged: (sessions: readonly string[]) => void = () => undefined,
): Promise<Projected> {
  return projectingAlone(db, project, async (tx) => {
    const todo = new Set([...streams, ...(await streamsBehind(tx, project))]);
    const all = new Set<string>();
    for (const stream of todo) {
      const related = await relatedStreams(tx, project, [stream]);
      for (const other of related) todo.delete(other);
      const changed = await projectOrGiveUp(db, project, related);
      for (const session of changed) all.add(session);
      onChanged(changed);
    }
    return { changed: [...all] };
  });
}

/** Streams that cannot be worked out are tried again when more of them comes. */
async function projectOrGiveUp(db: Database, project: string, streams: readonly string[]): Promise<string[]> {
  const states = await streamStates(db, streams);
  try {
    return await projectTogether(db, project, streams, states);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    console.error("records were kept, and their sessions could not be worked out", error);
    await addWarnings(db, project, [PROJECTION_FAILED]);
    await noteGivenUp(db, states);
    return [];
  }
}

const PROJECTION_FAILED = {
  code: "projection_failed",
  source: "server",
  message: "records were kept, and their sessions could not be worked out; the server's log says why",
  count: 1,
  sample: {},
} as const;

async function projectTogether(
  db: Database,
  project: string,
  streams: readonly string[],
  states: ReadonlyMap<string, number>,
): Promise<string[]> {
  const before = await projectedSessions(db, streams);
  const records = (await readRecords(db, streams)).map(({ record }) => record as OtelRecord);
  const warnings = new WarningSet();
  const { events, sources, calls } = projectSound(records, warnings);
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
  noteMissingContent(calls, warnings);
  await addWarnings(db, project, warnings.list());
  await noteProjection(db, states, contributions);
  return [...changed];
}

function push(bySession: Map<string, TraceEvent[]>, event: TraceEvent): void {
  const events = bySession.get(event.session);
  if (events === undefined) bySession.set(event.session, [event]);
  else events.push(event);
}
