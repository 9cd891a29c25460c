import type { Database, Queryable, StatementsOfOne } from "../client";
import { lockWriter, WRITERS } from "../writer-locks";
import { announceDeletions } from "../notices/notices";
import { deleteStreamsWithoutSessions, readStreamsOfSessions } from "../raw/delete";
import { countCopiesOf } from "./copies";
import { deleteSessionRows } from "./delete-session-rows";
import { runInTransaction } from "../direct-statements";
import { placeAtSession, placeEverywhere } from "../places";

const SESSIONS_AT_ONCE = 50;
const TIMEOUT_MS = 600_000;
const EVER = new Date("9999-12-31T00:00:00Z");

/** What else is to be written in each transaction that deletes. @param deleted how many sessions were deleted by then */
type Noted = (tx: StatementsOfOne, deleted: number) => Promise<void>;

/**
 * Deletes a session with its sub-agents and side calls, from every table.
 * @returns the number of deleted sessions; 0 if the project has no such session
 */
export async function deleteSessionTree(
  db: Database,
  project: string,
  key: string,
  noted?: Noted,
): Promise<number> {
  return deleteSessions(db, project, await readTree(db, project, key), { noted });
}

/**
 * Deletes sessions of a project from every table, in small batches, so that a large project is not locked as a whole.
 * @param before what received something since then is kept
 * @param noted writes more in each transaction that deletes some
 * @returns how many sessions were deleted
 */
export async function deleteSessions(
  db: Database,
  project: string,
  keys: readonly string[],
  { before = EVER, noted }: { before?: Date; noted?: Noted | undefined } = {},
): Promise<number> {
  let deleted = 0;
  for (let i = 0; i < keys.length; i += SESSIONS_AT_ONCE)
    deleted += await deleteBatch(db, project, keys.slice(i, i + SESSIONS_AT_ONCE), before, (tx, count) =>
      noted?.(tx, deleted + count),
    );
  return deleted;
}

/** A session and its descendants, level by level. A child may arrive before its parent and may be on another node. */
async function readTree(db: Queryable, project: string, key: string): Promise<string[]> {
  const tree = new Set<string>();
  const readLevel = (column: "session_id" | "parent_id", keys: readonly string[]) =>
    db.$queryRawUnsafe<{ session_id: string }[]>(
      column === "session_id"
        ? placeAtSession(
            "SELECT session_id FROM session WHERE project_id = $1 AND session_id = ANY($2::uuid[])",
            2,
          )
        : placeEverywhere(
            "SELECT session_id FROM session WHERE project_id = $1 AND parent_id = ANY($2::uuid[])",
          ),
      project,
      keys,
    );
  for (let level = await readLevel("session_id", [key]); level.length > 0;) {
    const found = level.map((row) => row.session_id).filter((at) => !tree.has(at));
    for (const at of found) tree.add(at);
    level = found.length === 0 ? [] : await readLevel("parent_id", found);
  }
  return [...tree];
}

/**
 * Deletes the sessions of a project that received nothing since `before`. It works in small batches, so that a large
 * project is not locked as a whole. A session that receives something meanwhile is kept.
 * @returns how many sessions were deleted
 */
export async function deleteSessionsBefore(
  db: Database,
  project: string,
  before: Date,
  noted?: Noted,
): Promise<number> {
  let deleted = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const rows = await db.$queryRawUnsafe<{ session_id: string }[]>(
      placeEverywhere(`SELECT session_id FROM session WHERE project_id = $1 AND updated_at < $2 AND session_id > $3::uuid
       ORDER BY session_id LIMIT ${SESSIONS_AT_ONCE}`),
      project,
      before,
      after,
    );
    const last = rows.at(-1);
    if (last === undefined) return deleted;
    after = last.session_id;
    deleted += await deleteBatch(
      db,
      project,
      rows.map((row) => row.session_id),
      before,
      (tx, count) => noted?.(tx, deleted + count),
    );
  }
}

async function deleteBatch(
  db: Database,
  project: string,
  keys: readonly string[],
  before: Date,
  noted: (tx: StatementsOfOne, deleted: number) => Promise<void> | undefined,
): Promise<number> {
  return runInTransaction(
    db,
    async (tx) => {
      const locked = await lockSessions(tx, project, keys, before);
      const streams = await readStreamsOfSessions(tx, project, locked);
      await countCopiesOf(tx, project, locked);
      for (const key of locked) await deleteSessionRows(tx, key);
      await deleteStreamsWithoutSessions(tx, project, streams);
      await announceDeletions(tx, project, locked);
      if (locked.length > 0) await noted(tx, locked.length);
      return locked.length;
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}

/** Blocks derivation, analysis and ingest with the locks that each of them takes. */
async function lockSessions(
  tx: Queryable,
  project: string,
  keys: readonly string[],
  before: Date,
): Promise<string[]> {
  const inOrder = keys.toSorted();
  for (const key of inOrder) for (const writer of WRITERS) await lockWriter(tx, writer, [key]);
  const locked: string[] = [];
  for (const key of inOrder) {
    const rows = await tx.$queryRawUnsafe<unknown[]>(
      placeAtSession(
        "SELECT 1 FROM session WHERE session_id = $1::uuid AND project_id = $2 AND updated_at < $3 FOR UPDATE",
      ),
      key,
      project,
      before,
    );
    if (rows.length > 0) locked.push(key);
  }
  return locked;
}
