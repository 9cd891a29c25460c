import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../client";
import { isNodeAway } from "../away";
import { groupBy } from "@/lib/core/group-by";
import { KEEP_PLAN } from "../keep-plan";
import { isCluster, ON_ONE_SERVER } from "../nodes";
import { ByteRuns } from "../byte-runs";
import { makeSessionKey, makeUuid } from "../session-id";
import { Slices } from "../slices";
import { packBody, packText } from "./packed";
import { linkResponses } from "./link-responses";
import type { Batch, StreamLink, Text, WrittenStream } from "./store-stream";
import { storeStream } from "./store-stream";
import type { RawRecordInput, StreamRecord } from "./raw-record";
import type { RelationOf } from "./dedupe-records";
import { dedupeRecords } from "./dedupe-records";

export interface Stored {
  /** Records that were new, or said more than the stored ones with their ids. */
  readonly kept: ReadonlySet<RawRecordInput>;
  readonly differing: ReadonlySet<RawRecordInput>;
  readonly epochs: ReadonlyMap<string, string>;
  /** Streams for which nothing was stored, because texts that their records need may be gone. */
  readonly stale: readonly string[];
  /** Streams of which nothing was stored because their nodes are away, and the errors. */
  readonly away: ReadonlyMap<string, unknown>;
}

export function streamKey(project: string, name: string): string {
  return makeSessionKey(project, `stream\0${name}`);
}

/**
 * On return all records of a stream are on disk, or none; on a cluster each stream is written by itself. A record with a
 * known id is compared with the stored one: the fuller one stays, and if they differ, both do.
 * @returns which records were new or said more, the state of their streams, and which streams are on nodes that are away
 */
export async function storeRecords(
  db: Database,
  project: string,
  records: readonly RawRecordInput[],
  relationOf: RelationOf,
): Promise<Stored> {
  const streams = new Map<string, StreamRecord>();
  const texts = new Map<string, Text>();
  const links = new Map<string, StreamLink>();
  const first = new Map<string, StreamRecord>();
  const further: StreamRecord[] = [];
  const keys = new Map<string, string>();
  for (const record of records) {
    const key = keys.get(record.stream) ?? streamKey(project, record.stream);
    keys.set(record.stream, key);
    const place = record.home === null ? key : makeSessionKey(project, record.home);
    const row = { key, place, record };
    streams.set(key, row);
    for (const [hash, text] of record.texts) texts.set(`${key} ${hash}`, { key, hash, text });
    if (record.session !== null) links.set(`${key} ${record.session}`, { key, session: record.session });
    const firstRow = first.get(`${key} ${record.id}`);
    if (firstRow === undefined) first.set(`${key} ${record.id}`, row);
    else if (firstRow.record.rank !== record.rank) further.push(row);
  }
  const away = new Map<string, unknown>();
  if (streams.size === 0)
    return { kept: new Set(), differing: new Set(), epochs: new Map(), stale: [], away };
  const batch = {
    streams: sortInOrder(streams),
    texts: sortInOrder(texts),
    links: sortInOrder(links),
    rows: sortInOrder(first),
  };
  await linkResponses(db, project, [...first.values(), ...further]);
  const rows: WrittenStream[] = [];
  const spread = await isCluster(db);
  for (const part of spread ? splitByStream(batch) : [batch])
    try {
      rows.push(...(await (spread ? storeStream(db, project, part) : write(db, project, part))));
    } catch (error) {
      if (!isNodeAway(error)) throw error;
      for (const { key } of part.streams) away.set(key, error);
    }
  const epochs = new Map(rows.map((row) => [row.stream_id, row.epoch]));
  const fresh = new Set(rows.flatMap(({ stream_id: key, ids }) => (ids ?? []).map((id) => `${key} ${id}`)));
  const knownRows = [...first].filter(([name, { key }]) => epochs.has(key) && !fresh.has(name));
  const again = [...knownRows.map(([, row]) => row), ...further.filter(({ key }) => epochs.has(key))];
  const settled = await dedupeRecords(db, again, { epochs, relationOf, spread });
  return {
    kept: new Set([...[...fresh].flatMap((name) => first.get(name)?.record ?? []), ...settled.kept]),
    differing: settled.differing,
    epochs,
    stale: [...streams.keys()].filter((key) => !epochs.has(key) && !away.has(key)),
    away,
  };
}

/** A statement for several streams locks shards in no certain order, so two such statements could block each other. */
function splitByStream({ streams, texts, links, rows }: Batch): Batch[] {
  const [textsOf, linksOf, rowsOf] = [groupBy(texts, getKey), groupBy(links, getKey), groupBy(rows, getKey)];
  return streams.map((stream) => ({
    streams: [stream],
    texts: textsOf.get(stream.key) ?? [],
    links: linksOf.get(stream.key) ?? [],
    rows: rowsOf.get(stream.key) ?? [],
  }));
}

