import { randomUUID } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { ByteRuns } from "../byte-runs";
import { sessionKey, uuidOfHex } from "../session-id";
import { Slices } from "../slices";

/**
 * A record to store. Of two with the same id in a stream, the one with the higher rank stays, in any order of arrival.
 */
export interface RawRecordInput {
  readonly stream: string;
  readonly id: string;
  readonly rank: string;
  readonly session: string | null;
  /** The extracted record (`tree.ts`) as JSON, and its extracted texts by their hashes. */
  readonly body: string;
  readonly texts: ReadonlyMap<string, string>;
  /**
   * The epoch in which the stream's other texts were stored. If something of the stream was deleted since, its records
   * are not stored and its key is returned as stale. All records of a stream have the same epoch.
   */
  readonly epoch?: string | null;
}

export interface Stored {
  /** The records that were new or newer. Of several with one id, the one that stays. */
  readonly kept: ReadonlySet<RawRecordInput>;
  /** The epochs of all written streams, by their keys. */
  readonly epochs: ReadonlyMap<string, string>;
  /** The keys of the streams of which nothing was stored, because texts that their records need may be gone. */
  readonly stale: readonly string[];
}

/**
 * Compressing shorter texts costs more time than it saves space. For the body of a record the bound is higher, because
 * most of it is hashes.
 */
const COMPRESS_TEXT_MIN = 1_000;
const COMPRESS_BODY_MIN = 2_000;
/** Short texts get a small window, which is set up faster. */
const SHORT_BYTES_MAX = 4_096;
const COMPRESSION = { level: 3 };
const SHORT_COMPRESSION = { level: 3, windowBits: 13, memLevel: 6 };

export function streamKey(project: string, name: string): string {
  return sessionKey(project, `stream\0${name}`);
}

/**
 * Stores records in one statement. On return all records of a stream are on disk, or none.
 * @returns which records were new or newer, and the state of their streams
 */
export async function storeRecords(
  db: Queryable,
  project: string,
  records: readonly RawRecordInput[],
): Promise<Stored> {
  const streams = new Map<string, RawRecordInput>();
  const texts = new Map<string, Text>();
  const links = new Map<string, Link>();
  const best = new Map<string, Row>();
  for (const record of records) {
    const key = streamKey(project, record.stream);
    streams.set(key, record);
    for (const [hash, text] of record.texts) texts.set(`${key} ${hash}`, { key, hash, text });
    if (record.session !== null) links.set(`${key} ${record.session}`, { key, session: record.session });
    const other = best.get(`${key} ${record.id}`);
    if (other === undefined || other.record.rank < record.rank)
      best.set(`${key} ${record.id}`, { key, record });
  }
  if (streams.size === 0) return { kept: new Set(), epochs: new Map(), stale: [] };
  const rows = await write(db, project, {
    streams: [...streams],
    texts: inOrder(texts),
    links: inOrder(links),
    rows: inOrder(best),
  });
  const epochs = new Map(rows.map((row) => [row.stream_id, row.epoch]));
  const kept = rows.flatMap(({ stream_id: key, ids }) => (ids ?? []).map((id) => best.get(`${key} ${id}`)));
  return {
    kept: new Set(kept.flatMap((row) => row?.record ?? [])),
    epochs,
    stale: [...streams.keys()].filter((key) => !epochs.has(key)),
  };
}

interface Text {
  readonly key: string;
  readonly hash: string;
  readonly text: string;
}

interface Link {
  readonly key: string;
  readonly session: string;
}

interface Row {
  readonly key: string;
  readonly record: RawRecordInput;
}

interface Batch {
  readonly streams: readonly (readonly [string, RawRecordInput])[];
  readonly texts: readonly Text[];
  readonly links: readonly Link[];
  readonly rows: readonly Row[];
}

