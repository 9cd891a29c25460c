import type { Queryable } from "../client";
import { uuidOfHex } from "../session-id";
import { packBodies, packTexts } from "./pack";
import type { WrittenSession } from "./plan-session";

/** Writes what was planned: batches, texts, event ids and the sessions' counters, in one statement. */
export async function writeBatch(tx: Queryable, sessions: readonly WrittenSession[]): Promise<void> {
  if (sessions.length === 0) return;
  const rows = sessions.flatMap((s) => s.rows.map((row) => ({ key: s.key, ...row })));
  const texts = sessions.flatMap((s) => s.texts.map((text) => ({ key: s.key, batch: s.batch, ...text })));
  await tx.$executeRawUnsafe(
    `WITH batches AS (
       INSERT INTO batch (session_id, batch, first_seq, event_count, events, texts, text_bytes)
       SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::bytea[], $6::bytea[], $7::int[])
     ), contents AS (
       INSERT INTO content (session_id, hash, batch, start, bytes)
       SELECT * FROM unnest($8::uuid[], $9::uuid[], $10::int[], $11::int[], $12::int[])
     ), events AS (
       INSERT INTO event (session_id, id, seq, hash)
       SELECT * FROM unnest($13::uuid[], $14::text[], $15::int[], $16::bigint[])
       ON CONFLICT (session_id, id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
     ), replaced AS (
       INSERT INTO superseded (session_id, seq) SELECT * FROM unnest($17::uuid[], $18::int[])
     )
     UPDATE session SET last_seq = t.last_seq, next_batch = t.next_batch, window_seq = t.window_seq,
       superseded = session.superseded + t.superseded, updated_at = now()
     FROM unnest($1::uuid[], $19::int[], $20::int[], $21::int[], $22::int[]) AS t (session_id, last_seq, next_batch, window_seq, superseded)
     WHERE session.session_id = t.session_id`,
    sessions.map((s) => s.key),
    sessions.map((s) => s.batch),
    sessions.map((s) => s.firstSeq + 1),
    sessions.map((s) => s.bodies.length),
    sessions.map((s) => packBodies(s.bodies)),
    sessions.map((s) => packTexts(s.texts)),
    sessions.map((s) => s.texts.reduce((sum, t) => sum + t.bytes, 0)),
    texts.map((t) => t.key),
    texts.map((t) => uuidOfHex(t.hash)),
    texts.map((t) => t.batch),
    texts.map((t) => t.start),
    texts.map((t) => t.bytes),
    rows.map((r) => r.key),
    rows.map((r) => r.id),
    rows.map((r) => r.seq),
    rows.map((r) => r.fingerprint),
    sessions.flatMap((s) => s.superseded.map(() => s.key)),
    sessions.flatMap((s) => s.superseded),
    sessions.map((s) => s.firstSeq + s.bodies.length),
    sessions.map((s) => s.batch + 1),
    sessions.map((s) => s.windowSeq),
    sessions.map((s) => s.superseded.length),
  );
}
