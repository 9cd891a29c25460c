import type { Database, Queryable } from "../client";
import { lockWriter, WRITERS } from "../writer-locks";
import { makeSessionKey } from "../session-id";
import { deleteSessionRows } from "../sessions/delete-session-rows";
import { runInTransaction } from "../direct-statements";
import { placeAtSession } from "../places";

const TIMEOUTS = { timeout: 120_000, maxWait: 120_000 };

interface Choice {
  readonly condition: string;
  readonly parameters: readonly [unknown, unknown];
}

/**
 * Retracts a session's events whose ids begin with a prefix and are not in the list to keep, because their source has
 * changed. A session without any events left is removed.
 * @returns whether anything was retracted
 */
export function retractEvents(
  db: Database,
  project: string,
  externalId: string,
  prefix: string,
  keep: readonly string[],
): Promise<boolean> {
  const condition = "starts_with(id, $2::text) AND NOT (id = ANY($3::text[]))";
  return retract(db, makeSessionKey(project, externalId), { condition, parameters: [prefix, [...keep]] });
}

export function retractSingle(
  db: Database,
  project: string,
  externalId: string,
  ids: readonly string[],
): Promise<boolean> {
  const condition = "id = ANY($2::text[]) AND $3::text IS NULL";
  return retract(db, makeSessionKey(project, externalId), { condition, parameters: [[...ids], null] });
}

async function retract(db: Database, key: string, choice: Choice): Promise<boolean> {
  const { condition, parameters } = choice;
  const findSome = placeAtSession(`SELECT 1 FROM event WHERE session_id = $1::uuid AND ${condition} LIMIT 1`);
  if ((await db.$queryRawUnsafe<unknown[]>(findSome, key, ...parameters)).length === 0) return false;
  return runInTransaction(
    db,
    async (tx) => {
      for (const writer of WRITERS) await lockWriter(tx, writer, [key]);
      const locked = await tx.$queryRawUnsafe<unknown[]>(
        placeAtSession("SELECT 1 FROM session WHERE session_id = $1::uuid FOR UPDATE"),
        key,
      );
      if (locked.length === 0) return false;
      const deletedRows = await tx.$executeRawUnsafe(
        placeAtSession(`WITH gone AS (DELETE FROM event WHERE session_id = $1::uuid AND ${condition} RETURNING seq)
       INSERT INTO superseded (session_id, seq) SELECT $1::uuid, seq FROM gone`),
        key,
        ...parameters,
      );
      if (deletedRows === 0) return false;
      await tx.$executeRawUnsafe(
        placeAtSession(
          "UPDATE session SET superseded = superseded + $2::int, derived_seq = 0, analysed_seq = 0, analysis_refused = NULL, refused_stamp = '', updated_at = $3::timestamptz WHERE session_id = $1::uuid",
        ),
        key,
        deletedRows,
        new Date(),
      );
      await removeIfEmpty(tx, key);
      return true;
    },
    TIMEOUTS,
  );
}

async function removeIfEmpty(tx: Queryable, key: string): Promise<void> {
  const leftRows = await tx.$queryRawUnsafe<unknown[]>(
    placeAtSession("SELECT 1 FROM event WHERE session_id = $1::uuid LIMIT 1"),
    key,
  );
  if (leftRows.length > 0) return;
  await deleteSessionRows(tx, key);
}
