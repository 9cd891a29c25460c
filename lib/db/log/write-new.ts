import type { Assigned } from "../derived/session-write";
import type { Param, StatementPart } from "../derived/table";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import type { SessionNotice } from "../notices";
import { NOTICE_CHANNEL } from "../notices";
import type { ByteRun } from "../byte-runs";
import { ByteRuns } from "../byte-runs";
import { uuidOfHex } from "../session-id";
import { packBodies, packTexts } from "./pack";
import type { WrittenSession } from "./plan-session";

export interface NewSession {
  readonly written: WrittenSession;
  readonly columns: Readonly<Record<string, Assigned>>;
  readonly notice: SessionNotice;
}

export const BORN = "born";

/**
 * Writes new sessions completely in one statement, which costs as much for a hundred small sessions as for a
 * few. Skips a session that exists. A statement about many sessions does not work on a cluster.
 * @param rows parts that write derived rows of the sessions in {@link BORN}
 * @returns the creation time of each written session, by its key
 */
export async function writeNewSessions(
  db: Queryable,
  project: string,
  sessions: readonly NewSession[],
  rows: readonly StatementPart[],
): Promise<Map<string, Date>> {
  const values: unknown[] = [];
  const param: Param = (value) => `$${values.push(value)}`;
  const parts = [...(await logParts(sessions)), ...rows].map((part, i) => `part${i} AS (${part(param)})`);
  const keys = param(sessions.map(({ written }) => written.key));
  const notices = param(sessions.map(({ notice }) => JSON.stringify(notice)));
  const answer = `SELECT b.session_id, b.received_at, pg_notify('${NOTICE_CHANNEL}', t.notice)::text AS told
    FROM ${BORN} b JOIN unnest(${keys}::uuid[], ${notices}::text[]) AS t (session_id, notice) USING (session_id)`;
  const born = await db.$queryRawUnsafe<{ session_id: string; received_at: Date }[]>(
    `${KEEP_PLAN}WITH ${BORN} AS (${sessionPart(project, sessions)(param)}), ${parts.join(", ")} ${answer}`,
    ...values,
  );
  return new Map(born.map((row) => [row.session_id, row.received_at]));
}

interface Listed<T> {
  readonly name: string;
  readonly type: string;
  readonly of: (row: T) => unknown;
}

function sessionPart(project: string, sessions: readonly NewSession[]): StatementPart {
  const own: Listed<NewSession>[] = [
    { name: "session_id", type: "uuid", of: ({ written }) => written.key },
    { name: "external_id", type: "text", of: ({ written }) => written.externalId },
    { name: "last_seq", type: "int", of: ({ written }) => written.bodies.length },
    { name: "window_seq", type: "int", of: ({ written }) => written.windowSeq },
    ...Object.entries(sessions[0]?.columns ?? {}).map(([name, { type }]) => ({
      name,
      type,
      of: ({ columns }: NewSession) => valueOf(columns[name]),
    })),
  ];
  return (param) =>
    `INSERT INTO session (project_id, next_batch, updated_at, ${namesOf(own)})
     SELECT ${param(project)}::text, 1, ${param(new Date())}::timestamptz, ${castsOf(own)}
     FROM ${listOf(own, sessions, param)} ON CONFLICT (session_id) DO NOTHING RETURNING session_id, received_at`;
}

async function logParts(sessions: readonly NewSession[]): Promise<StatementPart[]> {
  const of = <T>(list: (session: WrittenSession) => readonly T[]) =>
    sessions.flatMap(({ written }) => list(written).map((item) => ({ ...item, key: written.key })));
  const pieces = new ByteRuns();
  const batches: { written: WrittenSession; events: ByteRun; texts: ByteRun }[] = [];
  for (const { written } of sessions)
    batches.push({
      written,
      events: pieces.add(await packBodies(written.bodies)),
      texts: pieces.add(await packTexts(written.texts)),
    });
  const texts = of(({ texts }) => texts);
  const ids = of(({ rows }) => rows);
  return [
    (param) => {
      const whole = param(pieces.whole());
      const list = listOf<(typeof batches)[number]>(
        [
          { name: "session_id", type: "uuid", of: ({ written }) => written.key },
          { name: "count", type: "int", of: ({ written }) => written.bodies.length },
          {
            name: "bytes",
            type: "int",
            of: ({ written }) => written.texts.reduce((sum, t) => sum + t.bytes, 0),
          },
          { name: "events_at", type: "int", of: ({ events }) => events.at },
          { name: "events_size", type: "int", of: ({ events }) => events.size },
          { name: "texts_at", type: "int", of: ({ texts: run }) => run.at },
          { name: "texts_size", type: "int", of: ({ texts: run }) => run.size },
        ],
        batches,
        param,
      );
      return `INSERT INTO batch (session_id, batch, first_seq, event_count, events, texts, text_bytes)
        SELECT session_id, 0, 1, count, substr(${whole}::bytea, events_at, events_size),
          substr(${whole}::bytea, texts_at, texts_size), bytes FROM ${list} JOIN ${BORN} USING (session_id)`;
    },
    (param) => {
      const list = listOf<(typeof texts)[number]>(
        [
          { name: "session_id", type: "uuid", of: ({ key }) => key },
          { name: "hash", type: "uuid", of: ({ hash }) => uuidOfHex(hash) },
          { name: "start", type: "int", of: ({ start }) => start },
          { name: "bytes", type: "int", of: ({ bytes }) => bytes },
        ],
        texts,
        param,
      );
      return `INSERT INTO content (session_id, hash, batch, start, bytes)
        SELECT session_id, hash, 0, start, bytes FROM ${list} JOIN ${BORN} USING (session_id)`;
    },
    (param) => {
      const list = listOf<(typeof ids)[number]>(
        [
          { name: "session_id", type: "uuid", of: ({ key }) => key },
          { name: "id", type: "text", of: ({ id }) => id },
          { name: "seq", type: "int", of: ({ seq }) => seq },
          // As text, since the client wraps every bigint.
          { name: "hash", type: "bigint", of: ({ fingerprint }) => String(fingerprint) },
        ],
        ids,
        param,
      );
      return `INSERT INTO event (session_id, id, seq, hash)
        SELECT session_id, id, seq, hash FROM ${list} JOIN ${BORN} USING (session_id)`;
    },
  ];
}

/** Lists and JSON travel as text, because `unnest` would flatten them. */
const AS_TEXT: ReadonlySet<string> = new Set(["jsonb"]);

function listOf<T>(columns: readonly Listed<T>[], rows: readonly T[], param: Param): string {
  const lists = columns.map(
    ({ type, of }) => `${param(rows.map(of))}::${AS_TEXT.has(type) ? "text" : type}[]`,
  );
  return `unnest(${lists.join(", ")}) AS t (${columns.map(({ name }) => `"${name}"`).join(", ")})`;
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => `"${name}"`).join(", ");
}

function castsOf(columns: readonly { readonly name: string; readonly type: string }[]): string {
  return columns.map(({ name, type }) => (AS_TEXT.has(type) ? `"${name}"::${type}` : `"${name}"`)).join(", ");
}

function valueOf(column: Assigned | undefined): unknown {
  const value = column?.value ?? null;
  return typeof value === "bigint" ? String(value) : value;
}
