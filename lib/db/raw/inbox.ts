import type { Database, Queryable } from "../client";
import { ByteRuns } from "../byte-runs";
import { groupBy } from "@/lib/core/group-by";
import { KEEP_PLAN } from "../keep-plan";
import { isCluster, ON_ONE_SERVER } from "../nodes";
import { inflateBytes, packBytes } from "./packed";
import { runInTransaction } from "../direct-statements";
import { placeAtStream } from "../places";

/** What a body brings for one stream. */
export interface InboxPart {
  /** The stream's key. */
  readonly stream: string;
  readonly records: number;
  /** The sessions that the records name. */
  readonly sessions: readonly string[];
  /** The ids of its spans, shortened: two that are equal may be of different spans. */
  readonly marks: readonly number[];
}

/** A body of telemetry as it came. */
export interface InboxBody {
  readonly id: string;
  readonly signal: string;
  readonly encoding: string;
  readonly bytes: Buffer;
  readonly receivedAt: Date;
}

/** Keeps bodies: when this returns they are on disk. */
export async function addToInbox(
  db: Queryable,
  project: string,
  bodies: readonly (InboxBody & { readonly parts: readonly InboxPart[] })[],
): Promise<void> {
  const pieces = new ByteRuns();
  const places = bodies.map(({ bytes }) => pieces.add(packBytes(bytes)));
  const parts = bodies.flatMap(({ id, parts: ownParts }) => ownParts.map((part) => ({ id, ...part })));
  const [sessions, marks] = [
    joinRuns(parts.map((part) => part.sessions)),
    joinRuns(parts.map((part) => part.marks)),
  ];
  await db.$executeRawUnsafe(
    `${KEEP_PLAN}WITH bodies AS (
       INSERT INTO inbox_body (body_id, project_id, signal, encoding, bytes, body, received_at)
       SELECT id, $1, signal, encoding, bytes, substr($2::bytea, at, size), received_at
       FROM unnest($3::uuid[], $4::text[], $5::text[], $6::int[], $7::int[], $8::int[], $9::timestamptz[])
         AS t (id, signal, encoding, bytes, at, size, received_at))
     INSERT INTO inbox_stream (stream_id, body_id, project_id, records, sessions, marks)
     SELECT stream, body, $1, records, ($10::text[])[sessions_from:sessions_to], ($11::int[])[marks_from:marks_to]
     FROM unnest($12::uuid[], $13::uuid[], $14::int[], $15::int[], $16::int[], $17::int[], $18::int[])
       AS t (stream, body, records, sessions_from, sessions_to, marks_from, marks_to)`,
    project,
    pieces.joinWhole(),
    bodies.map(({ id }) => id),
    bodies.map(({ signal }) => signal),
    bodies.map(({ encoding }) => encoding),
    bodies.map(({ bytes }) => bytes.length),
    places.map(({ at }) => at),
    places.map(({ size }) => size),
    bodies.map(({ receivedAt }) => receivedAt),
    sessions.all,
    marks.all,
    parts.map(({ stream }) => stream),
    parts.map(({ id }) => id),
    parts.map(({ records }) => records),
    sessions.from,
    sessions.to,
    marks.from,
    marks.to,
  );
}

/** Lists in one, since the database knows no lists of lists of different lengths. Places count from 1. */
function joinRuns<T>(lists: readonly (readonly T[])[]): { all: T[]; from: number[]; to: number[] } {
  let end = 0;
  const to = lists.map((list) => (end += list.length));
  return { all: lists.flat(), from: to.map((at, i) => at - (lists[i]?.length ?? 0) + 1), to };
}

/** What is known of streams that a body has records for. */
export interface KnownOfStreams {
  /** The streams that have records, and where these lie. */
  readonly stored: ReadonlyMap<string, string>;
  /** Bodies in the inbox with records of the streams, and the given marks that these have. */
  readonly waiting: readonly { readonly stream: string; readonly body: string; readonly marks: number[] }[];
}

/** The places where records with these marks may be already. A body that is unpacked is in one of both lists at any time. */
export async function readKnownOfStreams(
  db: Queryable,
  streams: readonly string[],
  marks: readonly number[],
): Promise<KnownOfStreams> {
  const rows = await db.$queryRawUnsafe<
    { stream_id: string; place: string | null; body_id: string | null; marks: number[] | null }[]
  >(
    `${KEEP_PLAN}SELECT stream_id, place_id AS place, NULL::uuid AS body_id, NULL::int[] AS marks FROM stream WHERE stream_id = ANY($1::uuid[])
     UNION ALL
     SELECT stream_id, NULL::uuid, body_id, ARRAY(SELECT mark FROM unnest(marks) AS mark WHERE mark = ANY($2::int[]))
     FROM inbox_stream WHERE stream_id = ANY($1::uuid[])`,
    [...streams],
    [...marks],
  );
  return {
    stored: new Map(
      rows.flatMap(({ stream_id: stream, place }) => (place === null ? [] : [[stream, place] as const])),
    ),
    waiting: rows.flatMap(({ stream_id: stream, body_id: body, marks: found }) =>
      body === null || found === null || found.length === 0 ? [] : [{ stream, body, marks: found }],
    ),
  };
}

