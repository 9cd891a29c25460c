import type { ModelSetting } from "@/lib/core/models/model-settings";
import type { Database, Queryable } from "@/lib/db/client";
import { addWarnings } from "@/lib/db/ingestion-notes";
import { projectModels } from "@/lib/db/model-settings";
import { projectingAlone } from "@/lib/db/raw/projecting-alone";
import type { RelatedStream } from "@/lib/db/raw/read";
import {
  neighbours,
  noteGivenUp,
  noteProjection,
  projectedSessions,
  relatedStreams,
  streamsBehind,
  streamStates,
} from "@/lib/db/raw/read";
import { StreamReader } from "@/lib/db/raw/stream-reader";
import { isDatabaseAway, isNodeAway } from "@/lib/db/away";
import type { OtelProjection } from "@/lib/importers/otel/project";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { WarningSet } from "../receive/telemetry/warnings";
import { GrowthNotes } from "./growth-notes";
import { noteMissingContent } from "./missing-content";
import { noteUnreadKeys } from "./unread-keys";
import type { Remembered } from "./remembered";
import { newlyRemembered, PROCESS_ID, readerOf, remember, takeRemembered } from "./remembered";
import { projectSound } from "./sound-records";
import type { ChangedSessions } from "./write-projection";
import { contributionsOf, takeBackOthers, writeGrowth } from "./write-projection";

const UNCHANGED: ChangedSessions = { behind: [], derived: [], born: [] };

/**
 * Works out the sessions of some streams, and of all that belong together with them, and brings the event log to say that:
 * what is new is added, what says something else now is replaced, what is no more is taken back. Records that follow those
 * before cost what they bring; what this process does not remember, or what came late, is worked out anew from everything
 * that was received. What cannot be worked out becomes a warning and holds up nothing else. One run at a time for a
 * project, across processes.
 * @param onChanged is told the sessions as they change
 * @throws when a node is away that something of it is on; the rest is done then
 */
export async function projectStreams(
  db: Database,
  project: string,
  streams: readonly string[],
  onChanged: (sessions: ChangedSessions) => void = () => undefined,
): Promise<{ readonly changed: readonly string[] }> {
  return projectingAlone(db, project, async (tx) => {
    const todo = new Set([...streams, ...(await streamsBehind(tx, project))]);
    const all = new Set<string>();
    const away: unknown[] = [];
    const run: Run = {
      db,
      tx,
      project,
      models: await projectModels(tx, project),
      notes: new GrowthNotes(db),
    };
    for (const stream of todo) {
      const changed = await projectGroup(run, stream, todo).catch((error: unknown) => {
        if (!isNodeAway(error)) throw error;
        away.push(error);
        return UNCHANGED;
      });
      for (const session of [...changed.behind, ...changed.derived, ...changed.born]) all.add(session);
      onChanged(changed);
    }
    await run.notes.write();
    if (away.length > 0) throw away[0];
    return { changed: [...all] };
  });
}

/** What several tellings of one record share: spans and calls may be kept in more than one. */
function nameOfKept(stream: string, id: string, { signal, spanId }: OtelRecord): string {
  return `${stream} ${signal === "log" ? id : `${signal}:${spanId}`}`;
}

/** What is the same for all streams of a run. */
interface Run {
  readonly db: Database;
  /** Holds the lock of the project. */
  readonly tx: Queryable;
  readonly project: string;
  readonly models: readonly ModelSetting[];
  readonly notes: GrowthNotes;
}

/** Works out a stream and those that belong together with it, which are none of those still to do then. */
async function projectGroup(run: Run, stream: string, todo: Set<string>): Promise<ChangedSessions> {
  const { tx, project } = run;
  const near = await neighbours(tx, project, stream);
  const grown = await goOn(run, near);
  const related = grown === null ? await relatedStreams(tx, project, [stream]) : [];
  for (const other of [...near.map((row) => row.stream), ...related]) todo.delete(other);
  return grown ?? (await anewOrGiveUp(run, related));
}

