import { groupBy } from "@/lib/core/group-by";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { isCluster, ON_ONE_SERVER } from "../nodes";
import { stripUuid, makeUuid } from "../session-id";
import { unpackText } from "./packed";
import type { RelatedStream } from "./read";
import type { RecordRow, StreamNews, StreamReader } from "./stream-reader";
import { readTextNodes } from "./stream-reader";
import { listHashes } from "./tree";
import { placeAtStream } from "../places";

/** What is to be read of a stream: what is new after a change number of it, or everything, below 0. */
export interface WantedNews {
  readonly stream: string;
  readonly reader: StreamReader;
  readonly after: number;
}

type Wanted = ReturnType<typeof listHashes>;

/**
 * Reads the news of many streams in a few statements; on a cluster, one stream after the other on its node.
 * @returns by stream; a stream that is not there is left out
 */
export async function readStreams(
  db: Queryable,
  wants: readonly WantedNews[],
): Promise<ReadonlyMap<string, StreamNews>> {
  if (wants.length === 0) return new Map();
  if (await isCluster(db)) return readEach(db, wants);
  const rows = await db.$queryRawUnsafe<(RecordRow & { stream_id: string })[]>(
    `${KEEP_PLAN}${ON_ONE_SERVER}SELECT s.stream_id, s.seq, s.epoch, s.place_id AS place, r.id, r.body
     FROM unnest($1::uuid[], $2::int[]) AS t (stream, after) JOIN stream s ON s.stream_id = t.stream
     LEFT JOIN raw_record r ON r.stream_id = s.place_id AND r.seq > t.after ORDER BY s.stream_id, r.id`,
    wants.map(({ stream }) => stream),
    wants.map(({ after }) => after),
  );
  const byStream = groupBy(rows, (row) => row.stream_id);
  const nodes = new Map([...byStream].map(([stream, ownRows]) => [stream, readTextNodes(ownRows)]));
  const streamsThere = wants.flatMap(({ stream, reader, after }) => {
    const place = byStream.get(stream)?.[0]?.place;
    return place === undefined ? [] : [{ stream, place, reader, after }];
  });
  await fetchAll(
    db,
    streamsThere.filter(({ after }) => after < 0),
  );
  const wantedParts = streamsThere
    .filter(({ after }) => after >= 0)
    .map(({ stream, place, reader }) => ({
      place,
      reader,
      hashes: listHashes((nodes.get(stream) ?? []).map(({ node }) => node)),
    }));
  await fetchWanted(db, wantedParts);
  const news = new Map<string, StreamNews>();
  for (const { stream, reader } of wants) {
    const [first] = byStream.get(stream) ?? [];
    if (first === undefined) continue;
    const records = reader.buildRecords(nodes.get(stream) ?? []);
    news.set(stream, { seq: first.seq, epoch: first.epoch, records });
  }
  return news;
}

async function readEach(db: Queryable, wants: readonly WantedNews[]): Promise<Map<string, StreamNews>> {
  const news = new Map<string, StreamNews>();
  for (const { stream, reader, after } of wants) {
    const streamNews = await reader.readAfter(db, after);
    if (streamNews !== null) news.set(stream, streamNews);
  }
  return news;
}

interface TextRow {
  stream_id: string;
  hash: string;
  text: Uint8Array;
}

/** A stream's reader, and where the stream lies. */
interface PlacedReader {
  readonly place: string;
  readonly reader: StreamReader;
}

async function fetchAll(db: Queryable, wants: readonly PlacedReader[]): Promise<void> {
  if (wants.length === 0) return;
  const readers = new Map(wants.map(({ place, reader }) => [place, reader]));
  const rows = await db.$queryRawUnsafe<TextRow[]>(
    placeAtStream(`${KEEP_PLAN}SELECT stream_id, hash, text FROM raw_text WHERE stream_id = ANY($1::uuid[])`),
    [...readers.keys()],
  );
  for (const { stream_id: place, hash, text } of rows)
    readers.get(place)?.learn(stripUuid(hash), unpackText(text));
}

interface Learning extends PlacedReader {
  readonly hashes: Wanted;
}

/** Reads the texts of hashes, and the texts that these refer to. */
async function fetchWanted(db: Queryable, learnings: readonly Learning[]): Promise<void> {
  let learning = learnings;
  for (;;) {
    const pairs = learning.flatMap(({ place, reader, hashes }) =>
      reader.listUnknown(hashes).map((hash) => ({ place, hash })),
    );
    if (pairs.length === 0) return;
    const rows = await db.$queryRawUnsafe<TextRow[]>(
      `${KEEP_PLAN}${ON_ONE_SERVER}SELECT r.stream_id, r.hash, r.text FROM unnest($1::uuid[], $2::uuid[]) AS t (place, hash)
       JOIN raw_text r ON r.stream_id = t.place AND r.hash = t.hash`,
      pairs.map(({ place }) => place),
      pairs.map(({ hash }) => makeUuid(hash)),
    );
    const byPlace = groupBy(rows, (row) => row.stream_id);
    learning = learning.map(({ place, reader, hashes }) => ({
      place,
      reader,
      hashes: listHashes(addTexts(reader, hashes, byPlace.get(place) ?? [])),
    }));
    if (rows.length < pairs.length) return;
  }
}

/** @returns what the texts hold that may refer to others */
function addTexts(reader: StreamReader, hashes: Wanted, rows: readonly TextRow[]): unknown[] {
  return rows.flatMap(({ hash, text }) => {
    const [name, whole] = [stripUuid(hash), unpackText(text)];
    reader.learn(name, whole);
    return hashes.get(name) === "json" ? [JSON.parse(whole) as unknown] : [];
  });
}

interface NeighbourRow {
  mine: string;
  stream_id: string;
  seq: number;
  projected_seq: number;
  epoch: string;
  projected_by: string | null;
}

/**
 * Each of some streams with the streams that name a session that it names, itself included.
 * @returns by stream; a stream that is not there is left out
 */
export async function readNeighboursOfEach(
  db: Queryable,
  project: string,
  streams: readonly string[],
): Promise<ReadonlyMap<string, RelatedStream[]>> {
  const rows = await db.$queryRawUnsafe<NeighbourRow[]>(
    `${KEEP_PLAN}SELECT near.mine, stream_id, seq, projected_seq, epoch, projected_by FROM (
       SELECT mine, mine AS other FROM unnest($1::uuid[]) AS mine
       UNION SELECT mine.stream_id, other.stream_id FROM stream_session mine
       JOIN stream_session other ON other.project_id = $2 AND other.session = mine.session
       WHERE mine.stream_id = ANY($1::uuid[])) AS near
     JOIN stream ON stream_id = near.other`,
    [...streams],
    project,
  );
  const byStream = groupBy(rows, ({ mine }) => mine);
  return new Map(
    [...byStream].map(([stream, ownRows]) => [
      stream,
      ownRows.map((row) => ({
        stream: row.stream_id,
        seq: row.seq,
        projectedSeq: row.projected_seq,
        epoch: row.epoch,
        projectedBy: row.projected_by,
      })),
    ]),
  );
}
