import type { Database, Queryable } from "../client";
import { sessionKey } from "../session-id";
import { SESSION_TABLES } from "../session-tables";

/** The lanes of the advisory lock of a session, so that nobody derives or analyses what is being taken back. */
const WRITERS = [0, 1];
const TIMEOUTS = { timeout: 120_000, maxWait: 120_000 };

/**
 * Takes back events of a session that begin with a prefix and are not among those to keep, because what they were worked
 * out from says something else now. A session of which nothing is left is removed.
 * @returns whether anything was taken back
 */
export async function retractEvents(
  db: Database,
  project: string,
  externalId: string,
  prefix: string,
  keep: readonly string[],
): Promise<boolean> {
  const key = sessionKey(project, externalId);
  if (!(await hasOthers(db, key, prefix, keep))) return false;
  return db.$transaction(async (tx) => {
    for (const writer of WRITERS)
      await tx.$executeRawUnsafe(`SELECT pg_advisory_xact_lock(hashtextextended($1, ${writer}))`, key);
    const locked = await tx.$queryRawUnsafe<unknown[]>(
      "SELECT 1 FROM session WHERE session_id = $1::uuid FOR UPDATE",
      key,
    );
    if (locked.length === 0) return false;
    const gone = await tx.$executeRawUnsafe(
      `WITH gone AS (DELETE FROM event WHERE session_id = $1::uuid AND starts_with(id, $2) AND NOT (id = ANY($3::text[])) RETURNING seq)
       INSERT INTO superseded (session_id, seq) SELECT $1::uuid, seq FROM gone`,
      key,
      prefix,
      [...keep],
    );
    if (gone === 0) return false;
    await tx.$executeRawUnsafe(
      "UPDATE session SET superseded = superseded + $2, derived_seq = 0, analysed_seq = 0, updated_at = now() WHERE session_id = $1::uuid",
      key,
      gone,
    );
    await removeIfEmpty(tx, key);
    return true;
  }, TIMEOUTS);
}

async function hasOthers(
  db: Queryable,
  key: string,
  prefix: string,
  keep: readonly string[],
): Promise<boolean> {
  const rows = await db.$queryRawUnsafe<unknown[]>(
    "SELECT 1 FROM event WHERE session_id = $1::uuid AND starts_with(id, $2) AND NOT (id = ANY($3::text[])) LIMIT 1",
    key,
    prefix,
    [...keep],
  );
  return rows.length > 0;
}

async function removeIfEmpty(tx: Queryable, key: string): Promise<void> {
  const left = await tx.$queryRawUnsafe<unknown[]>(
    "SELECT 1 FROM event WHERE session_id = $1::uuid LIMIT 1",
    key,
  );
  if (left.length > 0) return;
  for (const table of SESSION_TABLES)
    await tx.$executeRawUnsafe(`DELETE FROM "${table}" WHERE session_id = $1::uuid`, key);
}
