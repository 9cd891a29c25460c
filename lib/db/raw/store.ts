import { deflateRawSync } from "node:zlib";
import type { Database, Queryable } from "../client";
import { sessionKey, uuidOfHex } from "../session-id";

/** A record to keep. Of two with the same id in a stream, the one of higher rank stays, whichever came first. */
export interface RawRecordInput {
  readonly stream: string;
  readonly id: string;
  readonly rank: string;
  /** The session that the record names, if it names one. */
  readonly session: string | null;
  /** The record taken apart (`tree.ts`), as JSON, and the texts that were taken out, by their hashes. */
  readonly body: string;
  readonly texts: ReadonlyMap<string, string>;
}

export interface Stored {
  readonly changed: number;
  readonly streams: readonly string[];
}

const TIMEOUT_MS = 60_000;
const COMPRESS_BYTES_MIN = 64;

/** The key of a stream in the database. */
export function streamKey(project: string, name: string): string {
  return sessionKey(project, `stream\0${name}`);
}

/**
 * Keeps records, in one transaction: when this returns they are on disk.
 * @returns how many records were new or newer, and the keys of the streams that they belong to
 */
export async function storeRecords(
  db: Database,
  project: string,
  records: readonly RawRecordInput[],
): Promise<Stored> {
  if (records.length === 0) return { changed: 0, streams: [] };
  const rows = best(records, project);
  const texts = new Map<string, { stream: string; hash: string; text: Buffer }>();
  for (const row of rows) {
    for (const [hash, text] of row.texts) {
      const at = `${row.key} ${hash}`;
      if (!texts.has(at)) texts.set(at, { stream: row.key, hash, text: packed(text) });
    }
  }
  const bodies = rows.map(({ body }) => packed(body));
  return db.$transaction(
    async (tx) => {
      await lockStreams(tx, project, rows);
      await writeTexts(tx, [...texts.values()]);
      await writeLinks(tx, project, rows);
      return writeRecords(tx, rows, bodies);
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}

type Row = RawRecordInput & { readonly key: string };

function best(records: readonly RawRecordInput[], project: string): Row[] {
  const rows = new Map<string, Row>();
  for (const record of records) {
    const key = streamKey(project, record.stream);
    const at = `${key} ${record.id}`;
    const other = rows.get(at);
    if (other === undefined || other.rank < record.rank) rows.set(at, { ...record, key });
  }
  return [...rows.values()];
}

async function lockStreams(tx: Queryable, project: string, rows: readonly Row[]): Promise<void> {
  const names = new Map(rows.map((row) => [row.key, row.stream]));
  await tx.$executeRawUnsafe(
    `INSERT INTO stream (stream_id, project_id, name)
     SELECT key, $2, name FROM unnest($1::uuid[], $3::text[]) AS t (key, name) ORDER BY key
     ON CONFLICT (stream_id) DO UPDATE SET updated_at = now()`,
    [...names.keys()],
    project,
    [...names.values()],
  );
}

async function writeTexts(
  tx: Queryable,
  texts: readonly { stream: string; hash: string; text: Buffer }[],
): Promise<void> {
  if (texts.length === 0) return;
  await tx.$executeRawUnsafe(
    `INSERT INTO raw_text (stream_id, hash, text)
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) ON CONFLICT DO NOTHING`,
    texts.map((text) => text.stream),
    texts.map((text) => uuidOfHex(text.hash)),
    texts.map((text) => text.text),
  );
}

async function writeLinks(tx: Queryable, project: string, rows: readonly Row[]): Promise<void> {
  const links = new Map(
    rows.flatMap((row) => (row.session === null ? [] : [[`${row.key} ${row.session}`, row] as const])),
  );
  await tx.$executeRawUnsafe(
    `INSERT INTO stream_session (stream_id, project_id, session)
     SELECT key, $2, session FROM unnest($1::uuid[], $3::text[]) AS t (key, session) ON CONFLICT DO NOTHING`,
    [...links.values()].map((row) => row.key),
    project,
    [...links.values()].map((row) => row.session),
  );
}

async function writeRecords(tx: Queryable, rows: readonly Row[], bodies: readonly Buffer[]): Promise<Stored> {
  const changed = await tx.$queryRawUnsafe<{ stream_id: string }[]>(
    `WITH written AS (
       INSERT INTO raw_record (stream_id, id, rank, body)
       SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])
       ON CONFLICT (stream_id, id) DO UPDATE SET rank = excluded.rank, body = excluded.body
         WHERE raw_record.rank COLLATE "C" < excluded.rank COLLATE "C"
       RETURNING stream_id
     ), bumped AS (
       UPDATE stream SET seq = seq + 1 WHERE stream_id IN (SELECT stream_id FROM written)
     )
     SELECT stream_id FROM written`,
    rows.map((row) => row.key),
    rows.map((row) => row.id),
    rows.map((row) => row.rank),
    bodies,
  );
  return { changed: changed.length, streams: [...new Set(changed.map((row) => row.stream_id))] };
}

/** Text as bytes, the first of which says whether they are compressed. */
function packed(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length >= COMPRESS_BYTES_MIN) {
    const deflated = deflateRawSync(bytes, { level: 3 });
    if (deflated.length < bytes.length) return Buffer.concat([DEFLATED, deflated]);
  }
  return Buffer.concat([PLAIN, bytes]);
}

export const PLAIN = Buffer.from([0]);
export const DEFLATED = Buffer.from([1]);
