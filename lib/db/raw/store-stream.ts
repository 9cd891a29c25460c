import { randomUUID } from "node:crypto";
import type { Database, Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { Slices } from "../slices";
import { runInTransaction } from "../direct-statements";
import { packBody, packText } from "./packed";
import type { StreamRecord } from "./raw-record";
import { placeAtStream } from "../places";

export interface WrittenStream {
  readonly stream_id: string;
  readonly epoch: string;
  /** The ids of the records that were new. */
  readonly ids: string[] | null;
}

export interface Text {
  readonly key: string;
  readonly hash: string;
  readonly text: string;
}

export interface StreamLink {
  readonly key: string;
  readonly session: string;
}

export interface Batch {
  /** Each with a record of it. */
  readonly streams: readonly StreamRecord[];
  readonly texts: readonly Text[];
  readonly links: readonly StreamLink[];
  readonly rows: readonly StreamRecord[];
}

const ROWS_AT_ONCE = 1_000;

/**
 * Writes the records of one stream on a cluster. Each statement needs the coordinator or the stream's own node, and no
 * other: what a statement hands from one part to the next, a coordinator sends to every node.
 *
 * The node commits before the coordinator. If the process ends between, the records are there and the stream does not
 * count them; nobody was told that they are stored. So `stream_head` counts, on the node, and the stream takes its number.
 * @returns nothing for a stream whose texts may be gone
 */
export async function storeStream(db: Database, project: string, batch: Batch): Promise<WrittenStream[]> {
  const [stream] = batch.streams;
  if (stream === undefined) return [];
  const slices = new Slices();
  const texts: Row[] = [];
  for (const { hash, text } of batch.texts) {
    texts.push([hash, packText(text)]);
    await slices.pause();
  }
  const records: Row[] = [];
  for (const { record } of batch.rows) {
    records.push([record.id, record.rank, packBody(record.body)]);
    await slices.pause();
  }
  return runInTransaction(db, async (tx) => {
    const locked = await lockStream(tx, project, stream);
    if (locked === null) return [];
    const { key } = stream;
    const { epoch, place } = locked;
    const newHead = await raiseHead(tx, place, records.length);
    const first = newHead - records.length + 1;
    for (const rows of splitParts(texts))
      await tx.$executeRawUnsafe(
        placeAtStream(`INSERT INTO raw_text (stream_id, hash, text)
         VALUES ${rows.map((_, i) => `($1::uuid, $${i * 2 + 2}::uuid, $${i * 2 + 3}::bytea)`).join(", ")}
         ON CONFLICT DO NOTHING`),
        place,
        ...rows.flat(),
      );
    const ids: string[] = [];
    for (const rows of splitParts(records)) {
      const places = rows.map(
        (_, i) => `($1::uuid, $2::int, $${i * 3 + 3}::text, $${i * 3 + 4}::text, $${i * 3 + 5}::bytea)`,
      );
      const insertedRows = await tx.$queryRawUnsafe<{ id: string }[]>(
        placeAtStream(`INSERT INTO raw_record (stream_id, seq, id, rank, body) VALUES ${places.join(", ")}
         ON CONFLICT DO NOTHING RETURNING id`),
        place,
        first,
        ...rows.flat(),
      );
      ids.push(...insertedRows.map(({ id }) => id));
    }
    const seq = first - 1 + ids.length;
    if (seq < newHead) await raiseHead(tx, place, seq - newHead);
    await countInStream(tx, project, { key, seq, sessions: batch.links.map(({ session }) => session) });
    return [{ stream_id: key, epoch, ids }];
  });
}

type Row = readonly (string | Buffer)[];

function* splitParts(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}

/** Locks the stream, which is made if the record does not name an earlier state of it. One that is there stays where it lies. */
async function lockStream(
  tx: Queryable,
  project: string,
  { key, place, record }: StreamRecord,
): Promise<{ readonly epoch: string; readonly place: string } | null> {
  const knownEpoch = record.epoch ?? null;
  const [row] =
    knownEpoch === null
      ? await tx.$queryRawUnsafe<{ epoch: string; place: string }[]>(
          `${KEEP_PLAN}INSERT INTO stream (stream_id, project_id, name, seq, epoch, updated_at, place_id)
           VALUES ($1::uuid, $2, $3, 0, $4::uuid, $5::timestamptz, $6::uuid)
           ON CONFLICT (stream_id) DO UPDATE SET updated_at = excluded.updated_at RETURNING epoch, place_id AS place`,
          key,
          project,
          record.stream,
          randomUUID(),
          new Date(),
          place,
        )
      : await tx.$queryRawUnsafe<{ epoch: string; place: string }[]>(
          `${KEEP_PLAN}SELECT epoch, place_id AS place FROM stream WHERE stream_id = $1::uuid AND epoch = $2::uuid FOR UPDATE`,
          key,
          knownEpoch,
        );
  return row ?? null;
}

/**
 * @param place of the stream
 * @param changes how many records are written; less than 0 for those that were not
 * @returns the number of all changes
 */
export async function raiseHead(tx: Queryable, place: string, changes: number): Promise<number> {
  const [head] = await tx.$queryRawUnsafe<{ seq: number }[]>(
    placeAtStream(`${KEEP_PLAN}INSERT INTO stream_head (stream_id, seq) VALUES ($1::uuid, $2::int)
     ON CONFLICT (stream_id) DO UPDATE SET seq = stream_head.seq + excluded.seq RETURNING seq`),
    place,
    changes,
  );
  if (head === undefined) throw new Error("a stream has no head after it was raised");
  return head.seq;
}

async function countInStream(
  tx: Queryable,
  project: string,
  { key, seq, sessions }: { key: string; seq: number; sessions: readonly string[] },
): Promise<void> {
  if (sessions.length > 0)
    await tx.$executeRawUnsafe(
      `${KEEP_PLAN}INSERT INTO stream_session (stream_id, project_id, session)
       SELECT $1::uuid, $2, session FROM unnest($3::text[]) AS t (session) ON CONFLICT DO NOTHING`,
      key,
      project,
      sessions,
    );
  await tx.$executeRawUnsafe(
    `${KEEP_PLAN}UPDATE stream SET seq = $2::int, updated_at = $3::timestamptz WHERE stream_id = $1::uuid`,
    key,
    seq,
    new Date(),
  );
}