/** All writers use one order, so that they cannot block each other. */
function inOrder<T>(entries: ReadonlyMap<string, T>): T[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/**
 * An existing stream is locked first, and a deletion locks it too. So the texts that a record needs exist until it is
 * written, or it is not written.
 */
const WRITE = `
  WITH locked AS (
    SELECT stream_id, epoch, seq FROM stream WHERE stream_id = ANY($2::uuid[]) ORDER BY stream_id FOR UPDATE
  ), fit AS MATERIALIZED (
    SELECT t.*, COALESCE(locked.seq, 0) + 1 AS seq FROM unnest($2::uuid[], $3::text[], $4::uuid[]) AS t (key, name, epoch)
    LEFT JOIN locked ON stream_id = key WHERE t.epoch IS NULL OR t.epoch = locked.epoch
  ), texts AS (
    INSERT INTO raw_text (stream_id, hash, text)
    SELECT key, hash, substr($13::bytea, at, size)
    FROM unnest($5::uuid[], $6::uuid[], $14::int[], $15::int[]) AS t (key, hash, at, size) JOIN fit USING (key)
    ON CONFLICT DO NOTHING
  ), links AS (
    INSERT INTO stream_session (stream_id, project_id, session)
    SELECT key, $1, session FROM unnest($7::uuid[], $8::text[]) AS t (key, session) JOIN fit USING (key)
    ON CONFLICT DO NOTHING
  ), written AS (
    INSERT INTO raw_record (stream_id, id, rank, body, seq)
    SELECT key, id, rank, substr($13::bytea, at, size), seq
    FROM unnest($9::uuid[], $10::text[], $11::text[], $12::int[], $16::int[]) AS t (key, id, rank, at, size) JOIN fit USING (key)
    ON CONFLICT (stream_id, id) DO UPDATE SET rank = excluded.rank, body = excluded.body, seq = excluded.seq
      WHERE raw_record.rank COLLATE "C" < excluded.rank COLLATE "C"
    RETURNING stream_id, id
  ), counted AS (
    SELECT key, name, ids, coalesce(cardinality(ids), 0) AS changed
    FROM fit LEFT JOIN (SELECT stream_id, array_agg(id) AS ids FROM written GROUP BY stream_id) AS new ON new.stream_id = key
  ), noted AS (
    INSERT INTO stream (stream_id, project_id, name, seq, epoch, updated_at)
    SELECT key, $1, name, changed, $17::uuid, $18::timestamptz FROM counted
    ON CONFLICT (stream_id) DO UPDATE SET seq = stream.seq + excluded.seq, updated_at = excluded.updated_at
    RETURNING stream_id, epoch
  )
  SELECT noted.stream_id, noted.epoch, counted.ids FROM noted JOIN counted ON key = noted.stream_id`;

async function write(
  db: Queryable,
  project: string,
  { streams, texts, links, rows }: Batch,
): Promise<{ stream_id: string; epoch: string; ids: string[] | null }[]> {
  const pieces = new ByteRuns();
  const slices = new Slices();
  const placesOf = async (parts: readonly string[], compressMin: number) => {
    const places: ReturnType<ByteRuns["add"]>[] = [];
    for (const part of parts) {
      places.push(pieces.add(packed(part, compressMin)));
      await slices.pause();
    }
    return places;
  };
  const textPlaces = await placesOf(
    texts.map(({ text }) => text),
    COMPRESS_TEXT_MIN,
  );
  const bodyPlaces = await placesOf(
    rows.map(({ record }) => record.body),
    COMPRESS_BODY_MIN,
  );
  return db.$queryRawUnsafe(
    KEEP_PLAN + WRITE,
    project,
    streams.map(([key]) => key),
    streams.map(([, { stream }]) => stream),
    streams.map(([, { epoch }]) => epoch ?? null),
    texts.map(({ key }) => key),
    texts.map(({ hash }) => uuidOfHex(hash)),
    links.map(({ key }) => key),
    links.map(({ session }) => session),
    rows.map(({ key }) => key),
    rows.map(({ record }) => record.id),
    rows.map(({ record }) => record.rank),
    bodyPlaces.map(({ at }) => at),
    pieces.whole(),
    textPlaces.map(({ at }) => at),
    textPlaces.map(({ size }) => size),
    bodyPlaces.map(({ size }) => size),
    randomUUID(),
    new Date(),
  );
}

/** A text as bytes. The first byte says whether they are compressed. */
function packed(text: string, compressMin: number): Buffer {
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length >= compressMin) {
    const deflated = deflateRawSync(bytes, bytes.length > SHORT_BYTES_MAX ? COMPRESSION : SHORT_COMPRESSION);
    if (deflated.length < bytes.length) return Buffer.concat([DEFLATED, deflated]);
  }
  return Buffer.concat([PLAIN, bytes]);
}

export const PLAIN = Buffer.from([0]);
export const DEFLATED = Buffer.from([1]);