function getKey({ key }: { readonly key: string }): string {
  return key;
}

/** Sorts entries in one order for all writers, so that they cannot block each other. */
function sortInOrder<T>(entries: ReadonlyMap<string, T>): T[] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/**
 * An existing stream is locked first, and a deletion locks it too. So the texts that a record needs exist until it is
 * written, or it is not written.
 */
const WRITE = `${KEEP_PLAN}${ON_ONE_SERVER}
  WITH locked AS (
    SELECT stream_id, place_id, epoch, seq FROM stream WHERE stream_id = ANY($2::uuid[]) ORDER BY stream_id FOR UPDATE
  ), fit AS MATERIALIZED (
    SELECT key, name, coalesce(locked.place_id, t.place) AS place, coalesce(locked.seq, 0) + 1 AS seq
    FROM unnest($2::uuid[], $3::text[], $4::uuid[], $19::uuid[]) AS t (key, name, epoch, place)
    LEFT JOIN locked ON stream_id = key WHERE t.epoch IS NULL OR t.epoch = locked.epoch
  ), texts AS (
    INSERT INTO raw_text (stream_id, hash, text)
    SELECT place, hash, substr($13::bytea, at, size)
    FROM unnest($5::uuid[], $6::uuid[], $14::int[], $15::int[]) AS t (key, hash, at, size) JOIN fit USING (key)
    ON CONFLICT DO NOTHING
  ), links AS (
    INSERT INTO stream_session (stream_id, project_id, session)
    SELECT key, $1, session FROM unnest($7::uuid[], $8::text[]) AS t (key, session) JOIN fit USING (key)
    ON CONFLICT DO NOTHING
  ), written AS (
    INSERT INTO raw_record (stream_id, id, rank, body, seq)
    SELECT place, id, rank, substr($13::bytea, at, size), seq
    FROM unnest($9::uuid[], $10::text[], $11::text[], $12::int[], $16::int[]) AS t (key, id, rank, at, size) JOIN fit USING (key)
    ON CONFLICT DO NOTHING
    RETURNING stream_id, id
  ), counted AS (
    SELECT key, name, place, ids, coalesce(cardinality(ids), 0) AS changed
    FROM fit LEFT JOIN (SELECT stream_id, array_agg(id) AS ids FROM written GROUP BY stream_id) AS new ON new.stream_id = place
  ), noted AS (
    INSERT INTO stream (stream_id, project_id, name, place_id, seq, epoch, updated_at)
    SELECT key, $1, name, place, changed, $17::uuid, $18::timestamptz FROM counted
    ON CONFLICT (stream_id) DO UPDATE SET seq = stream.seq + excluded.seq, updated_at = excluded.updated_at
    RETURNING stream_id, epoch
  )
  SELECT noted.stream_id, noted.epoch, counted.ids FROM noted JOIN counted ON key = noted.stream_id`;

async function write(
  db: Queryable,
  project: string,
  { streams, texts, links, rows }: Batch,
): Promise<WrittenStream[]> {
  const pieces = new ByteRuns();
  const slices = new Slices();
  const placeParts = async (parts: readonly string[], pack: (part: string) => Buffer) => {
    const places: ReturnType<ByteRuns["add"]>[] = [];
    for (const part of parts) {
      places.push(pieces.add(pack(part)));
      await slices.pause();
    }
    return places;
  };
  const textPlaces = await placeParts(
    texts.map(({ text }) => text),
    packText,
  );
  const bodyPlaces = await placeParts(
    rows.map(({ record }) => record.body),
    packBody,
  );
  return db.$queryRawUnsafe(
    WRITE,
    project,
    streams.map(({ key }) => key),
    streams.map(({ record }) => record.stream),
    streams.map(({ record }) => record.epoch ?? null),
    texts.map(({ key }) => key),
    texts.map(({ hash }) => makeUuid(hash)),
    links.map(({ key }) => key),
    links.map(({ session }) => session),
    rows.map(({ key }) => key),
    rows.map(({ record }) => record.id),
    rows.map(({ record }) => record.rank),
    bodyPlaces.map(({ at }) => at),
    pieces.joinWhole(),
    textPlaces.map(({ at }) => at),
    textPlaces.map(({ size }) => size),
    bodyPlaces.map(({ size }) => size),
    randomUUID(),
    new Date(),
    streams.map(({ place }) => place),
  );
}
