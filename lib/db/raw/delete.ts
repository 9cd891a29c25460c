import type { Database, Queryable } from "../client";
import { uuidOfHex } from "../session-id";

const STREAM_TABLES = ["raw_record", "raw_text", "stream_session", "stream_projection", "stream"];

/** The streams that sessions were worked out from. */
export async function streamsOfSessions(
  tx: Queryable,
  project: string,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await tx.$queryRawUnsafe<{ stream_id: string }[]>(
    `SELECT DISTINCT stream.stream_id FROM session
     JOIN stream_projection ON stream_projection.session = session.external_id
     JOIN stream ON stream.stream_id = stream_projection.stream_id AND stream.project_id = $1
     WHERE session.session_id = ANY($2::uuid[])`,
    project,
    [...keys],
  );
  return rows.map((row) => row.stream_id);
}

/** Deletes the received records of those streams that no session is left of, so that nothing is worked out from them again. */
export async function deleteStreamsWithoutSessions(
  tx: Queryable,
  project: string,
  streams: readonly string[],
): Promise<void> {
  const rows = await tx.$queryRawUnsafe<{ stream_id: string }[]>(
    `SELECT s.stream_id FROM unnest($2::uuid[]) AS s (stream_id) WHERE NOT EXISTS (
       SELECT 1 FROM stream_projection JOIN session ON session.project_id = $1 AND session.external_id = stream_projection.session
       WHERE stream_projection.stream_id = s.stream_id)`,
    project,
    [...streams],
  );
  const orphaned = rows.map((row) => row.stream_id);
  if (orphaned.length === 0) return;
  await lockStreams(tx, orphaned);
  await clearSamples(tx, project, orphaned);
  for (const table of STREAM_TABLES)
    await tx.$executeRawUnsafe(`DELETE FROM "${table}" WHERE stream_id = ANY($1::uuid[])`, orphaned);
}

/** The sessions that were worked out from streams of a project and have been deleted since, with those streams. */
export async function deletedSessions(
  db: Queryable,
  project: string,
): Promise<{ readonly stream: string; readonly session: string }[]> {
  return db.$queryRawUnsafe<{ stream: string; session: string }[]>(
    `SELECT p.stream_id AS stream, p.session FROM stream JOIN stream_projection p ON p.stream_id = stream.stream_id
     WHERE stream.project_id = $1 AND NOT EXISTS (
       SELECT 1 FROM session WHERE session.project_id = $1 AND session.external_id = p.session)`,
    project,
  );
}

/** What is to be deleted of a stream that other sessions are still worked out from. */
export interface StreamPart {
  readonly stream: string;
  /** The change that the stream stood at when it was found out what to delete. */
  readonly seq: number;
  readonly records: readonly string[];
  /** The hashes of the texts that the records which stay are made of. */
  readonly textsKept: readonly string[];
  readonly sessions: readonly string[];
}

/**
 * Deletes a part of a stream's records, with the texts that only they had and the names of their sessions.
 * @returns false, and deletes nothing, when the stream has changed meanwhile
 */
export async function deletePart(db: Database, project: string, part: StreamPart): Promise<boolean> {
  const { stream, seq, records, textsKept, sessions } = part;
  return db.$transaction(async (tx) => {
    const begun = await tx.$executeRawUnsafe(
      "UPDATE stream SET epoch = gen_random_uuid() WHERE stream_id = $1::uuid AND seq = $2",
      stream,
      seq,
    );
    if (begun === 0) return false;
    await clearSamples(tx, project, [stream], records);
    await tx.$executeRawUnsafe(
      "DELETE FROM raw_record WHERE stream_id = $1::uuid AND id = ANY($2::text[])",
      stream,
      records,
    );
    await tx.$executeRawUnsafe(
      "DELETE FROM raw_text WHERE stream_id = $1::uuid AND NOT (hash = ANY($2::uuid[]))",
      stream,
      textsKept.map(uuidOfHex),
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

/** Keeps writers away who know a text to be stored. */
async function lockStreams(tx: Queryable, streams: readonly string[]): Promise<void> {
  await tx.$queryRawUnsafe(
    "SELECT 1 FROM stream WHERE stream_id = ANY($1::uuid[]) ORDER BY stream_id FOR UPDATE",
    streams,
  );
}

/** Takes the samples of warnings away that were found in records of streams: in all of them, or in those named. */
async function clearSamples(
  tx: Queryable,
  project: string,
  streams: readonly string[],
  records?: readonly string[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    `UPDATE ingestion_warning SET sample = '{}' WHERE project_id = $1 AND sample ->> 'spanId' <> ''
       AND (sample ->> 'signal') || ':' || (sample ->> 'spanId') IN (
         SELECT id FROM raw_record WHERE stream_id = ANY($2::uuid[]) AND ($3::text[] IS NULL OR id = ANY($3::text[])))
     OR project_id = $1 AND $3::text[] IS NULL AND 'trace:' || (sample ->> 'traceId') IN (
         SELECT name FROM stream WHERE stream_id = ANY($2::uuid[]))`,
    project,
    [...streams],
    records === undefined ? null : [...records],
  );
}
