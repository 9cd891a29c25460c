import { groupBy } from "@/lib/core/group-by";
import { ByteRuns } from "../byte-runs";
import type { Database, Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { packBody, unpackText } from "./packed";
import type { RawRecordInput, StreamRecord } from "./raw-record";
import { raiseHead } from "./store-stream";
import { StreamReader } from "./stream-reader";
import { runInTransaction } from "../direct-statements";
import { placeAtStream } from "../places";

type Relation = "same" | "more" | "less" | "other";

export type RelationOf = (stored: unknown, received: unknown) => Relation;

interface DedupedRecords {
  readonly kept: ReadonlySet<RawRecordInput>;
  readonly differing: ReadonlySet<RawRecordInput>;
}

export interface DedupeOptions {
  /** The epochs of the streams in which the texts of the records were stored. */
  readonly epochs: ReadonlyMap<string, string>;
  readonly relationOf: RelationOf;
  /** Whether streams are spread over a cluster. */
  readonly spread: boolean;
}

/**
 * Dedupes records whose ids are stored already: a fuller one replaces the stored one, a different one is kept
 * beside it, and one without news is dropped. Their texts are stored already.
 *
 * For example, a record `r` is stored, and five more with its id come. A line has the id, the rank and the body; a rank ends with
 * the hash of the body:
 *
 *     before    r 08:a1 Paris is
 *
 *     received  r 08:a1 Paris is             -> dropped   it has the rank of the stored one
 *     received  r 12:b2 Paris is big         -> r         more: it replaces the stored one
 *     received  r 05:c3 Paris                -> dropped   less
 *     received  r 11:d4 Rome is old          -> r~d4      other: it is kept beside the stored one
 *     received  r 11:d4 Rome is old          -> dropped   it is beside it already
 *
 *     after     r 12:b2 Paris is big
 *     after     r~d4 11:d4 Rome is old
 */
export async function dedupeRecords(
  db: Database,
  records: readonly StreamRecord[],
  { epochs, relationOf, spread }: DedupeOptions,
): Promise<DedupedRecords> {
  const keptRecords = new Set<RawRecordInput>();
  const differing = new Set<RawRecordInput>();
  const byStream = groupBy(
    records.filter(({ record }) => record.rank !== ""),
    ({ key }) => key,
  );
  for (const [key, group] of byStream)
    await runInTransaction(db, async (tx) => {
      const deduped = await dedupeStream(
        tx,
        key,
        group.map(({ record }) => record),
        { epoch: epochs.get(key), relationOf, spread },
      );
      for (const record of deduped.kept) keptRecords.add(record);
      for (const record of deduped.differing) differing.add(record);
    });
  return { kept: keptRecords, differing };
}

interface Known {
  readonly rank: string;
  readonly body: string;
}

async function dedupeStream(
  tx: Queryable,
  stream: string,
  records: readonly RawRecordInput[],
  { epoch, relationOf, spread }: { epoch: string | undefined } & Omit<DedupeOptions, "epochs">,
): Promise<DedupedRecords> {
  const [locked] = await tx.$queryRawUnsafe<{ epoch: string; seq: number; place: string }[]>(
    `${KEEP_PLAN}SELECT epoch, seq, place_id AS place FROM stream WHERE stream_id = $1::uuid FOR UPDATE`,
    stream,
  );
  if (locked === undefined || locked.epoch !== epoch)
    throw new Error("a stream was deleted while records of it were being stored");
  const { place } = locked;
  const knownRecords = await readKnown(tx, place, records);
  const reader = new StreamReader(stream, place);
  const { written, kept, differing } = await chooseRecords(records, knownRecords, async (before, now) => {
    const [storedBody, receivedBody] = await reader.restore(tx, [before, now]);
    return relationOf(storedBody, receivedBody);
  });
  if (written.size > 0) {
    const changes = written.size;
    const seq = spread ? await raiseHead(tx, place, changes) : locked.seq + changes;
    await writeDeduped(tx, { stream, place, seq }, written);
  }
  return { kept, differing };
}

/**
 * Chooses the records that are to be written, by the id that each is stored with.
 * @param knownRecords the stored records; what is chosen is added
 * @param compare how a received body relates to the stored one
 */
export async function chooseRecords(
  records: readonly RawRecordInput[],
  knownRecords: Map<string, Known>,
  compare: (stored: string, received: string) => Promise<Relation>,
): Promise<DedupedRecords & { readonly written: ReadonlyMap<string, Known> }> {
  const writtenRecords = new Map<string, Known>();
  const keptRecords = new Set<RawRecordInput>();
  const differing = new Set<RawRecordInput>();
  for (const record of records) {
    const { id, rank, body } = record;
    const before = knownRecords.get(id);
    if (before?.rank === rank || knownRecords.has(makeBesideId(record))) continue;
    const relation = before === undefined ? "more" : await compare(before.body, body);
    if (relation === "same" || relation === "less") continue;
    const name = relation === "more" ? id : makeBesideId(record);
    knownRecords.set(name, { rank, body });
    writtenRecords.set(name, { rank, body });
    keptRecords.add(record);
    if (relation === "other") differing.add(record);
  }
  return { written: writtenRecords, kept: keptRecords, differing };
}

function makeBesideId({ id, rank }: RawRecordInput): string {
  return `${id}~${rank.slice(rank.lastIndexOf(":") + 1)}`;
}

async function readKnown(
  tx: Queryable,
  place: string,
  records: readonly RawRecordInput[],
): Promise<Map<string, Known>> {
  const rows = await tx.$queryRawUnsafe<{ id: string; rank: string; body: Uint8Array }[]>(
    placeAtStream(
      `${KEEP_PLAN}SELECT id, rank, body FROM raw_record WHERE stream_id = $1::uuid AND id = ANY($2::text[])`,
    ),
    place,
    records.flatMap((record) => [record.id, makeBesideId(record)]),
  );
  return new Map(rows.map(({ id, rank, body }) => [id, { rank, body: unpackText(body) }]));
}

async function writeDeduped(
  tx: Queryable,
  { stream, place, seq }: { readonly stream: string; readonly place: string; readonly seq: number },
  writtenRecords: ReadonlyMap<string, Known>,
): Promise<void> {
  const pieces = new ByteRuns();
  const places = [...writtenRecords.values()].map(({ body }) => pieces.add(packBody(body)));
  await tx.$executeRawUnsafe(
    placeAtStream(`${KEEP_PLAN}INSERT INTO raw_record (stream_id, id, rank, body, seq)
     SELECT $1::uuid, id, rank, substr($3::bytea, at, size), $2::int
     FROM unnest($4::text[], $5::text[], $6::int[], $7::int[]) AS t (id, rank, at, size)
     ON CONFLICT (stream_id, id) DO UPDATE SET rank = excluded.rank, body = excluded.body, seq = excluded.seq`),
    place,
    seq,
    pieces.joinWhole(),
    [...writtenRecords.keys()],
    [...writtenRecords.values()].map(({ rank }) => rank),
    places.map(({ at }) => at),
    places.map(({ size }) => size),
  );
  await tx.$executeRawUnsafe(
    `${KEEP_PLAN}UPDATE stream SET seq = $2::int, updated_at = $3::timestamptz WHERE stream_id = $1::uuid`,
    stream,
    seq,
    new Date(),
  );
}
