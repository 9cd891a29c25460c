import type { Queryable } from "../client";

/** When the last good backup of the instance was made, as `npm run backup` notes it; `null` where none has been. */
export async function readLastBackup(db: Queryable): Promise<Date | null> {
  const [row] = await db.$queryRawUnsafe<{ at: string | null }[]>(
    "SELECT max(settings->>'backupAt') AS at FROM project",
  );
  return row?.at == null ? null : new Date(row.at);
}
