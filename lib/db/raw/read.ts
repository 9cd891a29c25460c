import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import type { KeptRecord } from "./kept-record";
import { StreamReader } from "./stream-reader";

const HOPS_MAX = 20;

/**
 * The streams that are connected with the given ones: their records name the same session, directly or through others.
 * Sessions are derived from all of them.
 */
export async function readRelatedStreams(
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

export async function readRecords(db: Queryable, streams: readonly string[]): Promise<KeptRecord[]> {
  const records: KeptRecord[] = [];
  for (const stream of streams) records.push(...(await new StreamReader(stream).readAll(db)));
  return records;
}

/** The change number of each stream, to record later what was derived from that state. */
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
 * Streams of a project that changed since their sessions were last derived.
 * @param session the sender's id; only streams that it was derived from, or that name it
 */
export async function readStreamsBehind(db: Queryable, project: string, session?: string): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ stream_id: string }[]>(
    `SELECT stream_id FROM stream WHERE ${BEHIND} AND ($2::text IS NULL
       OR EXISTS (SELECT 1 FROM stream_projection p WHERE p.stream_id = stream.stream_id AND p.session = $2)
       OR EXISTS (SELECT 1 FROM stream_session s WHERE s.stream_id = stream.stream_id AND s.session = $2))
     ORDER BY seq - projected_seq, stream_id LIMIT ${STREAMS_AT_ONCE_MAX}`,
    project,
    session ?? null,
  );
  return rows.map((row) => row.stream_id);
}

/** The sessions that were derived from streams so far. */
export async function readProjectedSessions(db: Queryable, streams: readonly string[]): Promise<string[]> {
  const rows = await db.$queryRawUnsafe<{ session: string }[]>(
    "SELECT DISTINCT session FROM stream_projection WHERE stream_id = ANY($1::uuid[])",
    [...streams],
  );
  return rows.map((row) => row.session);
}

/** What a process needs to know of a stream to tell whether its memory of it is complete. */
export interface RelatedStream {
  readonly stream: string;
  readonly seq: number;
  readonly projectedSeq: number;
  readonly epoch: string;
  readonly projectedBy: string | null;
}

export interface ProjectionNote {
  readonly states: ReadonlyMap<string, number>;
  readonly sessions: readonly { readonly stream: string; readonly session: string }[];
  readonly by: string;
}

/** Records a whole derivation from streams. Sessions that it does not name are forgotten. */
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

/** Notes up to which record the streams are projected, and into which sessions, and leaves what was noted before. */
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

/** Notes records as projected that cannot be, so that no worker tries them again. */
export async function noteGivenUp(db: Queryable, states: ReadonlyMap<string, number>): Promise<void> {
  for (const [stream, seq] of states)
    await db.$executeRawUnsafe(
      "UPDATE stream SET projected_seq = greatest(projected_seq, $2) WHERE stream_id = $1::uuid",
      stream,
      seq,
    );
}
