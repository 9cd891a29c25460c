import { z } from "zod";
import type { Queryable } from "../client";
import { placeAtSession, placeEverywhere } from "../places";

/** The channel for changes of sessions. Every process that listens on this database receives them. */
export const NOTICE_CHANNEL = "sightglass_sessions";

/**
 * Says that a session changed, not what it is now: a reader looks that up. `version` is the session's own (epoch
 * milliseconds, growing), `lastTurn` its newest turn, `fromTurn` the first turn whose row was written, or `null` if no
 * row was. A deleted session has neither turns nor rows.
 */
export interface SessionNotice {
  readonly project: string;
  readonly session: string;
  readonly version: number;
  readonly deleted: boolean;
  readonly fromTurn: number | null;
  readonly lastTurn: number | null;
}

const turn = z.int().min(0).nullable();
const noticeSchema = z.object({
  project: z.string(),
  session: z.guid(),
  version: z.int(),
  deleted: z.boolean(),
  fromTurn: turn,
  lastTurn: turn,
});

/** The notice in a payload; `null` if the payload is invalid. */
export function readNotice(payload: string): SessionNotice | null {
  try {
    return noticeSchema.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

interface ChangedRow {
  project_id: string;
  session_id: string;
  version: bigint;
  last_turn: number | null;
}

const CHANGED_COLUMNS =
  "project_id, session_id, version, (SELECT max(turn) FROM turn t WHERE t.session_id = s.session_id) AS last_turn";

/**
 * Announces that a session changed. Call it in the transaction of the change: listeners are notified when that is
 * committed, and not at all otherwise.
 * @param key the session's key in the database
 * @param fromTurn the first turn whose row was written; `null` if none was
 */
export async function announceChange(tx: Queryable, key: string, fromTurn: number | null): Promise<void> {
  const [row] = await tx.$queryRawUnsafe<ChangedRow[]>(
    placeAtSession(
      `UPDATE session s SET version = GREATEST(version + 1, $2::bigint) WHERE session_id = $1::uuid RETURNING ${CHANGED_COLUMNS}`,
    ),
    key,
    Date.now(),
  );
  if (row !== undefined) await announce(tx, { ...makeNotice(row), fromTurn });
}

/** Announces changes in the transaction that makes them. */
export async function announce(tx: Queryable, ...notices: readonly SessionNotice[]): Promise<void> {
  await send(tx, notices);
}

/** Announces deleted sessions of a project, in the transaction that deletes them. */
export async function announceDeletions(
  tx: Queryable,
  project: string,
  keys: readonly string[],
): Promise<void> {
  const version = Date.now();
  await send(
    tx,
    keys.map((session) => ({ project, session, version, deleted: true, fromTurn: null, lastTurn: null })),
  );
}

async function send(tx: Queryable, notices: readonly SessionNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await tx.$executeRawUnsafe(
    "SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice",
    NOTICE_CHANNEL,
    notices.map((notice) => JSON.stringify(notice)),
  );
}

/** Oldest change first. All turns of the sessions count as changed. */
export async function readChangedSince(
  db: Queryable,
  project: string,
  version: number,
  limit: number,
): Promise<SessionNotice[]> {
  const rows = await db.$queryRawUnsafe<ChangedRow[]>(
    placeEverywhere(
      `SELECT ${CHANGED_COLUMNS} FROM session s WHERE project_id = $1 AND version > $2 ORDER BY version, session_id LIMIT ${limit}`,
    ),
    project,
    version,
  );
  return rows.map(makeNotice);
}

/** The present state of a session as a notice, with all turns changed. `null` if there is no such session. */
export async function readNoticeOfNow(db: Queryable, key: string): Promise<SessionNotice | null> {
  const [row] = await db.$queryRawUnsafe<ChangedRow[]>(
    placeAtSession(`SELECT ${CHANGED_COLUMNS} FROM session s WHERE session_id = $1::uuid`),
    key,
  );
  return row === undefined ? null : makeNotice(row);
}

function makeNotice(row: ChangedRow): SessionNotice {
  return {
    project: row.project_id,
    session: row.session_id,
    version: Number(row.version),
    deleted: false,
    fromTurn: row.last_turn === null ? null : 0,
    lastTurn: row.last_turn,
  };
}
