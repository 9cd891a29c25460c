import { databaseUrl, type Database } from "@/lib/db/client";
import { giveBack } from "@/lib/db/give-back";
import { applyRetention } from "./apply-retention";

/** Deletes what is kept no longer, and gives its room on the disk back. */
export async function retentionTask(db: Database): Promise<void> {
  const applied = await applyRetention(db);
  for (const { project, sessions, bytes } of applied)
    console.warn(
      `deleted ${sessions} sessions of ${project}, for which ${Math.round(bytes / 1_000)} kB were kept`,
    );
  await giveBack(databaseUrl(), { of: applied.length > 0 ? "deleted" : "mostly empty" });
}
