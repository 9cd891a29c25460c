import { ByteRuns } from "../byte-runs";
import type { ByteRun } from "../byte-runs";
import type { StatementPart } from "../derived/table";
import type { Listed } from "../derived/listed";
import { listOf } from "../derived/listed";
import { uuidOfHex } from "../session-id";
import { packBodies, packTexts } from "./pack";
import type { WrittenSession } from "./plan-session";

/**
 * A check for existing rows makes a write more expensive. The session is locked, so it is known whether there
 * are any.
 */
export const TAKES_PLACE =
  "ON CONFLICT (session_id, id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash";

interface PackedSession {
  readonly written: WrittenSession;
  readonly events: ByteRun;
  readonly texts: ByteRun;
}

interface Kept<T> {
  readonly table: string;
  readonly columns: readonly Listed<T & { readonly key: string }>[];
  readonly rows: readonly (T & { readonly key: string })[];
  readonly conflict?: string;
}

/**
 * The parts of a statement that writes the planned batches of several sessions, with their texts and event ids.
 * @param joined what the sessions are joined with, where not all of them may be written
 */
export async function logParts(sessions: readonly WrittenSession[], joined = ""): Promise<StatementPart[]> {
  const of = <T>(list: (session: WrittenSession) => readonly T[]) =>
    sessions.flatMap((session) =>
      list(session).map((item) => ({ ...item, key: session.key, batch: session.batch })),
    );
  const part =
    <T>({ table, columns, rows, conflict = "" }: Kept<T>): StatementPart =>
    (param) =>
      `INSERT INTO ${table} (session_id, ${columns.map(({ name }) => name).join(", ")})
       SELECT session_id, ${columns.map(({ name }) => `t.${name}`).join(", ")}
       FROM ${listOf([{ name: "session_id", type: "uuid", of: ({ key }) => key }, ...columns], rows, param)} ${joined} ${conflict}`;
  const parts = [await batchPart(sessions, joined)];
  const texts = of(({ texts: own }) => own);
  if (texts.length > 0)
    parts.push(
      part({
        table: "content",
        columns: [
          { name: "hash", type: "uuid", of: ({ hash }) => uuidOfHex(hash) },
          { name: "batch", type: "int", of: ({ batch }) => batch },
          { name: "start", type: "int", of: ({ start }) => start },
          { name: "bytes", type: "int", of: ({ bytes }) => bytes },
        ],
        rows: texts,
      }),
    );
  const superseded = of((session) => session.superseded.map((seq) => ({ seq })));
  parts.push(
    part({
      table: "event",
      columns: [
        { name: "id", type: "text", of: ({ id }) => id },
        { name: "seq", type: "int", of: ({ seq }) => seq },
        { name: "hash", type: "bigint", of: ({ fingerprint }) => fingerprint },
      ],
      rows: of(({ rows }) => rows),
      ...(superseded.length > 0 && { conflict: TAKES_PLACE }),
    }),
  );
  if (superseded.length > 0)
    parts.push(
      part({
        table: "superseded",
        columns: [{ name: "seq", type: "int", of: ({ seq }) => seq }],
        rows: superseded,
      }),
    );
  return parts;
}

async function batchPart(sessions: readonly WrittenSession[], joined: string): Promise<StatementPart> {
  const pieces = new ByteRuns();
  const packed: PackedSession[] = [];
  for (const written of sessions)
    packed.push({
      written,
      events: pieces.add(await packBodies(written.bodies)),
      texts: pieces.add(await packTexts(written.texts)),
    });
  const columns: Listed<PackedSession>[] = [
    { name: "session_id", type: "uuid", of: ({ written }) => written.key },
    { name: "batch", type: "int", of: ({ written }) => written.batch },
    { name: "first_seq", type: "int", of: ({ written }) => written.firstSeq + 1 },
    { name: "count", type: "int", of: ({ written }) => written.bodies.length },
    {
      name: "text_bytes",
      type: "int",
      of: ({ written }) => written.texts.reduce((sum, t) => sum + t.bytes, 0),
    },
    { name: "events_at", type: "int", of: ({ events }) => events.at },
    { name: "events_size", type: "int", of: ({ events }) => events.size },
    { name: "texts_at", type: "int", of: ({ texts }) => texts.at },
    { name: "texts_size", type: "int", of: ({ texts }) => texts.size },
  ];
  return (param) => {
    const whole = param(pieces.whole());
    return `INSERT INTO batch (session_id, batch, first_seq, event_count, events, texts, text_bytes)
      SELECT session_id, t.batch, t.first_seq, t.count, substr(${whole}::bytea, events_at, events_size),
        substr(${whole}::bytea, texts_at, texts_size), t.text_bytes FROM ${listOf(columns, packed, param)} ${joined}`;
  };
}
