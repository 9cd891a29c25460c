import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { StreamReader } from "./stream-reader";

const HOPS_MAX = 20;

/**
 * The streams that belong together with some: those whose records name a session that theirs name, and so on. Sessions
 * are worked out from all of them.
 */
export async function relatedStreams(
  db: Queryable,
  project: string,
  streams: readonly string[],
): Promise<string[]> {
  let found = new Set(streams);
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const rows = await db.$queryRawUnsafe<{ stream_id: string }[]>(
      `SELECT DISTINCT other.stream_id FROM stream_session mine
       JOIN stream_session other ON other.project_id = $2 AND other.session = mine.session
       WHERE mine.stream_id = ANY($1::uuid[])`,
      [...found],
      project,
    );
    const next = new Set([...found, ...rows.map((row) => row.stream_id)]);
    if (next.size === found.size) break;
    found = next;
  }
  return [...found].sort();
}

/** A record and where it is kept. */
export interface KeptRecord {
  readonly stream: string;
  readonly id: string;
  readonly record: unknown;
}

/** The records of streams, whole again, in no particular order. */
export async function readRecords(db: Queryable, streams: readonly string[]): Promise<KeptRecord[]> {
  const records: KeptRecord[] = [];
  for (const stream of streams) records.push(...(await new StreamReader(stream).readAll(db)));
  return records;
}

/** How far the records of streams have changed, to note later what was worked out from them. */
export async function streamStates(db: Queryable, streams: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.$queryRawUnsafe<{ stream_id: string; seq: number }[]>(
    "SELECT stream_id, seq FROM stream WHERE stream_id = ANY($1::uuid[])",
    [...streams],
  );
  return new Map(rows.map((row) => [row.stream_id, row.seq]));
}

const STREAMS_AT_ONCE_MAX = 1_000;
const BEHIND = "stream.project_id = $1 AND stream.projected_seq < stream.seq";

/**
 * Streams of a project whose sessions have not been worked out since they last changed.
 * @param session only those that it was worked out from before, or that name it, by its sender's id
 */
export async function streamsBehind(db: Queryable, project: string, session?: string): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ stream_id: string }[]>(
    `SELECT stream_id FROM stream WHERE ${BEHIND} AND ($2::text IS NULL
       OR EXISTS (SELECT 1 FROM stream_projection p WHERE p.stream_id = stream.stream_id AND p.session = $2)
       OR EXISTS (SELECT 1 FROM stream_session s WHERE s.stream_id = stream.stream_id AND s.session = $2))
     ORDER BY stream_id LIMIT ${STREAMS_AT_ONCE_MAX}`,
    project,
    session ?? null,
  );
  return rows.map((row) => row.stream_id);
}

/** The sessions that were worked out from streams so far. */
export async function projectedSessions(db: Queryable, streams: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ session: string }[]>(
    "SELECT DISTINCT session FROM stream_projection WHERE stream_id = ANY($1::uuid[])",
    [...streams],
  );
  return rows.map((row) => row.session);
}

/** What a process has to know of a stream to tell whether it remembers all that came before. */
export interface RelatedStream {
  readonly stream: string;
  readonly seq: number;
  readonly projectedSeq: number;
  readonly epoch: string;
  readonly projectedBy: string | null;
}

/** A stream and those whose records name a session that its records name. */
export async function neighbours(db: Queryable, project: string, stream: string): Promise<RelatedStream[]> {
  const rows = await db.$queryRawUnsafe<
    { stream_id: string; seq: number; projected_seq: number; epoch: string; projected_by: string | null }[]
  >(
    `${KEEP_PLAN}SELECT stream_id, seq, projected_seq, epoch, projected_by FROM stream WHERE stream_id = $1::uuid OR stream_id IN (
       SELECT other.stream_id FROM stream_session mine
       JOIN stream_session other ON other.project_id = $2 AND other.session = mine.session
       WHERE mine.stream_id = $1::uuid)`,
    stream,
    project,
  );
  return rows.map((row) => ({
    stream: row.stream_id,
    seq: row.seq,
    projectedSeq: row.projected_seq,
    epoch: row.epoch,
    projectedBy: row.projected_by,
  }));
}

/** What a process has worked out from streams: from which state of them, and which sessions. */
export interface ProjectionNote {
  readonly states: ReadonlyMap<string, number>;
  readonly sessions: readonly { readonly stream: string; readonly session: string }[];
  readonly by: string;
}

/** Notes what was worked out from streams anew: sessions that it names no more are forgotten. */
export async function noteProjection(db: Queryable, note: ProjectionNote): Promise<void> {
  await db.$executeRawUnsafe(
    `DELETE FROM stream_projection WHERE stream_id = ANY($1::uuid[])
       AND NOT (stream_id, session) IN (SELECT * FROM unnest($2::uuid[], $3::text[]))`,
    [...note.states.keys()],
    note.sessions.map((row) => row.stream),
    note.sessions.map((row) => row.session),
  );
  await noteGrowth(db, note);
}

/** Notes what was worked out from more of some streams. */
export async function noteGrowth(db: Queryable, { states, sessions, by }: ProjectionNote): Promise<void> {
  await db.$executeRawUnsafe(
    `${KEEP_PLAN}WITH noted AS (INSERT INTO stream_projection (stream_id, session)
       SELECT * FROM unnest($3::uuid[], $4::text[]) ON CONFLICT DO NOTHING)
     UPDATE stream SET projected_seq = greatest(projected_seq, t.seq), projected_by = $5::uuid
     FROM unnest($1::uuid[], $2::int[]) AS t (stream_id, seq) WHERE stream.stream_id = t.stream_id`,
    [...states.keys()],
    [...states.values()],
    sessions.map((row) => row.stream),
    sessions.map((row) => row.session),
    by,
  );
}
/** Notes that nothing could be worked out from these states of streams. */
export async function noteGivenUp(db: Queryable, states: ReadonlyMap<string, number>): Promise<void> {
  for (const [stream, seq] of states)
    await db.$executeRawUnsafe(
      "UPDATE stream SET projected_seq = greatest(projected_seq, $2) WHERE stream_id = $1::uuid",
      stream,
      seq,
    );
}
