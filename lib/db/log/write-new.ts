import type { Assigned } from "../derived/session-write";
import type { StatementPart } from "../derived/table";
import { begun } from "../derived/table";
import type { Queryable } from "../client";
import { KEEP_PLAN } from "../keep-plan";
import type { SessionNotice } from "../notices";
import { NOTICE_CHANNEL } from "../notices";
import type { Listed } from "../derived/listed";
import { castOf, listOf, namesOf } from "../derived/listed";
import { logParts } from "./log-parts";
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
  const logs = sessions.map(({ written }) => written);
  const { values, param, parts } = begun([
    ...(await logParts(logs, `JOIN ${BORN} USING (session_id)`)),
    ...rows,
  ]);
  const keys = param(sessions.map(({ written }) => written.key));
  const notices = param(sessions.map(({ notice }) => JSON.stringify(notice)));
  const answer = `SELECT b.session_id, b.received_at, pg_notify('${NOTICE_CHANNEL}', t.notice)::text AS told
    FROM ${BORN} b JOIN unnest(${keys}::uuid[], ${notices}::text[]) AS t (session_id, notice) USING (session_id)`;
  const born = await db.$queryRawUnsafe<{ session_id: string; received_at: Date }[]>(
    `${KEEP_PLAN}WITH ${BORN} AS (${sessionPart(project, sessions)(param)}), ${parts} ${answer}`,
    ...values,
  );
  return new Map(born.map((row) => [row.session_id, row.received_at]));
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
      of: ({ columns }: NewSession) => columns[name]?.value ?? null,
    })),
  ];
  return (param) =>
    `INSERT INTO session (project_id, next_batch, updated_at, ${namesOf(own)})
     SELECT ${param(project)}::text, 1, ${param(new Date())}::timestamptz, ${own.map(castOf).join(", ")}
     FROM ${listOf(own, sessions, param)} ON CONFLICT (session_id) DO NOTHING RETURNING session_id, received_at`;
}