/** The records that are stored, of those with these ids in the streams that lie at these places: as `place id`. */
export async function readStoredAmong(
  db: Queryable,
  records: readonly { readonly place: string; readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (records.length === 0) return new Set();
  const rows: StoredRecord[] = [];
  if (!(await isCluster(db)))
    rows.push(
      ...(await db.$queryRawUnsafe<StoredRecord[]>(
        `${KEEP_PLAN}${ON_ONE_SERVER}SELECT r.stream_id, r.id FROM unnest($1::uuid[], $2::text[]) AS t (place, id)
         JOIN raw_record r ON r.stream_id = t.place AND r.id = t.id`,
        records.map(({ place }) => place),
        records.map(({ id }) => id),
      )),
    );
  // On a cluster a statement about several streams asks every node.
  else
    for (const [place, group] of groupBy(records, (record) => record.place))
      rows.push(
        ...(await db.$queryRawUnsafe<StoredRecord[]>(
          placeAtStream(
            `${KEEP_PLAN}SELECT stream_id, id FROM raw_record WHERE stream_id = $1::uuid AND id = ANY($2::text[])`,
          ),
          place,
          group.map(({ id }) => id),
        )),
      );
  return new Set(rows.map((row) => `${row.stream_id} ${row.id}`));
}

interface StoredRecord {
  stream_id: string;
  id: string;
}

const BODIES_AT_ONCE = 200;

/**
 * The bodies of a project that came first of each session in turn, up to some bytes together; at least one if there is any: a session
 * that sends little does not wait for all that another one sent before. Those that could not be unpacked before come after all others.
 * @param without the ids of those that are passed over
 */
export async function nextInInbox(
  db: Queryable,
  project: string,
  bytesMax: number,
  without: readonly string[],
): Promise<InboxBody[]> {
  const next = (condition: string) =>
    db.$queryRawUnsafe<{ body_id: string; bytes: number }[]>(
      `${KEEP_PLAN}SELECT body_id, bytes FROM inbox_body
       LEFT JOIN LATERAL (SELECT min(name) AS session FROM inbox_stream JOIN LATERAL unnest(sessions) AS name ON true
         WHERE inbox_stream.body_id = inbox_body.body_id) AS named ON true
       WHERE project_id = $1 AND ${condition} AND NOT body_id = ANY($2::uuid[])
       ORDER BY row_number() OVER (PARTITION BY session ORDER BY received_at, body_id), received_at, body_id LIMIT ${BODIES_AT_ONCE}`,
      project,
      [...without],
    );
  const untried = await next("retry_at IS NULL");
  const rows = untried.length > 0 ? untried : await next("retry_at <= now()");
  let sum = 0;
  const fitting = rows.filter(({ bytes }, i) => (sum += bytes) <= bytesMax || i === 0);
  return readBodiesInInbox(
    db,
    fitting.map((row) => row.body_id),
  );
}

/** The bodies with these ids that are in the inbox, in the order in which they came. */
export async function readBodiesInInbox(db: Queryable, ids: readonly string[]): Promise<InboxBody[]> {
  if (ids.length === 0) return [];
  const rows = await db.$queryRawUnsafe<
    { body_id: string; signal: string; encoding: string; body: Uint8Array; received_at: Date }[]
  >(
    `${KEEP_PLAN}SELECT body_id, signal, encoding, body, received_at FROM inbox_body
     WHERE body_id = ANY($1::uuid[]) ORDER BY received_at`,
    [...ids],
  );
  return rows.map(({ body_id: id, signal, encoding, body, received_at: receivedAt }) => ({
    id,
    signal,
    encoding,
    bytes: inflateBytes(body),
    receivedAt,
  }));
}

/**
 * Takes bodies out whose records are stored, and does what goes with that, both or nothing.
 * @param also gets the ids of those that this call takes out; others were taken out by somebody else
 */
export async function takeOutOfInbox(
  db: Database,
  ids: readonly string[],
  also: (tx: Queryable, taken: ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const rows = await tx.$queryRawUnsafe<{ body_id: string }[]>(
      `${KEEP_PLAN}WITH bodies AS (DELETE FROM inbox_body WHERE body_id = ANY($1::uuid[]) RETURNING body_id),
       parts AS (DELETE FROM inbox_stream WHERE body_id = ANY($1::uuid[]))
       SELECT body_id FROM bodies`,
      [...ids],
    );
    if (rows.length > 0) await also(tx, new Set(rows.map((row) => row.body_id)));
  });
}

/** A node that is away may be back any moment. */
const AWAY_REST_MS = 5_000;

/** Notes that bodies wait for a node that is away. This counts as no try. */
export async function noteUnpackAway(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.$executeRawUnsafe(
    "UPDATE inbox_body SET retry_at = $2::timestamptz WHERE body_id = ANY($1::uuid[])",
    [...ids],
    new Date(Date.now() + AWAY_REST_MS),
  );
}

/** How often a body is tried before nothing waits for it any more, and how long it rests between two tries. */
const TRIES_BEFORE_GIVEN_UP = 6;
const REST_FIRST_MS = 1_000;
const REST_MAX_MS = 600_000;

/**
 * Notes that the records of a body could not be stored. It is kept and tried again, after a growing time.
 * @returns whether it has now been tried so often that nothing waits for it any more
 */
export async function noteUnpackFailed(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db.$queryRawUnsafe<{ tries: number }[]>(
    "UPDATE inbox_body SET tries = tries + 1 WHERE body_id = $1::uuid RETURNING tries",
    id,
  );
  const tries = row?.tries ?? 0;
  await db.$executeRawUnsafe(
    "UPDATE inbox_body SET retry_at = $2::timestamptz WHERE body_id = $1::uuid",
    id,
    new Date(Date.now() + Math.min(REST_MAX_MS, REST_FIRST_MS * 2 ** tries)),
  );
  if (tries < TRIES_BEFORE_GIVEN_UP) return false;
  await db.$executeRawUnsafe("DELETE FROM inbox_stream WHERE body_id = $1::uuid", id);
  return tries === TRIES_BEFORE_GIVEN_UP;
}