/** Takes in what is new of streams. `null` when this process cannot go on from what it remembers. */
async function goOn(
  { db, project, models, notes }: Run,
  near: readonly RelatedStream[],
): Promise<ChangedSessions | null> {
  const group = takeRemembered(near);
  if (group === null) return null;
  const records: OtelRecord[] = [];
  const readers = new Map<string, StreamReader>();
  const states = new Map<string, number>();
  for (const { stream, seq, projectedSeq } of near) {
    if (seq <= projectedSeq) continue;
    const reader = readerOf(group, stream);
    const taken = group.streams.get(stream) ?? { seq: 0 };
    const news = await reader.readAfter(db, taken.seq);
    if (news === null || news.seq - taken.seq !== news.records.length) return null;
    for (const { id, record } of news.records) {
      const name = nameOfKept(stream, id, record as OtelRecord);
      if (group.ids.has(name)) return null;
      group.ids.add(name);
      records.push(record as OtelRecord);
    }
    readers.set(stream, reader);
    states.set(stream, news.seq);
    group.streams.set(stream, { seq: news.seq, epoch: news.epoch });
  }
  group.readers = readers;
  const projection = grownBy(group, records);
  if (projection === null) return null;
  const changed = await writeGrowth(db, project, projection, { known: group.sessions, models });
  const sessions = contributionsOf(project, projection).filter(
    ({ stream, session }) => !group.contributions.has(`${stream} ${session}`),
  );
  await noteMissing(db, project, projection, new WarningSet());
  await notes.add({ states, sessions, by: PROCESS_ID });
  for (const { stream, session } of sessions) {
    group.contributions.add(`${stream} ${session}`);
    group.sessions.add(session);
  }
  remember(group);
  return changed;
}

/** A record that nothing can be made of is found out about when all is worked out anew. */
function grownBy({ growing }: Remembered, records: readonly OtelRecord[]): OtelProjection | null {
  try {
    return growing.take(records);
  } catch (error) {
    console.error("some records cannot be worked out", error);
    return null;
  }
}

/** Streams that cannot be worked out are tried again when more of them comes. */
async function anewOrGiveUp(run: Run, streams: readonly string[]): Promise<ChangedSessions> {
  const { db, project } = run;
  const states = await streamStates(db, streams);
  try {
    return await projectAnew(run, streams);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    console.error("records were kept, and their sessions could not be worked out", error);
    await addWarnings(db, project, [PROJECTION_FAILED]);
    await noteGivenUp(db, states);
    return UNCHANGED;
  }
}

const PROJECTION_FAILED = {
  code: "projection_failed",
  source: "server",
  message: "records were kept, and their sessions could not be worked out; the server's log says why",
  count: 1,
  sample: {},
} as const;

async function projectAnew(
  { db, project, models }: Run,
  streams: readonly string[],
): Promise<ChangedSessions> {
  const before = await projectedSessions(db, streams);
  const records: OtelRecord[] = [];
  const states = new Map<string, number>();
  const ids: string[] = [];
  const epochs = new Map<string, string>();
  for (const stream of streams) {
    const news = await new StreamReader(stream).readAfter(db, -1);
    if (news === null) continue;
    states.set(stream, news.seq);
    epochs.set(stream, news.epoch);
    for (const { id, record } of news.records) {
      ids.push(nameOfKept(stream, id, record as OtelRecord));
      records.push(record as OtelRecord);
    }
  }
  const warnings = new WarningSet();
  const { projection, growing } = projectSound(records, warnings);
  const { behind, derived, born } = await writeGrowth(db, project, projection, {
    known: new Set(),
    models,
  });
  const changed = new Set([...behind, ...(await takeBackOthers(db, project, projection, before, born))]);
  const sessions = contributionsOf(project, projection);
  await noteMissing(db, project, projection, warnings);
  await noteProjection(db, { states, sessions, by: PROCESS_ID });
  const group = newlyRemembered(growing);
  for (const [stream, seq] of states) group.streams.set(stream, { seq, epoch: epochs.get(stream) ?? "" });
  for (const id of ids) group.ids.add(id);
  for (const { stream, session } of sessions) {
    group.contributions.add(`${stream} ${session}`);
    group.sessions.add(session);
  }
  remember(group);
  const isDone = (key: string) => !changed.has(key);
  return { behind: [...changed], derived: derived.filter(isDone), born: born.filter(isDone) };
}

async function noteMissing(
  db: Database,
  project: string,
  { calls }: OtelProjection,
  warnings: WarningSet,
): Promise<void> {
  noteMissingContent(calls, warnings);
  noteUnreadKeys(calls, warnings);
  await addWarnings(db, project, warnings.list());
}
