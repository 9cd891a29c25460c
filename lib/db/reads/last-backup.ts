import type { Queryable } from "../client";

/** The time of the last good backup of the instance, as `npm run backup` notes it; `null` where none has been made. */
export async function readLastBackup(db: Queryable): Promise<Date | null> {
  const [row] = await db.$queryRawUnsafe<{ at: string | null }[]>(
    "SELECT max(settings->>'backupAt') AS at FROM project",
  );
  return row?.at == null ? null : new Date(row.at);
}
