import { inflateRawSync } from "node:zlib";
import type { Queryable } from "../client";
import { hexOfUuid } from "../session-id";
import { DEFLATED } from "./store";
import { assembler } from "./tree";

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
  for (const stream of streams) {
    const rows = await db.$queryRawUnsafe<{ id: string; body: Uint8Array }[]>(
      "SELECT id, body FROM raw_record WHERE stream_id = $1::uuid ORDER BY id",
      stream,
    );
    const texts = await readTexts(db, stream);
    const textOf = (hash: string): string => {
      const text = texts.get(hash);
      if (text === undefined) throw new Error(`the text ${hash} is missing from a stream of records`);
      return text;
    };
    const assemble = assembler(textOf);
    for (const { id, body } of rows)
      records.push({ stream, id, record: assemble(JSON.parse(unpacked(body))) });
  }
  return records;
}

async function readTexts(db: Queryable, stream: string): Promise<Map<string, string>> {
  const rows = await db.$queryRawUnsafe<{ hash: string; text: Uint8Array }[]>(
    "SELECT hash, text FROM raw_text WHERE stream_id = $1::uuid",
    stream,
  );
  return new Map(rows.map((row) => [hexOfUuid(row.hash), unpacked(row.text)]));
}

function unpacked(bytes: Uint8Array): string {
  const rest = bytes.subarray(1);
  const plain = bytes[0] === DEFLATED[0] ? inflateRawSync(rest) : Buffer.from(rest);
  return plain.toString("utf8");
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

/** Notes what was worked out from streams, and from which state of them. */
export async function noteProjection(
  db: Queryable,
  states: ReadonlyMap<string, number>,
  sessions: readonly { stream: string; session: string }[],
): Promise<void> {
  const streams = [...states.keys()];
  await db.$executeRawUnsafe(
    `WITH gone AS (DELETE FROM stream_projection WHERE stream_id = ANY($1::uuid[])
       AND NOT (stream_id, session) IN (SELECT * FROM unnest($3::uuid[], $4::text[])))
     , noted AS (INSERT INTO stream_projection (stream_id, session)
       SELECT * FROM unnest($3::uuid[], $4::text[]) ON CONFLICT DO NOTHING)
     UPDATE stream SET projected_seq = greatest(projected_seq, t.seq)
     FROM unnest($1::uuid[], $2::int[]) AS t (stream_id, seq) WHERE stream.stream_id = t.stream_id`,
    streams,
    [...states.values()],
    sessions.map((row) => row.stream),
    sessions.map((row) => row.session),
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
