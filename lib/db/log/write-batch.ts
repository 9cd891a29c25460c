import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import { uuidOfHex } from "../session-id";
import { TAKES_PLACE } from "./log-parts";
import { packBodies, packTexts } from "./pack";
import type { WrittenSession } from "./plan-session";

/** Writes a session's planned batch, texts, event ids and counters in one statement. */
export async function writeBatch(tx: Queryable, session: WrittenSession): Promise<void> {
  const { key, batch, firstSeq, bodies, rows, superseded, texts, windowSeq } = session;
  await tx.$executeRawUnsafe(
    `${KEEP_PLAN}WITH batches AS (
       INSERT INTO batch (session_id, batch, first_seq, event_count, events, texts, text_bytes)
       VALUES ($1::uuid, $2::int, $3::int, $4::int, $5::bytea, $6::bytea, $7::int)
     ), contents AS (
       INSERT INTO content (session_id, hash, batch, start, bytes)
       SELECT $1::uuid, hash, $2::int, start, bytes FROM unnest($8::uuid[], $9::int[], $10::int[]) AS t (hash, start, bytes)
     ), events AS (
       INSERT INTO event (session_id, id, seq, hash)
       SELECT $1::uuid, id, seq, hash FROM unnest($11::text[], $12::int[], $13::bigint[]) AS t (id, seq, hash)
       ${superseded.length === 0 ? "" : TAKES_PLACE}
     ), replaced AS (
       INSERT INTO superseded (session_id, seq) SELECT $1::uuid, seq FROM unnest($14::int[]) AS t (seq)
     )
     UPDATE session SET last_seq = $15::int, next_batch = $2::int + 1, window_seq = $16::int,
       superseded = superseded + $17::int, updated_at = $18::timestamptz
     WHERE session_id = $1::uuid`,
    key,
    batch,
    firstSeq + 1,
    bodies.length,
    await packBodies(bodies),
    await packTexts(texts),
    texts.reduce((sum, { bytes }) => sum + bytes, 0),
    texts.map(({ hash }) => uuidOfHex(hash)),
    texts.map(({ start }) => start),
    texts.map(({ bytes }) => bytes),
    rows.map(({ id }) => id),
    rows.map(({ seq }) => seq),
    // As text, because the client wraps every bigint.
    rows.map(({ fingerprint }) => String(fingerprint)),
    [...superseded],
    firstSeq + bodies.length,
    windowSeq,
    superseded.length,
    new Date(),
  );
}
