import type { TraceEvent } from "@/lib/core/trace/event";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { stripUuid, makeUuid } from "../session-id";
import { Slices } from "../slices";
import { decodeEvent, listTextHashes } from "./encode";
import { unpackedBodies, unpackTexts } from "./pack";
import { countStatedEntries, restoreDeltaWindow, getWholeWindow } from "./window-delta";
import { placeAtSession } from "../places";

/** The position of a reader: the last event that it read, and the whole window that the next event may refer to. */
export interface LogPosition {
  readonly seq: number;
  readonly window: readonly unknown[] | null;
}

export const LOG_START: LogPosition = { seq: 0, window: null };

interface BatchRow {
  batch: number;
  first_seq: number;
  event_count: number;
  events: Uint8Array;
  texts: Uint8Array;
  superseded: number[] | null;
}

interface ContentRow {
  hash: string;
  batch: number;
  start: number;
  bytes: number;
}

const SEQ_MAX = 2_147_483_647;
const BATCHES_AT_ONCE = 16;
/** Rows of an answer of the database are decoded in one piece. */
const HASHES_AT_ONCE = 1_000;
/** The most events of a chunk after its first batch. Other requests run between two chunks. */
const EVENTS_AT_ONCE = 5_000;
/**
 * A batch with more window entries is read in several chunks. Where they end depends on the batch alone, so a
 * reader that continues from the end of one reads the same chunks.
 */
const ENTRIES_AT_ONCE = 50_000;

const SUPERSEDED = "(SELECT array_agg(seq) FROM superseded WHERE session_id = $1::uuid AND seq > $2)";

/**
 * Reads a session's events in the order they were written, from a position on, a few batches at a time, or a part of a
 * large one, and lets other work of the process run in between. An event that was written again later is skipped: only
 * the newest of an id counts.
 * @param until the last wanted event; the rest of its batch may be read too, and nothing after that
 */
export async function* readLog(
  db: Queryable,
  session: string,
  externalId: string,
  from: LogPosition = LOG_START,
  until: number = SEQ_MAX,
): AsyncGenerator<{ events: { seq: number; event: TraceEvent }[]; position: LogPosition }> {
  let { seq, window } = from;
  const slices = new Slices();
  const log = { db, session, externalId, slices };
  for (;;) {
    const batches = await db.$queryRawUnsafe<BatchRow[]>(
      placeAtSession(`${KEEP_PLAN}SELECT b.batch, b.first_seq, b.event_count, b.events, b.texts, ${SUPERSEDED} AS superseded FROM batch b JOIN (
         SELECT batch, sum(event_count) OVER (ORDER BY batch) - event_count AS before FROM (
           SELECT batch, event_count FROM batch WHERE session_id = $1::uuid AND first_seq + event_count > $2 + 1 AND first_seq <= $3
           ORDER BY batch LIMIT ${BATCHES_AT_ONCE}) AS next
       ) AS sized ON sized.batch = b.batch AND sized.before < ${EVENTS_AT_ONCE}
       WHERE b.session_id = $1::uuid ORDER BY b.batch`),
      session,
      seq,
      until,
    );
    const last = batches.at(-1);
    if (last === undefined) return;
    const superseded = new Set(last.superseded);
    const runs: TextRuns = new Map();
    for (const { batch, texts } of batches) {
      runs.set(batch, unpackTexts(texts));
      await slices.pause();
    }
    let bodies: LoggedBody[] = [];
    for (const batch of batches) {
      let entries = 0;
      let i = -1;
      for (const stored of unpackedBodies(batch.events)) {
        i++;
        await slices.pause();
        const next = entries + countStatedEntries(stored);
        const isCut = Math.floor(next / ENTRIES_AT_ONCE) > Math.floor(entries / ENTRIES_AT_ONCE);
        entries = next;
        const bodySeq = batch.first_seq + i;
        if (bodySeq <= seq) continue;
        const body = restoreDeltaWindow(stored, window);
        window = getWholeWindow(body) ?? window;
        if (!superseded.has(bodySeq)) bodies.push({ seq: bodySeq, body });
        if (!isCut || bodySeq === getLastSeq(last)) continue;
        yield await readChunk(log, bodies, runs, { seq: bodySeq, window });
        bodies = [];
      }
    }
    seq = getLastSeq(last);
    yield await readChunk(log, bodies, runs, { seq, window });
  }
}

interface LoggedBody {
  readonly seq: number;
  readonly body: Record<string, unknown>;
}

function getLastSeq({ first_seq: first, event_count: count }: BatchRow): number {
  return first + count - 1;
}

interface LogReading {
  readonly db: Queryable;
  readonly session: string;
  readonly externalId: string;
  readonly slices: Slices;
}

async function readChunk(
  { db, session, externalId, slices }: LogReading,
  bodies: readonly LoggedBody[],
  runs: TextRuns,
  position: LogPosition,
) {
  const hashes = bodies.flatMap(({ body }) => listTextHashes(body));
  const texts = await readTexts(db, session, runs, hashes, slices);
  const events: { seq: number; event: TraceEvent }[] = [];
  for (const { seq, body } of bodies) {
    events.push({ seq, event: decodeEvent(externalId, body, (hash) => texts.get(hash)) });
    await slices.pause();
  }
  return { events, position };
}

type TextRuns = Map<number, Buffer>;

async function readTexts(
  db: Queryable,
  session: string,
  runs: TextRuns,
  hashes: readonly string[],
  slices = new Slices(),
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const distinct = [...new Set(hashes)];
  if (distinct.length === 0) return texts;
  const rows: ContentRow[] = [];
  for (let at = 0; at < distinct.length; at += HASHES_AT_ONCE)
    rows.push(
      ...(await db.$queryRawUnsafe<ContentRow[]>(
        placeAtSession(
          `${KEEP_PLAN}SELECT hash, batch, start, bytes FROM content WHERE session_id = $1::uuid AND hash = ANY($2::uuid[])`,
        ),
        session,
        distinct.slice(at, at + HASHES_AT_ONCE).map(makeUuid),
      )),
    );
  const elsewhere = [...new Set(rows.map((row) => row.batch).filter((batch) => !runs.has(batch)))];
  if (elsewhere.length > 0) {
    const moreBatches = await db.$queryRawUnsafe<Pick<BatchRow, "batch" | "texts">[]>(
      placeAtSession("SELECT batch, texts FROM batch WHERE session_id = $1::uuid AND batch = ANY($2::int[])"),
      session,
      elsewhere,
    );
    for (const { batch, texts: packed } of moreBatches) runs.set(batch, unpackTexts(packed));
  }
  for (const { hash, batch, start, bytes } of rows) {
    const run = runs.get(batch);
    if (run !== undefined) texts.set(stripUuid(hash), run.toString("utf8", start, start + bytes));
    await slices.pause();
  }
  return texts;
}

/** Texts of a session by content hash. Hashes that the session does not have are left out. */
export function readContents(
  db: Queryable,
  session: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  return readTexts(db, session, new Map(), hashes);
}
