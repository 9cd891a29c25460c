import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../client";
import { makeSessionKey, makeUuid } from "../session-id";
import { STREAM_TABLES } from "../spread-tables";
import { runInTransaction } from "../direct-statements";
import { placeAtSession, placeAtStream } from "../places";

export async function readStreamsOfSessions(
  tx: Queryable,
  project: string,
  keys: readonly string[],
): Promise<string[]> {
  const sessions = await tx.$queryRawUnsafe<{ external_id: string }[]>(
    placeAtSession("SELECT external_id FROM session WHERE session_id = ANY($1::uuid[])"),
    [...keys],
  );
  const rows = await tx.$queryRawUnsafe<{ stream_id: string }[]>(
    `SELECT DISTINCT stream.stream_id FROM stream_projection JOIN stream USING (stream_id)
     WHERE stream.project_id = $1 AND stream_projection.session = ANY($2::text[])`,
    project,
    sessions.map((row) => row.external_id),
  );
  return rows.map((row) => row.stream_id);
}

/**
 * Deletes the received records of those streams that no session is left of, so that nothing is derived from them again.
 */
export async function deleteStreamsWithoutSessions(
  tx: Queryable,
  project: string,
  streams: readonly string[],
): Promise<void> {
  const rows = await tx.$queryRawUnsafe<Projected[]>(
    "SELECT stream_id AS stream, session FROM stream_projection WHERE stream_id = ANY($1::uuid[])",
    [...streams],
  );
  const reachable = await findReachableSessions(tx, project, rows);
  const keptStreams = new Set(
    rows.filter(({ session }) => reachable.has(session)).map(({ stream }) => stream),
  );
  const orphaned = streams.filter((stream) => !keptStreams.has(stream)).toSorted();
  if (orphaned.length === 0) return;
  const locked = await lockStreams(tx, orphaned);
  const sampled = await readSampledRecords(tx, project);
  for (const stream of locked) {
    await clearSamples(tx, project, stream, sampled);
    for (const table of STREAM_TABLES)
      await tx.$executeRawUnsafe(
        placeAtStream(`DELETE FROM "${table}" WHERE stream_id = $1::uuid`),
        stream.place,
      );
  }
  for (const table of ["stream_session", "stream_response", "stream_projection", "stream"])
    await tx.$executeRawUnsafe(`DELETE FROM "${table}" WHERE stream_id = ANY($1::uuid[])`, orphaned);
}

interface Projected {
  readonly stream: string;
  readonly session: string;
}

/** Sessions of a project that were derived from streams and were deleted since, with those streams. */
export async function readDeletedSessions(db: Queryable, project: string): Promise<Projected[]> {
  const rows = await db.$queryRawUnsafe<Projected[]>(
    `SELECT stream_id AS stream, session FROM stream_projection JOIN stream USING (stream_id)
     WHERE stream.project_id = $1`,
    project,
  );
  const reachable = await findReachableSessions(db, project, rows);
  return rows.filter(({ session }) => !reachable.has(session));
}

const SESSIONS_AT_ONCE = 5_000;

async function findReachableSessions(
  db: Queryable,
  project: string,
  rows: readonly Projected[],
): Promise<Set<string>> {
  const names = new Map(rows.map(({ session }) => [makeSessionKey(project, session), session]));
  const keys = [...names.keys()];
  const reachable = new Set<string>();
  for (let i = 0; i < keys.length; i += SESSIONS_AT_ONCE) {
    const found = await db.$queryRawUnsafe<{ session_id: string }[]>(
      placeAtSession("SELECT session_id FROM session WHERE session_id = ANY($1::uuid[])"),
      keys.slice(i, i + SESSIONS_AT_ONCE),
    );
    for (const row of found) reachable.add(names.get(row.session_id) ?? "");
  }
  return reachable;
}

/** The part of a stream to delete while other sessions still use the rest. */
export interface StreamPart {
  readonly stream: string;
  readonly seq: number;
  readonly records: readonly string[];
  readonly textsKept: readonly string[];
  readonly sessions: readonly string[];
}

/**
 * Deletes a part of a stream's records, with the texts that only they used and the names of their sessions.
 * @returns false, without deleting anything, if the stream has changed since
 */
export async function deletePart(db: Database, project: string, part: StreamPart): Promise<boolean> {
  const { stream, seq, records, textsKept, sessions } = part;
  return runInTransaction(db, async (tx) => {
    const [begun] = await tx.$queryRawUnsafe<PlacedStream[]>(
      "UPDATE stream SET epoch = $3::uuid WHERE stream_id = $1::uuid AND seq = $2 RETURNING stream_id AS stream, place_id AS place",
      stream,
      seq,
      randomUUID(),
    );
    if (begun === undefined) return false;
    const { place } = begun;
    await clearSamples(tx, project, begun, await readSampledRecords(tx, project), records);
    await tx.$executeRawUnsafe(
      placeAtStream("DELETE FROM raw_record WHERE stream_id = $1::uuid AND id = ANY($2::text[])"),
      place,
      records,
    );
    await tx.$executeRawUnsafe(
      placeAtStream("DELETE FROM raw_text WHERE stream_id = $1::uuid AND NOT (hash = ANY($2::uuid[]))"),
      place,
      textsKept.map(makeUuid),
    );
    for (const table of ["stream_session", "stream_projection"])
      await tx.$executeRawUnsafe(
        `DELETE FROM "${table}" WHERE stream_id = $1::uuid AND session = ANY($2::text[])`,
        stream,
        sessions,
      );
    return true;
  });
}

/** A stream, and where it lies. */
interface PlacedStream {
  readonly stream: string;
  readonly place: string;
}

/** Blocks writers, because they rely on texts that are already stored. */
function lockStreams(tx: Queryable, streams: readonly string[]): Promise<PlacedStream[]> {
  return tx.$queryRawUnsafe<PlacedStream[]>(
    "SELECT stream_id AS stream, place_id AS place FROM stream WHERE stream_id = ANY($1::uuid[]) ORDER BY stream_id FOR UPDATE",
    streams,
  );
}

async function readSampledRecords(tx: Queryable, project: string): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ record: string }[]>(
    `SELECT DISTINCT (sample ->> 'signal') || ':' || (sample ->> 'spanId') AS record FROM ingestion_warning
     WHERE project_id = $1 AND sample ->> 'signal' <> '' AND sample ->> 'spanId' <> ''`,
    project,
  );
  return rows.map(({ record }) => record);
}

async function clearSamples(
  tx: Queryable,
  project: string,
  { stream, place }: PlacedStream,
  sampled: readonly string[],
  records?: readonly string[],
): Promise<void> {
  const found = await tx.$queryRawUnsafe<{ id: string }[]>(
    placeAtStream("SELECT id FROM raw_record WHERE stream_id = $1::uuid AND id = ANY($2::text[])"),
    place,
    sampled,
  );
  const doomed = records === undefined ? null : new Set(records);
  const ids = found.map(({ id }) => id).filter((id) => doomed?.has(id) ?? true);
  await tx.$executeRawUnsafe(
    `UPDATE ingestion_warning SET sample = '{}'
     WHERE project_id = $1 AND (sample ->> 'signal') || ':' || (sample ->> 'spanId') = ANY($2::text[])
       OR project_id = $1 AND $3::boolean AND 'trace:' || (sample ->> 'traceId') IN (
         SELECT name FROM stream WHERE stream_id = $4::uuid)`,
    project,
    ids,
    records === undefined,
    stream,
  );
}
